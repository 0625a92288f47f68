/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Normalisation by the root of the mean square, and what onnxruntime makes of a sum and a
 * normalisation over the last dimension. */

#include "normalization.h"
#include "parts.h"
#include "rules.h"

/* 1 / sqrt (mean (x²) + epsilon) */
static KomaValueId
add_inverse (KomaOnnxCall *call,
             KomaValueId   x,
             guint         axes,
             double        fallback)
{
  const KomaValueId square = koma_builder_unary (call->nodes, KOMA_OP_SQUARE, x);

  return koma_onnx_inverse_root (
    call, koma_builder_reduce (call->nodes, KOMA_OP_MEAN, square, axes, TRUE), fallback);
}

static KomaValueId
multiply (KomaOnnxCall *call,
          KomaValueId   x,
          KomaValueId   inverse,
          KomaValueId   scale)
{
  return koma_builder_binary (call->nodes, KOMA_OP_MUL,
                              koma_builder_binary (call->nodes, KOMA_OP_MUL, x, inverse), scale);
}

/* RMSNormalization, and SimplifiedLayerNormalization, as onnxruntime calls it (x, scale): over the
 * dimensions from axis on. */
KomaValueId
koma_onnx_rule_rms_normalization (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  const guint       rank = koma_builder_get_rank (call->nodes, x);
  const guint       axes = koma_onnx_axes_from (koma_onnx_attr_axis (call, -1), rank);
  const KomaValueId inverse = add_inverse (call, x, axes, 1e-5);

  koma_onnx_give (call, inverse);
  return multiply (call, x, inverse, call->inputs[1]);
}

#define SKIP_EPSILON 1e-12

/* Of the first two inputs and the bias; the results have its last dimension in @ret_last. */
static KomaValueId
add_up (KomaOnnxCall *call,
        guint         bias,
        guint        *ret_last)
{
  const KomaValueId sum = koma_onnx_plus (
    call, koma_builder_binary (call->nodes, KOMA_OP_ADD, call->inputs[0], call->inputs[1]),
    koma_onnx_input (call, bias));

  *ret_last = 1u << koma_onnx_axis (call, -1, koma_builder_get_rank (call->nodes, sum));
  return sum;
}

/* SkipLayerNormalization (x, skip, scale, b, bias): of x + skip + bias. Results: y, mean, 1 /
 * deviation, the sum. */
KomaValueId
koma_onnx_rule_skip_layer_normalization (KomaOnnxCall *call)
{
  guint             last = 0;
  const KomaValueId sum = add_up (call, 4, &last);
  const KomaValueId mean = koma_builder_reduce (call->nodes, KOMA_OP_MEAN, sum, last, TRUE);
  const KomaValueId centred = koma_builder_binary (call->nodes, KOMA_OP_SUB, sum, mean);
  const KomaValueId inverse = add_inverse (call, centred, last, SKIP_EPSILON);

  koma_onnx_give (call, mean);
  koma_onnx_give (call, inverse);
  koma_onnx_give (call, sum);
  return koma_onnx_plus (call, multiply (call, centred, inverse, call->inputs[2]),
                         koma_onnx_input (call, 3));
}

/* SkipSimplifiedLayerNormalization (x, skip, scale, bias), likewise by the mean square. */
KomaValueId
koma_onnx_rule_skip_rms_normalization (KomaOnnxCall *call)
{
  guint             last = 0;
  const KomaValueId sum = add_up (call, 3, &last);
  const KomaValueId inverse = add_inverse (call, sum, last, SKIP_EPSILON);

  koma_onnx_give (call, koma_builder_reduce (call->nodes, KOMA_OP_MEAN, sum, last, TRUE));
  koma_onnx_give (call, inverse);
  koma_onnx_give (call, sum);
  return multiply (call, sum, inverse, call->inputs[2]);
}
