/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* Trilu (x, k): the elements above diagonal k and on it; with the attribute upper = 0, those below
 * and on it. */
void
koma_onnx_rule_trilu (KomaOnnxCall *call)
{
  const gboolean   is_upper = koma_onnx_attr_int (call->node, "upper", 1) != 0;
  const KomaArray *k = koma_onnx_known (call, koma_onnx_input (call, 1));
  KomaAttrs       *attrs = NULL;

  if (koma_onnx_has_input (call, 1) && (k == NULL || k->count != 1)) {
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "a diagonal that is computed");
    return;
  }
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "diagonal", k != NULL ? koma_array_get_int (k, 0) : 0);
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_MATRIX_BAND_PART, attrs, 3, call->inputs[0],
                                         koma_onnx_number (call, KOMA_DTYPE_INT32,
                                                           is_upper ? 0 : -1),
                                         koma_onnx_number (call, KOMA_DTYPE_INT32,
                                                           is_upper ? -1 : 0)));
}
