/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of one number, with constants at most. */

#include "broadcast.h"
#include "rules.h"

static KomaValueId
add_with_alpha (KomaOnnxCall *call,
                KomaOp        op,
                KomaValueId   x,
                double        alpha)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "alpha", alpha);
  return koma_onnx_add (call, op, attrs, 1, x);
}

/* clip (x * alpha + beta, 0, 1) */
static KomaValueId
add_hard_sigmoid (KomaOnnxCall *call,
                  double        alpha,
                  double        beta)
{
  const KomaValueId line =
    koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, koma_onnx_scale (call, call->inputs[0], alpha),
                   koma_onnx_float (call, beta));

  return koma_onnx_add (call, KOMA_OP_CLIP, NULL, 3, line, koma_onnx_float (call, 0),
                        koma_onnx_float (call, 1));
}

/* Operators that are an op of Koma's, of one input and without attributes. */
void
koma_onnx_rule_unary (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add_named (call, call->koma_op, NULL, 1, call->inputs[0]));
}

/* Celu (x) = alpha * Elu (x / alpha) */
void
koma_onnx_rule_celu (KomaOnnxCall *call)
{
  const double      alpha = koma_onnx_attr_float (call->node, "alpha", 1);
  const KomaValueId elu =
    add_with_alpha (call, KOMA_OP_ELU, koma_onnx_scale (call, call->inputs[0], 1 / alpha), 1);

  koma_onnx_return (call, koma_onnx_scale (call, elu, alpha));
}

void
koma_onnx_rule_elu (KomaOnnxCall *call)
{
  const double alpha = koma_onnx_attr_float (call->node, "alpha", 1);

  koma_onnx_return (call, add_with_alpha (call, KOMA_OP_ELU, call->inputs[0], alpha));
}

void
koma_onnx_rule_gelu (KomaOnnxCall *call)
{
  g_autofree char *approximate = koma_onnx_attr_string (call->node, "approximate", "none");
  KomaAttrs       *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "approximate", g_str_equal (approximate, "tanh"));
  koma_onnx_return (call, koma_onnx_add_named (call, "Gelu", attrs, 1, call->inputs[0]));
}

void
koma_onnx_rule_hard_sigmoid (KomaOnnxCall *call)
{
  koma_onnx_return (call,
                    add_hard_sigmoid (call, koma_onnx_attr_float (call->node, "alpha", 0.2),
                                      koma_onnx_attr_float (call->node, "beta", 0.5)));
}

void
koma_onnx_rule_hard_swish (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, call->inputs[0],
                                         add_hard_sigmoid (call, 1.0 / 6, 0.5)));
}

void
koma_onnx_rule_leaky_relu (KomaOnnxCall *call)
{
  const double alpha = koma_onnx_attr_float (call->node, "alpha", 0.01);

  koma_onnx_return (call, add_with_alpha (call, KOMA_OP_LEAKY_RELU, call->inputs[0], alpha));
}

/* Mish (x) = x * tanh (softplus (x)) */
void
koma_onnx_rule_mish (KomaOnnxCall *call)
{
  const KomaValueId softplus = koma_onnx_add (call, KOMA_OP_SOFTPLUS, NULL, 1, call->inputs[0]);

  koma_onnx_return (call,
                    koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, call->inputs[0],
                                   koma_onnx_add (call, KOMA_OP_TANH, NULL, 1, softplus)));
}

/* PRelu (x, slope): before opset 7 a slope of one dimension is that of the channels. */
void
koma_onnx_rule_prelu (KomaOnnxCall *call)
{
  KomaValueId slope = call->inputs[1];

  if (call->opset < 7 && koma_onnx_rank (call, call->inputs[0]) > 1 &&
      koma_onnx_rank (call, slope) == 1 && koma_onnx_shape (call, slope)->dims[0] > 1)
    slope = koma_onnx_align_at (call, call->inputs[0], slope, 1);
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_PRELU, NULL, 2, call->inputs[0], slope));
}

static KomaValueId
add_swish (KomaOnnxCall *call,
           double        alpha)
{
  const KomaValueId x = call->inputs[0];

  return koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, x,
                        koma_onnx_add (call, KOMA_OP_SIGMOID, NULL, 1,
                                       alpha == 1 ? x : koma_onnx_scale (call, x, alpha)));
}

/* Swish (x) = x * sigmoid (alpha * x) */
void
koma_onnx_rule_swish (KomaOnnxCall *call)
{
  koma_onnx_return (call, add_swish (call, koma_onnx_attr_float (call->node, "alpha", 1)));
}

