/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* Finds the operands where the buffers of the spec are now; see koma_session_bind (). */
void koma_cpu_step_bind (KomaCpuStep *step);

G_END_DECLS
