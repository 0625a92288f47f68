/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Normalisation by the root of the mean square, and what onnxruntime makes of a sum and a
 * normalisation over the last dimension. */

#include "rules.h"

/* The mean over the dimensions from @axis on, which become 1. */
static KomaValueId
add_mean (KomaOnnxCall *call,
          KomaValueId   x,
          guint         axis)
{
  const guint rank = koma_onnx_rank (call, x);
  gint64      axes[KOMA_MAX_RANK] = { 0 };
  guint       n = 0;
  KomaAttrs  *attrs = koma_attrs_new ();

  for (guint i = axis; i < rank; i++)
    axes[n++] = i;
  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  return koma_onnx_add (call, KOMA_OP_MEAN, attrs, 2, x, koma_onnx_ints (call, axes, n));
}

/* 1 / sqrt (mean (x²) + epsilon) */
static KomaValueId
add_inverse (KomaOnnxCall *call,
             KomaValueId   x,
             guint         axis,
             double        fallback)
{
  const double      epsilon = koma_onnx_attr_float (call->node, "epsilon", fallback);
  const KomaValueId square = koma_onnx_add (call, KOMA_OP_SQUARE, NULL, 1, x);

  return koma_onnx_add (call, KOMA_OP_RSQRT, NULL, 1,
                        koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, add_mean (call, square, axis),
                                       koma_onnx_float (call, epsilon)));
}

static KomaValueId
multiply (KomaOnnxCall *call,
          KomaValueId   x,
          KomaValueId   inverse,
          KomaValueId   scale)
{
  return koma_onnx_add (call, KOMA_OP_MUL, NULL, 2,
                        koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, x, inverse), scale);
}

/* RMSNormalization, and SimplifiedLayerNormalization, as onnxruntime calls it (x, scale): over the
 * dimensions from axis on. */
void
koma_onnx_rule_rms_normalization (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  const guint       axis = koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", -1),
                                           koma_onnx_rank (call, x));
  const KomaValueId inverse = add_inverse (call, x, axis, 1e-5);

  koma_onnx_return (call, multiply (call, x, inverse, call->inputs[1]));
  koma_onnx_return (call, inverse);
}

#define SKIP_EPSILON 1e-12

static KomaValueId
add_up (KomaOnnxCall *call,
        guint         bias)
{
  const KomaValueId sum =
    koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, call->inputs[0], call->inputs[1]);

  return koma_onnx_has_input (call, bias)
           ? koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, sum, call->inputs[bias])
           : sum;
}

static guint
get_last (KomaOnnxCall *call,
          KomaValueId   x)
{
  return koma_onnx_axis (call, -1, koma_onnx_rank (call, x));
}

/* SkipLayerNormalization (x, skip, scale, b, bias): of x + skip + bias. Results: y, mean, 1 /
 * deviation, the sum. */
void
koma_onnx_rule_skip_layer_normalization (KomaOnnxCall *call)
{
  const KomaValueId sum = add_up (call, 4);
  const guint       last = get_last (call, sum);
  const KomaValueId mean = add_mean (call, sum, last);
  const KomaValueId centred = koma_onnx_add (call, KOMA_OP_SUB, NULL, 2, sum, mean);
  const KomaValueId inverse = add_inverse (call, centred, last, SKIP_EPSILON);
  KomaValueId       value = multiply (call, centred, inverse, call->inputs[2]);

  if (koma_onnx_has_input (call, 3))
    value = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, value, call->inputs[3]);
  koma_onnx_return (call, value);
  koma_onnx_return (call, mean);
  koma_onnx_return (call, inverse);
  koma_onnx_return (call, sum);
}

/* SkipSimplifiedLayerNormalization (x, skip, scale, bias), likewise by the mean square. */
void
koma_onnx_rule_skip_rms_normalization (KomaOnnxCall *call)
{
  const KomaValueId sum = add_up (call, 3);
  const guint       last = get_last (call, sum);
  const KomaValueId inverse = add_inverse (call, sum, last, SKIP_EPSILON);

  koma_onnx_return (call, multiply (call, sum, inverse, call->inputs[2]));
  koma_onnx_return (call, add_mean (call, sum, last));
  koma_onnx_return (call, inverse);
  koma_onnx_return (call, sum);
}
