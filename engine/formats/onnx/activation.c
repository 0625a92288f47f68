/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of one number, with constants at most. */

#include "broadcast.h"
#include "rules.h"

/* clip (x * alpha + beta, 0, 1) */
static KomaValueId
add_hard_sigmoid (KomaOnnxCall *call,
                  double        alpha,
                  double        beta)
{
  const KomaValueId line = koma_onnx_with_float (call, KOMA_OP_MUL, call->inputs[0], alpha);

  return koma_onnx_clip (call, koma_onnx_with_float (call, KOMA_OP_ADD, line, beta), 0, 1);
}

static KomaValueId
add_elu (KomaOnnxCall *call,
         KomaValueId   x,
         double        alpha)
{
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_ELU, koma_attrs_new_float ("alpha", alpha), x);
}

/* Celu (x) = alpha * Elu (x / alpha) */
KomaValueId
koma_onnx_rule_celu (KomaOnnxCall *call)
{
  const double      alpha = koma_onnx_attr_float (call->node, "alpha", 1);
  const KomaValueId x = koma_onnx_with_float (call, KOMA_OP_MUL, call->inputs[0], 1 / alpha);

  return koma_onnx_with_float (call, KOMA_OP_MUL, add_elu (call, x, 1), alpha);
}

KomaValueId
koma_onnx_rule_elu (KomaOnnxCall *call)
{
  return add_elu (call, call->inputs[0], koma_onnx_attr_float (call->node, "alpha", 1));
}

KomaValueId
koma_onnx_rule_gelu (KomaOnnxCall *call)
{
  g_autofree char *by = koma_onnx_attr_string (call->node, "approximate", "none");

  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GELU,
                            koma_attrs_new_int ("approximate", g_str_equal (by, "tanh")),
                            call->inputs[0]);
}

KomaValueId
koma_onnx_rule_hard_sigmoid (KomaOnnxCall *call)
{
  return add_hard_sigmoid (call, koma_onnx_attr_float (call->node, "alpha", 0.2),
                           koma_onnx_attr_float (call->node, "beta", 0.5));
}

KomaValueId
koma_onnx_rule_hard_swish (KomaOnnxCall *call)
{
  return koma_builder_binary (call->nodes, KOMA_OP_MUL, call->inputs[0],
                              add_hard_sigmoid (call, 1.0 / 6, 0.5));
}

KomaValueId
koma_onnx_rule_leaky_relu (KomaOnnxCall *call)
{
  const double alpha = koma_onnx_attr_float (call->node, "alpha", 0.01);

  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_LEAKY_RELU, koma_attrs_new_float ("alpha", alpha),
                            call->inputs[0]);
}

/* Mish (x) = x * tanh (softplus (x)) */
KomaValueId
koma_onnx_rule_mish (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  const KomaValueId softplus = koma_builder_unary (call->nodes, KOMA_OP_SOFTPLUS, x);

  return koma_builder_binary (call->nodes, KOMA_OP_MUL, x,
                              koma_builder_unary (call->nodes, KOMA_OP_TANH, softplus));
}

/* PRelu (x, slope): before opset 7 a slope of one dimension is that of the channels. */
KomaValueId
koma_onnx_rule_prelu (KomaOnnxCall *call)
{
  KomaValueId     slope = call->inputs[1];
  const KomaShape shape = koma_builder_get_shape (call->nodes, slope);

  if (call->opset < 7 && koma_builder_get_rank (call->nodes, call->inputs[0]) > 1 &&
      shape.rank == 1 && shape.dims[0] > 1)
    slope = koma_onnx_align_at (call, call->inputs[0], slope, 1);
  return koma_builder_binary (call->nodes, KOMA_OP_PRELU, call->inputs[0], slope);
}

static KomaValueId
add_swish (KomaOnnxCall *call,
           double        alpha)
{
  const KomaValueId x = call->inputs[0];
  const KomaValueId bent = alpha == 1 ? x : koma_onnx_with_float (call, KOMA_OP_MUL, x, alpha);

  return koma_builder_binary (call->nodes, KOMA_OP_MUL, x,
                              koma_builder_unary (call->nodes, KOMA_OP_SIGMOID, bent));
}

/* Swish (x) = x * sigmoid (alpha * x) */
KomaValueId
koma_onnx_rule_swish (KomaOnnxCall *call)
{
  return add_swish (call, koma_onnx_attr_float (call->node, "alpha", 1));
}

/* com.microsoft.QuickGelu (x) = x * sigmoid (alpha * x) */
KomaValueId
koma_onnx_rule_quick_gelu (KomaOnnxCall *call)
{
  return add_swish (call, koma_onnx_attr_float (call->node, "alpha", 1.702));
}

static KomaValueId
select_from (KomaOnnxCall *call,
             KomaValueId   condition,
             KomaValueId   yes,
             KomaValueId   no)
{
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_SELECT, NULL, condition, yes, no);
}

/* ThresholdedRelu (x) = x where it is above alpha, else 0 */
KomaValueId
koma_onnx_rule_thresholded_relu (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  const KomaValueId is_above = koma_onnx_with_float (
    call, KOMA_OP_GREATER, x, koma_onnx_attr_float (call->node, "alpha", 1));

  return select_from (call, is_above, x, koma_builder_float (call->nodes, 0));
}