/* com.microsoft.QuickGelu (x) = x * sigmoid (alpha * x) */
void
koma_onnx_rule_quick_gelu (KomaOnnxCall *call)
{
  koma_onnx_return (call, add_swish (call, koma_onnx_attr_float (call->node, "alpha", 1.702)));
}

/* ThresholdedRelu (x) = x where it is above alpha, else 0 */
void
koma_onnx_rule_thresholded_relu (KomaOnnxCall *call)
{
  const double      alpha = koma_onnx_attr_float (call->node, "alpha", 1);
  const KomaValueId is_above = koma_onnx_add (call, KOMA_OP_GREATER, NULL, 2, call->inputs[0],
                                              koma_onnx_float (call, alpha));

  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_SELECT, NULL, 3, is_above, call->inputs[0],
                                         koma_onnx_float (call, 0)));
}

/* Shrink (x) = x + bias where it is below -lambd, x - bias where it is above lambd, else 0 */
void
koma_onnx_rule_shrink (KomaOnnxCall *call)
{
  const double      bias = koma_onnx_attr_float (call->node, "bias", 0);
  const double      lambd = koma_onnx_attr_float (call->node, "lambd", 0.5);
  const KomaValueId x = call->inputs[0];
  const KomaValueId is_low =
    koma_onnx_add (call, KOMA_OP_LESS, NULL, 2, x, koma_onnx_float (call, -lambd));
  const KomaValueId is_high =
    koma_onnx_add (call, KOMA_OP_GREATER, NULL, 2, x, koma_onnx_float (call, lambd));
  const KomaValueId low =
    koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, x, koma_onnx_float (call, bias));
  const KomaValueId high =
    koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, x, koma_onnx_float (call, -bias));

  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_SELECT, NULL, 3, is_low, low,
                                         koma_onnx_add (call, KOMA_OP_SELECT, NULL, 3, is_high,
                                                        high, koma_onnx_float (call, 0))));
}

/* Koma's Selu has the constants of the paper (Klambauer et al. 2017); any other are Elu's. */
void
koma_onnx_rule_selu (KomaOnnxCall *call)
{
  const double alpha = koma_onnx_attr_float (call->node, "alpha", 1.67326319);
  const double gamma = koma_onnx_attr_float (call->node, "gamma", 1.05070102);

  if (fabs (alpha - 1.67326319) < 1e-5 && fabs (gamma - 1.05070102) < 1e-5)
    koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_SELU, NULL, 1, call->inputs[0]));
  else {
    const KomaValueId elu = add_with_alpha (call, KOMA_OP_ELU, call->inputs[0], alpha);

    koma_onnx_return (call, koma_onnx_scale (call, elu, gamma));
  }
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

/* Clip (x, min, max): attributes before opset 11. max wins where min is above it. */
void
koma_onnx_rule_clip (KomaOnnxCall *call)
{
  KomaValueId    x = call->inputs[0];
  KomaValueId    low = koma_onnx_input (call, 1);
  KomaValueId    high = koma_onnx_input (call, 2);
  const gboolean is_8_bit = koma_onnx_is_8_bit (call, x);
  double         min = 0;
  double         max = 0;

  if (call->opset < 11 && koma_onnx_has_attr (call->node, "min"))
    low = koma_onnx_float (call, koma_onnx_attr_float (call->node, "min", 0));
  if (call->opset < 11 && koma_onnx_has_attr (call->node, "max"))
    high = koma_onnx_float (call, koma_onnx_attr_float (call->node, "max", 0));
  min = get_bound (call, low, -INFINITY);
  max = get_bound (call, high, INFINITY);
  if (koma_onnx_dtype (call, x) == KOMA_DTYPE_FLOAT32 && min <= max) {
    koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_CLIP, NULL, 3, x,
                                           koma_onnx_float (call, min),
                                           koma_onnx_float (call, max)));
    return;
  }
  if (is_8_bit)
    x = koma_onnx_cast (call, x, KOMA_DTYPE_INT32);
  if (low != KOMA_VALUE_NONE)
    x = koma_onnx_add (call, KOMA_OP_MAXIMUM, NULL, 2, x,
                       koma_onnx_cast (call, low, koma_onnx_dtype (call, x)));
  if (high != KOMA_VALUE_NONE)
    x = koma_onnx_add (call, KOMA_OP_MINIMUM, NULL, 2, x,
                       koma_onnx_cast (call, high, koma_onnx_dtype (call, x)));
  koma_onnx_return (call, koma_onnx_cast (call, x, koma_onnx_dtype (call, call->inputs[0])));
}
