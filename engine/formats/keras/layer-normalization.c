/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Of the sizes of the axes. */
static KomaShape
get_shape (const KomaBuilder *b,
           KomaValueId        x,
           guint              axes)
{
  KomaShape shape = { 0 };

  for (guint i = 0; i < KOMA_MAX_RANK; i++)
    if (axes & 1u << i)
      shape.dims[shape.rank++] = koma_builder_get_dim (b, x, i);
  return shape;
}

/* gamma or beta, with dimensions of 1 between and behind its own where other axes are */
static KomaValueId
add_parameter (KomaBuilder           *b,
               const KomaKerasCall   *call,
               const char            *what,
               const KomaKerasWeight *weight,
               guint                  axes,
               KomaOp                 op,
               KomaValueId            value)
{
  const guint first = (guint) g_bit_nth_lsf (axes, -1);
  KomaValueId parameter = koma_keras_add_weight (call, what, weight);

  for (guint i = first; i < koma_builder_get_rank (b, value); i++)
    if (!(axes & 1u << i))
      parameter = koma_builder_expand_dims (b, parameter, i - first);
  return koma_builder_binary (b, op, value, parameter);
}

/* LayerNormalization */
KomaValueId
koma_keras_layer_normalization (KomaBuilder         *b,
                                const KomaKerasCall *call)
{
  const KomaValueId x = call->inputs[0];
  const guint       axes = koma_keras_config_axes (call, koma_builder_get_rank (b, x));
  const double      epsilon = koma_keras_config_double (call, "epsilon", 1e-3);
  KomaKerasWeight   weight = { .shape = get_shape (b, x, axes), .is_trainable = TRUE };
  KomaValueId       y = KOMA_VALUE_NONE;

  koma_keras_config_refuse (call, "rms_scaling");
  y = koma_builder_normalize (b, x, axes, epsilon);
  weight.initializer = "gamma_initializer";
  weight.fallback = "ones";
  if (koma_keras_config_boolean (call, "scale", TRUE))
    y = add_parameter (b, call, "gamma", &weight, axes, KOMA_OP_MUL, y);
  weight.initializer = "beta_initializer";
  weight.fallback = "zeros";
  if (koma_keras_config_boolean (call, "center", TRUE))
    y = add_parameter (b, call, "beta", &weight, axes, KOMA_OP_ADD, y);
  return y;
}