/* Shrink (x) = x + bias where it is below -lambd, x - bias where it is above lambd, else 0 */
KomaValueId
koma_onnx_rule_shrink (KomaOnnxCall *call)
{
  const double      bias = koma_onnx_attr_float (call->node, "bias", 0);
  const double      lambd = koma_onnx_attr_float (call->node, "lambd", 0.5);
  const KomaValueId x = call->inputs[0];
  const KomaValueId is_low = koma_onnx_with_float (call, KOMA_OP_LESS, x, -lambd);
  const KomaValueId is_high = koma_onnx_with_float (call, KOMA_OP_GREATER, x, lambd);
  const KomaValueId low = koma_onnx_with_float (call, KOMA_OP_ADD, x, bias);
  const KomaValueId high = koma_onnx_with_float (call, KOMA_OP_ADD, x, -bias);

  return select_from (call, is_low, low,
                      select_from (call, is_high, high, koma_builder_float (call->nodes, 0)));
}

/* Koma's Selu has the constants of the paper (Klambauer et al. 2017); any other are Elu's. */
KomaValueId
koma_onnx_rule_selu (KomaOnnxCall *call)
{
  const double alpha = koma_onnx_attr_float (call->node, "alpha", 1.67326319);
  const double gamma = koma_onnx_attr_float (call->node, "gamma", 1.05070102);

  if (fabs (alpha - 1.67326319) < 1e-5 && fabs (gamma - 1.05070102) < 1e-5)
    return koma_builder_unary (call->nodes, KOMA_OP_SELU, call->inputs[0]);
  return koma_onnx_with_float (call, KOMA_OP_MUL, add_elu (call, call->inputs[0], alpha), gamma);
}

/* The number of a bound that is known ahead; NaN where it is not. */
static double
get_bound (const KomaOnnxCall *call,
           KomaValueId         bound,
           double              fallback)
{
  const KomaArray *tensor = koma_onnx_known (call, bound);

  if (bound == KOMA_VALUE_NONE)
    return fallback;
  return tensor != NULL && tensor->count == 1 && tensor->dtype == KOMA_DTYPE_FLOAT32
           ? *(const float *) tensor->data
           : NAN;
}

/* An attribute before opset 11. */
static KomaValueId
read_bound (KomaOnnxCall *call,
            const char   *attr,
            guint         input)
{
  return call->opset < 11 && koma_onnx_has_attr (call->node, attr)
           ? koma_builder_float (call->nodes, koma_onnx_attr_float (call->node, attr, 0))
           : koma_onnx_input (call, input);
}

/* Clip (x, min, max): max wins where min is above it. */
KomaValueId
koma_onnx_rule_clip (KomaOnnxCall *call)
{
  KomaValueId       x = call->inputs[0];
  const KomaDType   dtype = koma_builder_get_dtype (call->nodes, x);
  const KomaDType   wide = koma_onnx_is_8_bit (call, x) ? KOMA_DTYPE_INT32 : dtype;
  const KomaValueId low = read_bound (call, "min", 1);
  const KomaValueId high = read_bound (call, "max", 2);
  const double      min = get_bound (call, low, -INFINITY);
  const double      max = get_bound (call, high, INFINITY);

  if (dtype == KOMA_DTYPE_FLOAT32 && min <= max)
    return koma_onnx_clip (call, x, min, max);
  x = koma_onnx_cast (call, x, wide);
  if (low != KOMA_VALUE_NONE)
    x = koma_builder_binary (call->nodes, KOMA_OP_MAXIMUM, x, koma_onnx_cast (call, low, wide));
  if (high != KOMA_VALUE_NONE)
    x = koma_builder_binary (call->nodes, KOMA_OP_MINIMUM, x, koma_onnx_cast (call, high, wide));
  return koma_onnx_cast (call, x, dtype);
}

/* Cast: to the type that Koma holds such numbers in. float16 and bfloat16 are computed in float32,
 * so nothing is rounded. */
KomaValueId
koma_onnx_rule_cast (KomaOnnxCall *call)
{
  const KomaOnnxType type = koma_onnx_type_get ((int) koma_onnx_attr_int (call->node, "to", 0));

  if (type.size == 0)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "to %s", type.name);
  return koma_onnx_cast (call, call->inputs[0], type.dtype);
}

/* CastLike (x, like) */
KomaValueId
koma_onnx_rule_cast_like (KomaOnnxCall *call)
{
  return koma_onnx_cast (call, call->inputs[0],
                         koma_builder_get_dtype (call->nodes, call->inputs[1]));
}

/* IsInf (x): of either sign, by detect_negative and detect_positive. */
KomaValueId
koma_onnx_rule_is_inf (KomaOnnxCall *call)
{
  const gboolean    has_negative = koma_onnx_attr_int (call->node, "detect_negative", 1) != 0;
  const gboolean    has_positive = koma_onnx_attr_int (call->node, "detect_positive", 1) != 0;
  const KomaValueId x = call->inputs[0];
  const KomaValueId is_inf = koma_builder_unary (call->nodes, KOMA_OP_IS_INF, x);
  KomaValueId       is_meant = KOMA_VALUE_NONE;

  if (has_negative && has_positive)
    return is_inf;
  /* With neither: what is not equal to itself is no infinity. */
  is_meant = has_negative || has_positive
               ? koma_onnx_with_float (call, has_negative ? KOMA_OP_LESS : KOMA_OP_GREATER, x, 0)
               : koma_builder_binary (call->nodes, KOMA_OP_NOT_EQUAL, x, x);
  return koma_builder_binary (call->nodes, KOMA_OP_LOGICAL_AND, is_inf, is_meant);
}
