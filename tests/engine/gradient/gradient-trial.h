/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The rule of one op in one case, in the language of op-case.h, against central differences of
 * the naive definition of the op, which computes in double. */
#pragma once

#include "tests/engine/ops/op-case.h"

G_BEGIN_DECLS

/* Of all float operands that are no constants, with all results weighted at random. @order 2: the
 * gradient of the gradient too. Returns: (nullable): the first difference */
char *gradient_trial_run (const OpCase *op_case, guint order, GRand *rand);

G_END_DECLS
