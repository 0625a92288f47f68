/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

static KomaValueId
cast (KomaOnnxCall *call,
      int           number)
{
  const KomaOnnxType type = koma_onnx_type_get (number);

  if (type.size == 0)
    return koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "to %s", type.name);
  return koma_onnx_cast (call, call->inputs[0], type.dtype);
}

/* Cast: to the type that Koma holds such numbers in. float16 and bfloat16 are computed in float32,
 * so nothing is rounded. */
void
koma_onnx_rule_cast (KomaOnnxCall *call)
{
  koma_onnx_return (call, cast (call, (int) koma_onnx_attr_int (call->node, "to", 0)));
}

/* CastLike (x, like) */
void
koma_onnx_rule_cast_like (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_cast (call, call->inputs[0],
                                          koma_onnx_dtype (call, call->inputs[1])));
}
