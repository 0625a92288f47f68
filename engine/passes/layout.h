/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Private to koma_pass_sink_transposes (): nodes with their dimensions in another order. */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* A value as a transposition of another: its dimension i is dimension perm[i] of base. */
typedef struct
{
  KomaValueId base;
  guint       rank;
  guint       perm[KOMA_MAX_RANK];
} KomaView;

gboolean koma_view_is_identity (const KomaView *view);
/* Whether only dimensions of size 1 move. */
gboolean koma_view_is_reshape (const KomaView *view, const KomaShape *base);
KomaView koma_view_transpose (const KomaView *view, const guint *perm);
/* What @layout makes of it is @view. */
KomaView koma_view_undo (const KomaView *view, const KomaView *layout);
/* Whether a Reshape of the view is a view of a Reshape of the base. */
gboolean koma_view_reshape (const KomaView  *view,
                            const KomaShape *base,
                            const KomaShape *out,
                            KomaShape       *ret_base,
                            KomaView        *ret_view);

/* How many of the first inputs change with the layout; 0: the node has but one. */
guint koma_layout_count_operands (const KomaGraph *graph, const KomaNode *node);
/* Whether a node may take on the layout of an operand of that shape. */
gboolean koma_layout_leads (const KomaGraph *graph,
                            const KomaNode  *node,
                            const KomaShape *operand);
/* Changes attributes, and those of @inputs that are no operands. */
gboolean    koma_layout_change (KomaGraph      *graph,
                                KomaNode       *node,
                                const KomaView *layout,
                                KomaValueId    *inputs,     /* [n_inputs] */
                                KomaView       *ret_result, /* base is not set */
                                GError        **error);
KomaValueId koma_layout_add_ints (KomaGraph    *graph,
                                  const char   *name,
                                  const gint64 *numbers,
                                  guint         n,
                                  GError      **error);

G_END_DECLS
