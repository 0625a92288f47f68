/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "parts.h"

#include "rules.h"

/**
 * koma_onnx_apply:
 * @operator_name: of rules.inc, without a domain if it is ONNX' own
 * @inputs: of that operator, in place of the node's
 *
 * Returns: its first result; %KOMA_VALUE_NONE where the call has an error. Thread: any.
 */
KomaValueId
koma_onnx_apply (KomaOnnxCall      *call,
                 const char        *operator_name,
                 const KomaValueId *inputs,
                 guint              n_inputs)
{
  const KomaOnnxRow *row = koma_onnx_row_find (operator_name);
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  KomaOnnxCall inner = *call;

  g_assert (row != NULL);
  inner.op = row->op;
  inner.inputs = inputs;
  inner.n_inputs = n_inputs;
  inner.n_outputs = 1;
  inner.others = others;
  for (guint i = 0; i < row->min_inputs; i++)
    (void) koma_onnx_need_input (&inner, i);
  return inner.nodes->error == NULL ? row->rule (&inner) : KOMA_VALUE_NONE;
}

/**
 * koma_onnx_plus:
 *
 * Returns: the sum, or @x where @y is %KOMA_VALUE_NONE. Thread: any.
 */
KomaValueId
koma_onnx_plus (KomaOnnxCall *call,
                KomaValueId   x,
                KomaValueId   y)
{
  return y != KOMA_VALUE_NONE ? koma_builder_binary (call->nodes, KOMA_OP_ADD, x, y) : x;
}

/**
 * koma_onnx_split:
 * @ret_pieces: [n]
 *
 * Thread: any.
 */
void
koma_onnx_split (KomaOnnxCall *call,
                 KomaValueId   x,
                 guint         axis,
                 const gint64 *sizes,
                 guint         n,
                 KomaValueId  *ret_pieces)
{
  const KomaValueId inputs[] = { x, koma_onnx_ints (call, sizes, n) };
  KomaAttrs        *attrs = koma_attrs_new_int ("axis", axis);
  const KomaNode   *node = NULL;

  koma_attrs_set_int (attrs, "num_split", n);
  node = koma_builder_nodes (call->nodes, KOMA_OP_SPLIT, inputs, 2, attrs);
  for (guint i = 0; i < n; i++)
    ret_pieces[i] = node != NULL ? node->outputs[i] : KOMA_VALUE_NONE;
}

/**
 * koma_onnx_paddings:
 *
 * Returns: a constant as ops pad by, int32 [rank,2]. Thread: any.
 */
KomaValueId
koma_onnx_paddings (KomaOnnxCall *call,
                    const gint64 *pads,
                    guint         rank)
{
  return koma_builder_reshape (call->nodes, koma_onnx_ints (call, pads, 2 * rank),
                               KOMA_SHAPE (rank, 2));
}

/**
 * koma_onnx_refuse_attr:
 *
 * Returns: %FALSE, and the call is unsupported, where the node has it, and not as 0. Thread: any.
 */
gboolean
koma_onnx_refuse_attr (KomaOnnxCall *call,
                       const char   *name)
{
  if (koma_onnx_attr_int (call->node, name, 0) != 0)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%s", name);
  return call->nodes->error == NULL;
}

/**
 * koma_onnx_refuse_input:
 * @name: of the input, in the operator's definition
 *
 * Returns: %FALSE, and the call is unsupported, where the node has it. Thread: any.
 */
gboolean
koma_onnx_refuse_input (KomaOnnxCall *call,
                        guint         index,
                        const char   *name)
{
  if (koma_onnx_has_input (call, index))
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%s", name);
  return call->nodes->error == NULL;
}
