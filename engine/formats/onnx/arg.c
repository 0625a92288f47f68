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
