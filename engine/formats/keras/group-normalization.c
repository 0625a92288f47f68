/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* [n, .., c] → [n, pixels, groups, c / groups]; of -1 group each channel is one. */
static KomaValueId
add_parted (KomaBuilder *b,
            KomaValueId  x,
            gint64       n_groups)
{
  const gint32      rank = (gint32) koma_builder_get_rank (b, x);
  const gint32      pixels = -1;
  const gint32      groups = (gint32) n_groups;
  const gint32      one = 1;
  const KomaValueId channels = koma_keras_add_shape_part (b, x, rank - 1, rank);
  KomaValueId       parts[] = { koma_keras_add_shape_part (b, x, 0, 1),
                                koma_builder_ints (b, &pixels, 1), channels,
                                koma_builder_ints (b, &one, 1) };

  if (n_groups > 0) {
    parts[2] = koma_builder_ints (b, &groups, 1);
    parts[3] = koma_builder_binary (b, KOMA_OP_FLOOR_DIV, channels, parts[2]);
  }
  return koma_keras_add_joined_reshape (b, x, parts, 4, 4);
}

/* Keras has a negative number for groups of one channel. */
static gint64
read_groups (KomaBuilder         *b,
             const KomaKerasCall *call,
             gint64               n_channels) /* may be KOMA_DIM_UNKNOWN */
{
  const double groups = koma_keras_config_double (call, "groups", 32);

  if (groups == -1)
    return -1;
  if (!(groups >= 1 && groups <= G_MAXINT32) || groups != (gint64) groups)
    koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “groups” is %g", groups);
  else if (n_channels != KOMA_DIM_UNKNOWN && n_channels % (gint64) groups != 0)
    koma_builder_fail (b, KOMA_ERROR_SHAPE,
                       "%" G_GINT64_FORMAT " channels are not divided by %g groups", n_channels,
                       groups);
  return (gint64) groups;
}

/* GroupNormalization, of channels that come last */
KomaValueId
koma_keras_group_normalization (KomaBuilder         *b,
                                const KomaKerasCall *call)
{
  const KomaValueId x = call->inputs[0];
  const guint       rank = koma_builder_get_rank (b, x);
  const gint64      n_channels = rank > 0 ? koma_builder_get_dim (b, x, rank - 1) : 0;
  const double      epsilon = koma_keras_config_double (call, "epsilon", 1e-3);
  const gint64      n_groups = read_groups (b, call, n_channels);
  KomaKerasWeight   weight = { .shape = KOMA_SHAPE (n_channels), .is_trainable = TRUE };
  KomaValueId       shape = KOMA_VALUE_NONE;
  KomaValueId       y = KOMA_VALUE_NONE;

  if (rank < 2)
    return koma_builder_fail (b, KOMA_ERROR_SHAPE, "input of %u dimensions, expected 2 or more",
                              rank);
  if (koma_keras_config_axis (call, rank) != rank - 1)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "axis other than the last");
  shape = koma_keras_add_shape_part (b, x, 0, (gint32) rank);
  /* Over all pixels of a group. */
  y = koma_builder_normalize (b, add_parted (b, x, n_groups), 1u << 1 | 1u << 3, epsilon);
  y = koma_keras_add_joined_reshape (b, y, &shape, 1, rank);
  weight.initializer = "gamma_initializer";
  weight.fallback = "ones";
  if (koma_keras_config_boolean (call, "scale", TRUE))
    y = koma_builder_binary (b, KOMA_OP_MUL, y, koma_keras_add_weight (call, "gamma", &weight));
  weight.initializer = "beta_initializer";
  weight.fallback = "zeros";
  if (koma_keras_config_boolean (call, "center", TRUE))
    y = koma_builder_binary (b, KOMA_OP_ADD, y, koma_keras_add_weight (call, "beta", &weight));
  return y;
}
