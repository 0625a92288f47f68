/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "parts.h"

/* (x − mean) / √(variance + epsilon), mean and variance over some of the axes */
static gboolean
add_normalized (KomaKerasBuilder    *builder,
                const KomaKerasCall *call,
                guint                axes,
                double               epsilon,
                KomaValueId         *ret_value,
                GError             **error)
{
  const KomaValueId x = call->inputs[0];
  KomaValueId       centered = KOMA_VALUE_NONE;
  KomaValueId       scale = KOMA_VALUE_NONE;

  return koma_keras_add_reduce (builder, KOMA_OP_MEAN, call->name, x, axes, TRUE, &scale, error) &&
         koma_keras_add_binary (builder, KOMA_OP_SUB, call->name, x, scale, &centered, error) &&
         koma_keras_add_unary (builder, KOMA_OP_SQUARE, call->name, centered, &scale, error) &&
         koma_keras_add_reduce (builder, KOMA_OP_MEAN, call->name, scale, axes, TRUE, &scale,
                                error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, scale,
                                koma_keras_add_float (builder, epsilon, error), &scale, error) &&
         koma_keras_add_unary (builder, KOMA_OP_RSQRT, call->name, scale, &scale, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, centered, scale, ret_value,
                                error);
}

/* Of the sizes of the axes. */
static KomaShape
get_shape (const KomaKerasBuilder *builder,
           KomaValueId             x,
           guint                   axes)
{
  KomaShape shape = { 0 };

  for (guint i = 0; i < KOMA_MAX_RANK; i++)
    if (axes & 1u << i)
      shape.dims[shape.rank++] = koma_keras_get_dim (builder, x, i);
  return shape;
}

/* gamma or beta, with dimensions of 1 between and behind its own where other axes are */
static gboolean
add_parameter (KomaKerasBuilder      *builder,
               const KomaKerasCall   *call,
               const char            *what,
               const KomaKerasWeight *weight,
               guint                  axes,
               KomaOp                 op,
               KomaValueId           *value,
               GError               **error)
{
  const guint rank = koma_keras_get_rank (builder, *value);
  const guint first = (guint) g_bit_nth_lsf (axes, -1);
  KomaValueId parameter = KOMA_VALUE_NONE;

  if (!koma_keras_add_weight (builder, call, what, weight, &parameter, error))
    return FALSE;
  for (guint i = first; i < rank; i++)
    if (!(axes & 1u << i) &&
        !koma_keras_add_expand_dims (builder, what, parameter, i - first, &parameter, error))
      return FALSE;
  return koma_keras_add_binary (builder, op, call->name, *value, parameter, value, error);
}

/* LayerNormalization */
gboolean
koma_keras_layer_normalization (KomaKerasBuilder    *builder,
                                const KomaKerasCall *call,
                                KomaValueId         *ret_output,
                                GError             **error)
{
  const guint     rank = koma_keras_get_rank (builder, call->inputs[0]);
  KomaKerasWeight weight = { .is_trainable = TRUE };
  guint           axes = 0;
  double          epsilon = 0;
  gboolean        has_gamma = TRUE;
  gboolean        has_beta = TRUE;

  if (!koma_keras_config_axes (call, rank, &axes, error) ||
      !koma_keras_config_double (call, "epsilon", 1e-3, &epsilon, error) ||
      !koma_keras_config_refuse (call, "rms_scaling", error) ||
      !koma_keras_config_boolean (call, "scale", TRUE, &has_gamma, error) ||
      !koma_keras_config_boolean (call, "center", TRUE, &has_beta, error) ||
      !add_normalized (builder, call, axes, epsilon, ret_output, error))
    return FALSE;
  weight.shape = get_shape (builder, call->inputs[0], axes);
  weight.initializer = "gamma_initializer";
  weight.fallback = "ones";
  if (has_gamma && !add_parameter (builder, call, "gamma", &weight, axes, KOMA_OP_MUL, ret_output,
                                   error))
    return FALSE;
  weight.initializer = "beta_initializer";
  weight.fallback = "zeros";
  return !has_beta ||
         add_parameter (builder, call, "beta", &weight, axes, KOMA_OP_ADD, ret_output, error);
}
