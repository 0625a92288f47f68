/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"

G_BEGIN_DECLS

/* An output that is the input of the next run: a weight that learns, a state. Both are of one shape
 * and dtype. Its memory is that of the input where that is safe; otherwise it is copied at the end
 * of a run. */
typedef struct
{
  guint output;
  guint input;
} KomaCarry;

gboolean koma_carry_check (const KomaGraph *graph,
                           const KomaCarry *carry,
                           GError         **error);

G_END_DECLS
