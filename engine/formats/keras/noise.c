/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers that change numbers by chance while a model is trained, and nothing otherwise. */
#include <math.h>

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"
#include "engine/graph/builder.h"

/* Of selu, which AlphaDropout keeps mean and variance of. */
#define ALPHA (-1.7580993408473766)

typedef struct
{
  KomaKerasBuilder    *builder;
  const KomaKerasCall *call;
  KomaBuilder          emit;
  KomaValueId          x;
  KomaShape            shape; /* of the noise: broadcast where it is 1 */
} Noise;

/* In [0, 1); other numbers in each run. */
static KomaValueId
emit_uniform (Noise *self)
{
  const KomaShape   pair = KOMA_SHAPE (2);
  const KomaValueId key =
    koma_graph_add_input (self->builder->graph, "key", KOMA_DTYPE_INT32, &pair);

  g_array_append_val (self->builder->keys, key);
  return koma_builder_binary (&self->emit, KOMA_OP_RANDOM_UNIFORM,
                              koma_builder_shape (&self->emit, self->shape), key);
}

/* Box and Muller */
static KomaValueId
emit_normal (Noise *self,
             double mean,
             double deviation)
{
  KomaBuilder *emit = &self->emit;
  KomaValueId  radius = koma_builder_unary (emit, KOMA_OP_NEG, emit_uniform (self));
  KomaValueId  angle = koma_builder_with_number (emit, KOMA_OP_MUL, emit_uniform (self), 2 * G_PI);

  radius = koma_builder_unary (emit, KOMA_OP_LOG1P, radius);
  radius = koma_builder_unary (emit, KOMA_OP_SQRT,
                               koma_builder_with_number (emit, KOMA_OP_MUL, radius,
                                                         -2 * deviation * deviation));
  angle = koma_builder_unary (emit, KOMA_OP_COS, angle);
  return koma_builder_with_number (emit, KOMA_OP_ADD,
                                   koma_builder_binary (emit, KOMA_OP_MUL, radius, angle), mean);
}

/* 1 with a probability of 1 - rate, else 0 */
static KomaValueId
emit_kept (Noise *self,
           double rate)
{
  const KomaValueId kept =
    koma_builder_with_number (&self->emit, KOMA_OP_GREATER_EQUAL, emit_uniform (self), rate);

  return koma_builder_cast (&self->emit, kept, KOMA_DTYPE_FLOAT32);
}

/* What is kept is larger, so that the mean stays. */
static KomaValueId
emit_scale (Noise *self,
            double rate)
{
  return koma_builder_with_number (&self->emit, KOMA_OP_MUL, emit_kept (self, rate),
                                   1 / (1 - rate));
}

static KomaValueId
emit_dropout (Noise *self,
              double rate)
{
  return koma_builder_binary (&self->emit, KOMA_OP_MUL, self->x, emit_scale (self, rate));
}

/* (x · kept + ALPHA · (1 - kept)) · a + b */
static KomaValueId
emit_alpha_dropout (Noise *self,
                    double rate)
{
  KomaBuilder      *emit = &self->emit;
  const double      a = 1 / sqrt ((1 - rate) * (1 + rate * ALPHA * ALPHA));
  const KomaValueId kept = emit_kept (self, rate);
  KomaValueId       y = koma_builder_with_number (emit, KOMA_OP_SUB, self->x, ALPHA);

  y = koma_builder_binary (emit, KOMA_OP_MUL, y, kept);
  y = koma_builder_with_number (emit, KOMA_OP_ADD, y, ALPHA);
  y = koma_builder_with_number (emit, KOMA_OP_MUL, y, a);
  return koma_builder_with_number (emit, KOMA_OP_ADD, y, -a * ALPHA * rate);
}

static KomaValueId
emit_noise (Noise *self,
            double amount)
{
  const char *class_name = self->call->class_name;

  if (g_str_equal (class_name, "GaussianNoise"))
    return koma_builder_binary (&self->emit, KOMA_OP_ADD, self->x, emit_normal (self, 0, amount));
  if (g_str_equal (class_name, "GaussianDropout"))
    return koma_builder_binary (&self->emit, KOMA_OP_MUL, self->x,
                                emit_normal (self, 1, sqrt (amount / (1 - amount))));
  return g_str_equal (class_name, "AlphaDropout") ? emit_alpha_dropout (self, amount)
                                                  : emit_dropout (self, amount);
}

/* The setting "noise_shape", and what SpatialDropout means: whole channels are dropped. */
static gboolean
read_shape (Noise   *self,
            GError **error)
{
  JsonArray *dims = koma_json_get_array (self->call->config, "noise_shape");

  if (dims != NULL && koma_json_array_length (dims) != self->shape.rank)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "setting “noise_shape” has not the %u dimensions of the input",
                      self->shape.rank);
  for (guint d = 0; d < self->shape.rank; d++) {
    gint64 dim = 0;

    if (koma_json_node_int (koma_json_element (dims, d), &dim)) {
      if (dim != 1 && dim != self->shape.dims[d])
        return koma_fail (error, KOMA_ERROR_SHAPE, "setting “noise_shape” does not fit the input");
      self->shape.dims[d] = dim;
    }
    if (g_str_has_prefix (self->call->class_name, "Spatial") && d > 0 && d + 1 < self->shape.rank)
      self->shape.dims[d] = 1;
  }
  return TRUE;
}

static gboolean
train (Noise       *self,
       KomaValueId *ret_output,
       GError     **error)
{
  const gboolean is_added = g_str_equal (self->call->class_name, "GaussianNoise");
  double         amount = 0;

  if (!koma_keras_config_double (self->call, is_added ? "stddev" : "rate", 0, &amount, error) ||
      !read_shape (self, error))
    return FALSE;
  if (!(amount >= 0 && (is_added || amount < 1)))
    return koma_fail (error, KOMA_ERROR_MODEL, "setting “%s” is %g", is_added ? "stddev" : "rate",
                      amount);
  koma_builder_init (&self->emit, self->builder->graph, self->call->name);
  *ret_output = emit_noise (self, amount);
  return koma_builder_finish (&self->emit, error);
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
gboolean
koma_keras_add_dropout_factors (KomaKerasBuilder    *builder,
                                const KomaKerasCall *call,
                                const KomaShape     *shape,
                                double               rate,
                                KomaValueId         *ret_factors,
                                GError             **error)
{
  Noise self = { .builder = builder, .call = call, .shape = *shape };

  if (!(rate >= 0 && rate < 1))
    return koma_fail (error, KOMA_ERROR_MODEL, "dropout is %g, expected 0 or more, less than 1",
                      rate);
  koma_builder_init (&self.emit, builder->graph, call->name);
  *ret_factors = emit_scale (&self, rate);
  return koma_builder_finish (&self.emit, error);
}

/* Dropout, SpatialDropout1D … 3D, AlphaDropout, GaussianDropout, GaussianNoise */
gboolean
koma_keras_noise (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  KomaValueId         *ret_output,
                  GError             **error)
{
  Noise self = {
    .builder = builder,
    .call = call,
    .x = call->inputs[0],
  };

  if (!builder->is_building || !builder->is_training)
    return koma_keras_add_unary (builder, call->op, call->name, call->inputs[0], ret_output,
                                 error);
  self.shape = koma_graph_get_value (builder->graph, self.x)->shape;
  return train (&self, ret_output, error);
}
