/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* Bodies of Recurrent, by name:
 *   sum   h' = h + x
 *   rnn   h' = tanh (x + h · W), W shared
 *   pair  a' = a + x · b, b' = -a: each reads what the other was */
KomaGraph *op_body_new (const char *name);
void       op_body_set (KomaAttrs *attrs, const char *name);

G_END_DECLS
