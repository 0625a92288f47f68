/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "indices.h"

KomaValueId
koma_gradient_count_along (KomaGradient *self,
                           KomaShape     shape,
                           guint         axis)
{
  g_autoptr (KomaArray) array = NULL;
  const KomaShapeAxis split = koma_shape_split_at (&shape, axis);

  if (self->builder.error == NULL)
    array = koma_array_new (KOMA_DTYPE_INT32, &shape, &self->builder.error);
  if (array == NULL)
    return KOMA_VALUE_NONE;
  for (gsize i = 0; i < array->count; i++)
    ((gint32 *) array->data)[i] = i / split.n_inner % split.n_axis;
  return koma_builder_array (&self->builder, array);
}

/**
 * koma_gradient_join_places:
 * @parts: (array length=n): of one shape: the places along each dimension
 *
 * Returns: them, in a new dimension behind the last
 */
KomaValueId
koma_gradient_join_places (KomaGradient      *self,
                           const KomaValueId *parts,
                           guint              n)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", -1);
  return koma_builder_node (&self->builder, KOMA_OP_PACK, parts, n, attrs);
}

static KomaAttrs *
index_attrs (gboolean wraps)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "negative_indices", wraps);
  return attrs;
}

KomaValueId
koma_gradient_gather_nd (KomaGradient *self,
                         gboolean      wraps,
                         KomaValueId   x,
                         KomaValueId   places)
{
  return KOMA_BUILDER_NODE (&self->builder, KOMA_OP_GATHER_ND, index_attrs (wraps), x, places);
}

KomaValueId
koma_gradient_scatter_nd (KomaGradient *self,
                          gboolean      wraps,
                          KomaValueId   places,
                          KomaValueId   updates,
                          KomaShape     shape)
{
  return KOMA_BUILDER_NODE (&self->builder, KOMA_OP_SCATTER_ND, index_attrs (wraps), places,
                            updates, koma_builder_shape (&self->builder, shape));
}
