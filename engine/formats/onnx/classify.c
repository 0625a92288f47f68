/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* IsInf (x): of either sign, by detect_negative and detect_positive. */
void
koma_onnx_rule_is_inf (KomaOnnxCall *call)
{
  const gboolean    has_negative = koma_onnx_attr_int (call->node, "detect_negative", 1) != 0;
  const gboolean    has_positive = koma_onnx_attr_int (call->node, "detect_positive", 1) != 0;
  const KomaValueId x = call->inputs[0];
  const KomaValueId is_inf = koma_onnx_add_named (call, "IsInf", NULL, 1, x);
  KomaValueId       other = KOMA_VALUE_NONE;
  KomaValueId       is_meant = KOMA_VALUE_NONE;

  if (has_negative && has_positive) {
    koma_onnx_return (call, is_inf);
    return;
  }
  other = has_negative || has_positive ? koma_onnx_float (call, 0) : x;
  /* With neither: what is not equal to itself is no infinity. */
  is_meant = koma_onnx_add (call,
                            has_negative   ? KOMA_OP_LESS
                            : has_positive ? KOMA_OP_GREATER
                                           : KOMA_OP_NOT_EQUAL,
                            NULL, 2, x, other);
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_LOGICAL_AND, NULL, 2, is_inf, is_meant));
}
