/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* ArgMax, ArgMin (x): attributes axis and keepdims. */
void
koma_onnx_rule_arg (KomaOnnxCall *call)
{
  const guint       axis = koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", 0),
                                           koma_onnx_rank (call, call->inputs[0]));
  const KomaValueId number = koma_onnx_number (call, KOMA_DTYPE_INT32, axis);
  KomaAttrs        *attrs = koma_attrs_new ();
  KomaValueId       value = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "select_last_index",
                      koma_onnx_attr_int (call->node, "select_last_index", 0));
  value = koma_onnx_add_named (call, call->koma_op, attrs, 2, call->inputs[0], number);
  if (koma_onnx_attr_int (call->node, "keepdims", 1) != 0)
    value = koma_onnx_add (call, KOMA_OP_EXPAND_DIMS, NULL, 2, value, number);
  koma_onnx_return (call, value);
}

/* TopK (x, k): values and indices; k was an attribute before opset 10. They are always sorted,
 * which a file may leave open. */
void
koma_onnx_rule_top_k (KomaOnnxCall *call)
{
  KomaAttrs  *attrs = NULL;
  KomaValueId k = KOMA_VALUE_NONE;
  KomaValueId first = KOMA_VALUE_NONE;

  if (call->opset < 10)
    k = koma_onnx_number (call, KOMA_DTYPE_INT32, koma_onnx_attr_int (call->node, "k", 1));
  else
    k = koma_onnx_cast (call, koma_onnx_input (call, 1), KOMA_DTYPE_INT32);
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "axis", koma_onnx_attr_int (call->node, "axis", -1));
  koma_attrs_set_int (attrs, "largest", koma_onnx_attr_int (call->node, "largest", TRUE));
  first = koma_onnx_add (call, KOMA_OP_TOP_K, attrs, 2, call->inputs[0], k);
  /* The results of a node have ids one after the other. */
  koma_onnx_return (call, first);
  if (call->n_outputs > 1)
    koma_onnx_return (call, first != KOMA_VALUE_NONE ? first + 1 : first);
}
