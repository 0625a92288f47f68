/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementwise.h"

/* Ops that differ by their arithmetic alone share a definition. */
gboolean
koma_node_is_elementwise (const KomaGraph *graph,
                          const KomaNode  *node)
{
  static const KomaOpClass *const definitions[] = {
    &koma_op_binary,
    &koma_op_cast,
    &koma_op_classify,
    &koma_op_clip,
    &koma_op_compare,
    &koma_op_fake_quantize,
    &koma_op_gelu,
    &koma_op_logical,
    &koma_op_logical_not,
    &koma_op_prelu,
    &koma_op_select,
    &koma_op_unary,
  };
  const KomaOpClass *definition = koma_op_get_class (node->op);

  if (koma_node_is_8_bit (graph, node))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (definitions); i++)
    if (definition == definitions[i])
      return TRUE;
  return FALSE;
}
