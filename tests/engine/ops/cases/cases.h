/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* For each definition in ops.inc, the cases that every op of this definition is
 * tested with, on every backend; in the language of op-case.h. A case that
 * begins with * is for each of the ops. Each list ends with NULL. */
#pragma once

#include "engine/graph/op.h"

G_BEGIN_DECLS

#define KOMA_OP(ID, name, cpu, definition) extern const char *const cases_##definition[];
#include "engine/ops/ops.inc"
#undef KOMA_OP

/* All cases of one op, with its name for the star. */
char **cases_of_op (KomaOp op);

G_END_DECLS
