/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* BatchNormalization as nodes:
 *
 *   y = (x − mean) / sqrt (variance + epsilon) · gamma + beta
 *
 * with the moving mean and variance, or, while training, with those of the batch, which then move
 * the moving ones: moving += (batch − moving) · (1 − momentum). The variance is that of the
 * population, without Bessel's correction, as in TensorFlow.js. A frozen layer does not train, as
 * in Keras. */
#include "batch-statistics.h"

#include "config.h"
#include "weight.h"

#include "engine/graph/builder.h"

typedef struct
{
  KomaKerasBuilder    *builder;
  const KomaKerasCall *call;
  guint                axis;
  double               epsilon;
  double               momentum;

  KomaValueId gamma; /* or KOMA_VALUE_NONE: 1 */
  KomaValueId beta;  /* or KOMA_VALUE_NONE: 0 */
  KomaValueId mean;  /* moving */
  KomaValueId variance;
  gboolean    is_frozen;
} Normalization;

/**
 * koma_keras_broadcast_shape:
 *
 * Returns: `[n, 1, …]`, with so many dimensions of 1 that it is broadcast along @axis
 */
KomaShape
koma_keras_broadcast_shape (guint  rank,
                            guint  axis,
                            gint64 n)
{
  KomaShape shape = { .rank = rank - axis };

  shape.dims[0] = n;
  for (guint d = 1; d < shape.rank; d++)
    shape.dims[d] = 1;
  return shape;
}

static gboolean
add_part (Normalization *self,
          const char    *what,
          const char    *initializer,
          const char    *fallback,
          gboolean       is_trainable,
          KomaValueId   *ret_value,
          GError       **error)
{
  const KomaKerasWeight weight = {
    .shape =
      KOMA_SHAPE (koma_keras_get_dim (self->builder, self->call->inputs[0], self->axis)),
    .initializer = initializer,
    .fallback = fallback,
    .is_trainable = is_trainable,
  };

  return koma_keras_add_weight (self->builder, self->call, what, &weight, ret_value, error);
}

static gboolean
add_weights (Normalization *self,
             GError       **error)
{
  gboolean has_gamma = TRUE;
  gboolean has_beta = TRUE;
  gboolean is_trainable = TRUE;

  if (!koma_keras_config_boolean (self->call, "scale", TRUE, &has_gamma, error) ||
      !koma_keras_config_boolean (self->call, "center", TRUE, &has_beta, error) ||
      !koma_keras_config_boolean (self->call, "trainable", TRUE, &is_trainable, error) ||
      !koma_keras_config_double (self->call, "momentum", 0.99, &self->momentum, error))
    return FALSE;
  self->is_frozen = self->builder->is_frozen || !is_trainable;
  return (!has_gamma || add_part (self, "gamma", "gamma_initializer", "ones", TRUE, &self->gamma,
                                  error)) &&
         (!has_beta ||
          add_part (self, "beta", "beta_initializer", "zeros", TRUE, &self->beta, error)) &&
         add_part (self, "moving_mean", "moving_mean_initializer", "zeros", FALSE, &self->mean,
                   error) &&
         add_part (self, "moving_variance", "moving_variance_initializer", "ones", FALSE,
                   &self->variance, error);
}

static void
emit_update (const Normalization *self,
             KomaBuilder         *emit,
             KomaValueId          moving,
             KomaValueId          batch)
{
  const KomaValueId step = koma_builder_with_number (
    emit, KOMA_OP_MUL, koma_builder_binary (emit, KOMA_OP_SUB, batch, moving), 1 - self->momentum);
  const KomaValueId update = koma_builder_binary (emit, KOMA_OP_ADD, moving, step);

  if (update != KOMA_VALUE_NONE)
    koma_keras_add_update (self->builder, moving, update);
}

/* Per channel, [n]. */
static void
emit_statistics (const Normalization *self,
                 KomaBuilder         *emit,
                 KomaValueId         *ret_mean,
                 KomaValueId         *ret_variance)
{
  const KomaValueId x = self->call->inputs[0];
  const guint       rank = koma_builder_get_shape (emit, x).rank;
  const guint       others = ((1u << rank) - 1) & ~(1u << self->axis);
  const KomaValueId mean = koma_builder_reduce (emit, KOMA_OP_MEAN, x, others, TRUE);
  const KomaValueId n = koma_builder_binary (emit, KOMA_OP_SQUARED_DIFFERENCE, x, mean);

  *ret_mean = koma_builder_reshape (emit, mean, koma_builder_get_shape (emit, self->mean));
  *ret_variance = koma_builder_reduce (emit, KOMA_OP_MEAN, n, others, FALSE);
  emit_update (self, emit, self->mean, *ret_mean);
  emit_update (self, emit, self->variance, *ret_variance);
}

static KomaValueId
broadcast (const Normalization *self,
           KomaBuilder         *emit,
           KomaValueId          channels)
{
  const guint rank = koma_builder_get_shape (emit, self->call->inputs[0]).rank;

  return self->axis == rank - 1
           ? channels
           : koma_builder_reshape (
               emit, channels,
               koma_keras_broadcast_shape (rank, self->axis,
                                           koma_builder_get_shape (emit, channels).dims[0]));
}

static KomaValueId
emit_formula (const Normalization *self,
              KomaBuilder         *emit)
{
  KomaValueId mean = self->mean;
  KomaValueId variance = self->variance;
  KomaValueId scale = KOMA_VALUE_NONE;
  KomaValueId y = KOMA_VALUE_NONE;

  if (self->builder->is_training && !self->is_frozen)
    emit_statistics (self, emit, &mean, &variance);
  scale = koma_builder_unary (
    emit, KOMA_OP_RSQRT, koma_builder_with_number (emit, KOMA_OP_ADD, variance, self->epsilon));
  if (self->gamma != KOMA_VALUE_NONE)
    scale = koma_builder_binary (emit, KOMA_OP_MUL, scale, self->gamma);
  y = koma_builder_binary (emit, KOMA_OP_SUB, self->call->inputs[0], broadcast (self, emit, mean));
  y = koma_builder_binary (emit, KOMA_OP_MUL, y, broadcast (self, emit, scale));
  return self->beta == KOMA_VALUE_NONE
           ? y
           : koma_builder_binary (emit, KOMA_OP_ADD, y, broadcast (self, emit, self->beta));
}

/**
 * koma_keras_build_batch_normalization:
 *
 * Errors: those of koma_keras_add_weight() and of the ops; %KOMA_ERROR_MODEL if a setting is
 * damaged.
 */
gboolean
koma_keras_build_batch_normalization (KomaKerasBuilder    *builder,
                                      const KomaKerasCall *call,
                                      guint                axis,
                                      double               epsilon,
                                      KomaValueId         *ret_output,
                                      GError             **error)
{
  Normalization self = {
    .builder = builder,
    .call = call,
    .axis = axis,
    .epsilon = epsilon,
    .gamma = KOMA_VALUE_NONE,
    .beta = KOMA_VALUE_NONE,
  };
  KomaBuilder emit = { 0 };

  if (!add_weights (&self, error))
    return FALSE;
  koma_builder_init (&emit, builder->graph, call->name);
  *ret_output = emit_formula (&self, &emit);
  return koma_builder_finish (&emit, error);
}
