/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "subgraph.h"

G_BEGIN_DECLS

/* Which nodes to compute, and when. */
typedef struct
{
  GArray     *nodes;  /* gsize, indices of nodes: those that are needed, in a computable order */
  GHashTable *needed; /* set of char * (borrowed): all values that these nodes and outputs read */
} KomaOnnxOrder;

gboolean koma_onnx_order_find (Koma__Onnx__NodeProto *const *nodes,
                               gsize                         n_nodes,
                               GPtrArray                    *outputs, /* char * */
                               KomaOnnxSubgraphs            *subgraphs,
                               KomaOnnxOrder                *ret_order,
                               GError                      **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_onnx_order_clear (KomaOnnxOrder *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaOnnxOrder, koma_onnx_order_clear)

G_END_DECLS
