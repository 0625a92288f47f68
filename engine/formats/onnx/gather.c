/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* Gather (x, indices): attribute axis. Negative indices count from the end. */
void
koma_onnx_rule_gather (KomaOnnxCall *call)
{
  const guint axis = koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", 0),
                                     koma_onnx_rank (call, call->inputs[0]));
  KomaAttrs  *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "negative_indices", TRUE);
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_GATHER, attrs, 3, call->inputs[0],
                                         koma_onnx_cast (call, call->inputs[1], KOMA_DTYPE_INT32),
                                         koma_onnx_number (call, KOMA_DTYPE_INT32, axis)));
}

/* OneHot (indices, depth, values): values are off and on. */
void
koma_onnx_rule_one_hot (KomaOnnxCall *call)
{
  const gint64 places[] = { 0, 1 };
  const gint64 one = 1;
  KomaValueId  values[2] = { 0 };
  KomaAttrs   *attrs = koma_attrs_new ();

  for (guint i = 0; i < 2; i++)
    values[i] = koma_onnx_add (call, KOMA_OP_SLICE, NULL, 3, call->inputs[2],
                               koma_onnx_ints (call, &places[i], 1),
                               koma_onnx_ints (call, &one, 1));
  koma_attrs_set_int (attrs, "axis", koma_onnx_attr_int (call->node, "axis", -1));
  koma_attrs_set_int (attrs, "negative_indices", TRUE);
  koma_onnx_return (call, koma_onnx_add_named (call, "OneHot", attrs, 4,
                                               koma_onnx_cast (call, call->inputs[0],
                                                               KOMA_DTYPE_INT32),
                                               koma_onnx_cast (call, call->inputs[1],
                                                               KOMA_DTYPE_INT32),
                                               values[1], values[0]));
}
