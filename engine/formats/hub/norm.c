/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* PyTorch's is 1e-12, which a backend that stores float16 takes for 0. This one is the least of its
 * normal numbers: only zeros, which stay zeros, are as short. */
#define MIN_LENGTH 0x1p-14

/* BatchNorm2d as trained; a pass puts it into the convolution before it. */
KomaValueId
koma_hub_batch_norm (KomaHub    *self,
                     KomaValueId x,
                     const char *name,
                     double      epsilon)
{
  static const char *const parts[] = { "weight", "bias", "running_mean", "running_var" };
  KomaValueId              inputs[5] = { x };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    inputs[i + 1] = koma_hub_weight (self, koma_hub_name (self, "%s.%s", name, parts[i]), 1);
  self->nodes.name = name;
  return koma_builder_node (&self->nodes, KOMA_OP_FUSED_BATCH_NORM, inputs, 5,
                            koma_attrs_new_float ("epsilon", epsilon));
}

/* Of vectors of zeros, too. */
KomaValueId
koma_hub_make_unit (KomaHub    *self,
                    KomaValueId x)
{
  KomaBuilder *nodes = &self->nodes;
  KomaValueId  length = koma_builder_unary (nodes, KOMA_OP_SQUARE, x);
  const guint  rank = koma_builder_get_rank (nodes, x);

  if (x == KOMA_VALUE_NONE)
    return x;
  length = koma_builder_reduce (nodes, KOMA_OP_SUM, length, 1u << (rank - 1), TRUE);
  length = koma_builder_unary (nodes, KOMA_OP_SQRT, length);
  length = koma_builder_with_number (nodes, KOMA_OP_MAXIMUM, length, MIN_LENGTH);
  return koma_builder_binary (nodes, KOMA_OP_DIV, x, length);
}

/* By the weight and the bias of each channel; both may be missing. */
static KomaValueId
scale_and_shift (KomaHub    *self,
                 KomaValueId x,
                 const char *name)
{
  const char *bias = koma_hub_name (self, "%s.bias", name);

  x = koma_builder_binary (&self->nodes, KOMA_OP_MUL, x,
                           koma_hub_weight (self, koma_hub_name (self, "%s.weight", name), 1));
  if (!koma_hub_has (self, bias))
    return x;
  return koma_builder_binary (&self->nodes, KOMA_OP_ADD, x, koma_hub_weight (self, bias, 1));
}

KomaValueId
koma_hub_layer_norm (KomaHub    *self,
                     KomaValueId x,
                     const char *name,
                     double      epsilon)
{
  const guint rank = koma_builder_get_rank (&self->nodes, x);

  if (x == KOMA_VALUE_NONE)
    return x;
  self->nodes.name = name;
  return scale_and_shift (
    self, koma_builder_normalize (&self->nodes, x, 1u << (rank - 1), epsilon), name);
}

KomaValueId
koma_hub_group_norm (KomaHub    *self,
                     KomaValueId x,
                     const char *name,
                     gint64      n_groups,
                     double      epsilon)
{
  KomaBuilder *nodes = &self->nodes;
  KomaShape    shape = koma_builder_get_shape (nodes, x);
  KomaValueId  y = KOMA_VALUE_NONE;

  if (x == KOMA_VALUE_NONE)
    return x;
  self->nodes.name = name;
  if (shape.rank != 4 || n_groups < 1 || shape.dims[3] % n_groups != 0)
    return koma_builder_fail (nodes, KOMA_ERROR_SHAPE,
                              "%s: can not divide the channels into %" G_GINT64_FORMAT " groups",
                              name, n_groups);
  y = koma_builder_reshape (
    nodes, x,
    KOMA_SHAPE (-1, shape.dims[1] * shape.dims[2], n_groups, shape.dims[3] / n_groups));
  y = koma_builder_normalize (&self->nodes, y, 1u << 1 | 1u << 3, epsilon);
  shape.dims[0] = -1;
  return scale_and_shift (self, koma_builder_reshape (nodes, y, shape), name);
}
