/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* CumSum (x, axis): attributes exclusive and reverse. */
void
koma_onnx_rule_cumsum (KomaOnnxCall *call)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "exclusive", koma_onnx_attr_int (call->node, "exclusive", 0));
  koma_attrs_set_int (attrs, "reverse", koma_onnx_attr_int (call->node, "reverse", 0));
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_CUMSUM, attrs, 2, call->inputs[0],
                                         koma_onnx_cast (call, call->inputs[1],
                                                         KOMA_DTYPE_INT32)));
}
