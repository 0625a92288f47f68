/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "program.h"

G_BEGIN_DECLS

/* program-memory.c: where the values of a program lie, in the order of these calls. Its lifetimes
 * are known. */
void     koma_program_leave_ends_unbound (KomaProgram *program);
void     koma_program_bind_ends (KomaProgram *program, const KomaProgramOptions *options);
gboolean koma_program_plan_arena (KomaProgram *program, GError **error);
void     koma_program_bind_carries (KomaProgram *program, const KomaProgramOptions *options);

G_END_DECLS
