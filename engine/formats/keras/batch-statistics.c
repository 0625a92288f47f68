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

typedef struct
{
  KomaBuilder         *b;
  const KomaKerasCall *call;
  guint                axis;
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

static KomaValueId
add_part (const Normalization *self,
          const char          *what,
          const char          *initializer,
          const char          *fallback,
          gboolean             is_trainable)
{
  const KomaKerasWeight weight = {
    .shape = KOMA_SHAPE (koma_builder_get_dim (self->b, self->call->inputs[0], self->axis)),
    .initializer = initializer,
    .fallback = fallback,
    .is_trainable = is_trainable,
  };

  return koma_keras_add_weight (self->call, what, &weight);
}

static void
add_weights (Normalization *self)
{
  const KomaKerasCall *call = self->call;

  self->momentum = koma_keras_config_double (call, "momentum", 0.99);
  self->is_frozen =
    call->keras->is_frozen || !koma_keras_config_boolean (call, "trainable", TRUE);
  if (koma_keras_config_boolean (call, "scale", TRUE))
    self->gamma = add_part (self, "gamma", "gamma_initializer", "ones", TRUE);
  if (koma_keras_config_boolean (call, "center", TRUE))
    self->beta = add_part (self, "beta", "beta_initializer", "zeros", TRUE);
  self->mean = add_part (self, "moving_mean", "moving_mean_initializer", "zeros", FALSE);
  self->variance = add_part (self, "moving_variance", "moving_variance_initializer", "ones", FALSE);
}

static void
add_update (const Normalization *self,
            KomaValueId          moving,
            KomaValueId          batch)
{
  KomaValueId step = koma_builder_binary (self->b, KOMA_OP_SUB, batch, moving);

  step = koma_builder_with_number (self->b, KOMA_OP_MUL, step, 1 - self->momentum);
  koma_keras_add_update (self->call->keras, moving,
                         koma_builder_binary (self->b, KOMA_OP_ADD, moving, step));
}

/* Per channel, [n]. */
static void
add_statistics (const Normalization *self,
                KomaValueId         *ret_mean,
                KomaValueId         *ret_variance)
{
  KomaBuilder      *b = self->b;
  const KomaValueId x = self->call->inputs[0];
  const guint       rank = koma_builder_get_rank (b, x);
  const guint       others = ((1u << rank) - 1) & ~(1u << self->axis);
  const KomaValueId mean = koma_builder_reduce (b, KOMA_OP_MEAN, x, others, TRUE);
  const KomaValueId n = koma_builder_binary (b, KOMA_OP_SQUARED_DIFFERENCE, x, mean);

  *ret_mean = koma_builder_reshape (b, mean, koma_builder_get_shape (b, self->mean));
  *ret_variance = koma_builder_reduce (b, KOMA_OP_MEAN, n, others, FALSE);
  add_update (self, self->mean, *ret_mean);
  add_update (self, self->variance, *ret_variance);
}

static KomaValueId
broadcast (const Normalization *self,
           KomaValueId          channels)
{
  const guint  rank = koma_builder_get_rank (self->b, self->call->inputs[0]);
  const gint64 n = koma_builder_get_dim (self->b, channels, 0);

  return self->axis == rank - 1
           ? channels
           : koma_builder_reshape (self->b, channels,
                                   koma_keras_broadcast_shape (rank, self->axis, n));
}

/**
 * koma_keras_build_batch_normalization:
 *
 * Errors: those of koma_keras_add_weight() and of the ops; %KOMA_ERROR_MODEL if a setting is
 * damaged.
 */
KomaValueId
koma_keras_build_batch_normalization (KomaBuilder         *b,
                                      const KomaKerasCall *call,
                                      guint                axis,
                                      double               epsilon)
{
  Normalization self = {
    .b = b,
    .call = call,
    .axis = axis,
    .gamma = KOMA_VALUE_NONE,
    .beta = KOMA_VALUE_NONE,
  };
  KomaValueId mean = KOMA_VALUE_NONE;
  KomaValueId variance = KOMA_VALUE_NONE;
  KomaValueId scale = KOMA_VALUE_NONE;
  KomaValueId y = KOMA_VALUE_NONE;

  add_weights (&self);
  mean = self.mean;
  variance = self.variance;
  if (call->keras->is_training && !self.is_frozen)
    add_statistics (&self, &mean, &variance);
  scale = koma_builder_with_number (b, KOMA_OP_ADD, variance, epsilon);
  scale = koma_builder_unary (b, KOMA_OP_RSQRT, scale);
  if (self.gamma != KOMA_VALUE_NONE)
    scale = koma_builder_binary (b, KOMA_OP_MUL, scale, self.gamma);
  y = koma_builder_binary (b, KOMA_OP_SUB, call->inputs[0], broadcast (&self, mean));
  y = koma_builder_binary (b, KOMA_OP_MUL, y, broadcast (&self, scale));
  return self.beta == KOMA_VALUE_NONE
           ? y
           : koma_builder_binary (b, KOMA_OP_ADD, y, broadcast (&self, self.beta));
}
