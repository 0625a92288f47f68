/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* (transfer full) (nullable) [out, in], also of a convolution with one pixel. */
static KomaArray *
take_matrix (KomaHub    *self,
             const char *name)
{
  const guint rank = koma_hub_look_shape (self, name).rank == 4 ? 4 : 2;
  g_autoptr (KomaArray) stored = koma_hub_take (self, name, rank);
  KomaShape shape = KOMA_SHAPE_SCALAR;

  if (stored == NULL || rank == 2)
    return g_steal_pointer (&stored);
  if (stored->shape.dims[2] != 1 || stored->shape.dims[3] != 1) {
    koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                       "weight “%s” is of a window, expected one of a single pixel", name);
    return NULL;
  }
  shape = KOMA_SHAPE (stored->shape.dims[0], stored->shape.dims[1]);
  return koma_array_reshape (stored, &shape, &self->nodes.error);
}

KomaValueId
koma_hub_linear (KomaHub    *self,
                 KomaValueId x,
                 const char *name)
{
  /* MultiheadAttention has no layer for its first weights, but "in_proj_weight". */
  const char join = koma_hub_has (self, koma_hub_name (self, "%s_weight", name)) ? '_' : '.';
  g_autoptr (KomaArray) matrix =
    take_matrix (self, koma_hub_name (self, "%s%cweight", name, join));
  const KomaValueId bias =
    koma_hub_weight_or_none (self, koma_hub_name (self, "%s%cbias", name, join), 1);
  KomaValueId inputs[] = { x, KOMA_VALUE_NONE, bias };

  if (matrix == NULL)
    return KOMA_VALUE_NONE;
  self->nodes.name = name;
  inputs[1] = koma_builder_array (&self->nodes, matrix);
  return koma_builder_node (&self->nodes, KOMA_OP_MAT_MUL, inputs,
                            bias != KOMA_VALUE_NONE ? 3 : 2,
                            koma_attrs_new_int ("transpose_b", TRUE));
}

KomaValueId
koma_hub_head (KomaHub    *self,
               KomaValueId x,
               const char *name)
{
  return self->is_headless ? x : koma_hub_linear (self, x, name);
}

KomaValueId
koma_hub_scale (KomaHub    *self,
                KomaValueId x,
                const char *name)
{
  g_autoptr (KomaArray) stored = NULL;
  g_autoptr (KomaArray) numbers = NULL;
  KomaShape shape = KOMA_SHAPE_SCALAR;

  if (name == NULL || !koma_hub_has (self, name))
    return x;
  shape = koma_hub_look_shape (self, name);
  stored = koma_hub_take (self, name, shape.rank);
  if (stored == NULL)
    return KOMA_VALUE_NONE;
  /* [c,1,1] as well. */
  shape = KOMA_SHAPE ((gint64) stored->count);
  numbers = koma_array_reshape (stored, &shape, &self->nodes.error);
  return numbers != NULL ? koma_builder_binary (&self->nodes, KOMA_OP_MUL, x,
                                                koma_builder_constant (&self->nodes, name, numbers))
                         : KOMA_VALUE_NONE;
}

KomaValueId
koma_hub_add (KomaHub    *self,
              KomaValueId a,
              KomaValueId b)
{
  return koma_builder_binary (&self->nodes, KOMA_OP_ADD, a, b);
}

KomaValueId
koma_hub_mean_pixels (KomaHub    *self,
                      KomaValueId x,
                      gboolean    keep_dims)
{
  return koma_builder_reduce (&self->nodes, KOMA_OP_MEAN, x, KOMA_REDUCE_ROWS_AND_COLUMNS,
                              keep_dims);
}

KomaValueId
koma_hub_mean_rows (KomaHub    *self,
                    KomaValueId x)
{
  return koma_builder_reduce (&self->nodes, KOMA_OP_MEAN, x, 1u << 1, FALSE);
}

KomaValueId
koma_hub_slice_rows (KomaHub    *self,
                     KomaValueId x,
                     gint64      first,
                     gint64      n_rows)
{
  const gint32 begin[] = { 0, (gint32) first, 0 };
  const gint32 size[] = { -1, (gint32) n_rows, -1 };

  return koma_builder_slice (&self->nodes, x, begin, size);
}

KomaValueId
koma_hub_get_row (KomaHub    *self,
                  KomaValueId x,
                  gint64      row)
{
  return koma_builder_squeeze (&self->nodes, koma_hub_slice_rows (self, x, row, 1), 1);
}

KomaValueId
koma_hub_pad_pixels (KomaHub    *self,
                     KomaValueId x,
                     gint64      before,
                     gint64      after_h,
                     gint64      after_w)
{
  const gint32 paddings[] = {
    0, 0, (gint32) before, (gint32) after_h, (gint32) before, (gint32) after_w, 0, 0
  };

  return KOMA_BUILDER_NODE (
    &self->nodes, KOMA_OP_PAD, NULL, x,
    koma_builder_data (&self->nodes, KOMA_DTYPE_INT32, KOMA_SHAPE (4, 2), paddings));
}

KomaValueId
koma_hub_pixels_to_rows (KomaHub    *self,
                         KomaValueId x)
{
  const KomaShape shape = koma_builder_get_shape (&self->nodes, x);

  return koma_builder_reshape (&self->nodes, x,
                               KOMA_SHAPE (-1, shape.dims[1] * shape.dims[2], shape.dims[3]));
}

KomaValueId
koma_hub_rows_to_pixels (KomaHub    *self,
                         KomaValueId x,
                         gint64      height,
                         gint64      width)
{
  const KomaShape shape = koma_builder_get_shape (&self->nodes, x);

  return koma_builder_reshape (&self->nodes, x, KOMA_SHAPE (-1, height, width, shape.dims[2]));
}

KomaValueId
koma_hub_squeeze_excite (KomaHub              *self,
                         KomaValueId           x,
                         const KomaHubSqueeze *squeeze)
{
  const KomaHubWindow plain = { 0 };
  KomaValueId         gate = koma_hub_mean_pixels (self, x, TRUE);

  gate = koma_hub_conv (self, gate, squeeze->reduce, plain);
  gate = koma_hub_activate (self, gate, squeeze->activation);
  gate = koma_hub_conv (self, gate, squeeze->expand, plain);
  gate = koma_hub_activate (self, gate, squeeze->gate);
  return koma_builder_binary (&self->nodes, KOMA_OP_MUL, x, gate);
}
