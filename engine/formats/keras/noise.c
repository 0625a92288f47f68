/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers that change numbers by chance while a model is trained, and nothing otherwise. */
#include <math.h>

#include "config.h"
#include "layers.h"
#include "random.h"

#include "engine/formats/json.h"

/* Of selu, which AlphaDropout keeps mean and variance of. */
#define ALPHA (-1.7580993408473766)

/* Box and Muller */
static KomaValueId
add_normal (KomaBuilder         *b,
            const KomaKerasCall *call,
            KomaShape            shape,
            double               mean,
            double               deviation)
{
  KomaValueId radius = koma_builder_unary (b, KOMA_OP_NEG, koma_keras_add_uniform (b, call, shape));
  KomaValueId angle =
    koma_builder_with_number (b, KOMA_OP_MUL, koma_keras_add_uniform (b, call, shape), 2 * G_PI);

  radius = koma_builder_unary (b, KOMA_OP_LOG1P, radius);
  radius = koma_builder_with_number (b, KOMA_OP_MUL, radius, -2 * deviation * deviation);
  radius = koma_builder_unary (b, KOMA_OP_SQRT, radius);
  angle = koma_builder_unary (b, KOMA_OP_COS, angle);
  return koma_builder_with_number (b, KOMA_OP_ADD,
                                   koma_builder_binary (b, KOMA_OP_MUL, radius, angle), mean);
}

/* 1 with a probability of 1 - rate, else 0 */
static KomaValueId
add_kept (KomaBuilder         *b,
          const KomaKerasCall *call,
          KomaShape            shape,
          double               rate)
{
  const KomaValueId kept = koma_builder_with_number (
    b, KOMA_OP_GREATER_EQUAL, koma_keras_add_uniform (b, call, shape), rate);

  return koma_builder_cast (b, kept, KOMA_DTYPE_FLOAT32);
}

/* What is kept is larger, so that the mean stays. */
static KomaValueId
add_scale (KomaBuilder         *b,
           const KomaKerasCall *call,
           KomaShape            shape,
           double               rate)
{
  return koma_builder_with_number (b, KOMA_OP_MUL, add_kept (b, call, shape, rate), 1 / (1 - rate));
}

/* (x · kept + ALPHA · (1 - kept)) · a + b */
static KomaValueId
add_alpha_dropout (KomaBuilder         *b,
                   const KomaKerasCall *call,
                   KomaShape            shape,
                   double               rate)
{
  const double      a = 1 / sqrt ((1 - rate) * (1 + rate * ALPHA * ALPHA));
  const KomaValueId kept = add_kept (b, call, shape, rate);
  KomaValueId       y = koma_builder_with_number (b, KOMA_OP_SUB, call->inputs[0], ALPHA);

  y = koma_builder_binary (b, KOMA_OP_MUL, y, kept);
  y = koma_builder_with_number (b, KOMA_OP_ADD, y, ALPHA);
  y = koma_builder_with_number (b, KOMA_OP_MUL, y, a);
  return koma_builder_with_number (b, KOMA_OP_ADD, y, -a * ALPHA * rate);
}

static KomaValueId
add_noise (KomaBuilder         *b,
           const KomaKerasCall *call,
           KomaShape            shape,
           double               amount)
{
  const KomaValueId x = call->inputs[0];

  if (g_str_equal (call->class_name, "GaussianNoise"))
    return koma_builder_binary (b, KOMA_OP_ADD, x, add_normal (b, call, shape, 0, amount));
  if (g_str_equal (call->class_name, "GaussianDropout"))
    return koma_builder_binary (b, KOMA_OP_MUL, x,
                                add_normal (b, call, shape, 1, sqrt (amount / (1 - amount))));
  if (g_str_equal (call->class_name, "AlphaDropout"))
    return add_alpha_dropout (b, call, shape, amount);
  return koma_builder_binary (b, KOMA_OP_MUL, x, add_scale (b, call, shape, amount));
}

/* The setting "noise_shape", and what SpatialDropout means: whole channels are dropped. */
static KomaShape
read_shape (KomaBuilder         *b,
            const KomaKerasCall *call)
{
  JsonArray *dims = koma_json_get_array (call->config, "noise_shape");
  KomaShape  shape = koma_builder_get_shape (b, call->inputs[0]);

  if (dims != NULL && koma_json_array_length (dims) != shape.rank)
    koma_builder_fail (b, KOMA_ERROR_MODEL,
                       "setting “noise_shape” has not the %u dimensions of the input", shape.rank);
  for (guint d = 0; d < shape.rank; d++) {
    gint64 dim = 0;

    if (koma_json_node_int (koma_json_element (dims, d), &dim)) {
      if (dim != 1 && dim != shape.dims[d])
        koma_builder_fail (b, KOMA_ERROR_SHAPE, "setting “noise_shape” does not fit the input");
      shape.dims[d] = dim;
    }
    if (g_str_has_prefix (call->class_name, "Spatial") && d > 0 && d + 1 < shape.rank)
      shape.dims[d] = 1;
  }
  return shape;
}

/**
 * koma_keras_add_dropout_factors:
 * @shape: of the factors
 * @rate: 0 or more, less than 1
 *
 * What dropout multiplies a value by: 0 by chance, others in each run. Only where a model is built.
 *
 * Errors: %KOMA_ERROR_MODEL if @rate is out of range; %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_dropout_factors (KomaBuilder         *b,
                                const KomaKerasCall *call,
                                const KomaShape     *shape,
                                double               rate)
{
  if (!(rate >= 0 && rate < 1))
    return koma_builder_fail (b, KOMA_ERROR_MODEL,
                              "dropout is %g, expected 0 or more, less than 1", rate);
  return add_scale (b, call, *shape, rate);
}

/* Dropout, SpatialDropout1D … 3D, AlphaDropout, GaussianDropout, GaussianNoise */
KomaValueId
koma_keras_noise (KomaBuilder         *b,
                  const KomaKerasCall *call)
{
  const gboolean is_added = g_str_equal (call->class_name, "GaussianNoise");
  const char    *setting = is_added ? "stddev" : "rate";
  double         amount = 0;
  KomaShape      shape;

  if (!call->keras->is_training)
    return koma_builder_unary (b, call->op, call->inputs[0]);
  amount = koma_keras_config_double (call, setting, 0);
  shape = read_shape (b, call);
  if (!(amount >= 0 && (is_added || amount < 1)))
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “%s” is %g", setting, amount);
  return add_noise (b, call, shape, amount);
}
