/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "last-axis.h"

KomaValueId
koma_builder_reduce_last (KomaBuilder *builder,
                          KomaOp       op,
                          KomaValueId  x,
                          gboolean     keep_dims)
{
  const guint rank = koma_builder_get_shape (builder, x).rank;

  return koma_builder_reduce (builder, op, x, rank > 0 ? 1u << (rank - 1) : 0, keep_dims);
}

KomaValueId
koma_builder_mean_last (KomaBuilder *builder,
                        KomaValueId  x)
{
  return koma_builder_reduce_last (builder, KOMA_OP_MEAN, x, FALSE);
}

KomaValueId
koma_builder_sum_last (KomaBuilder *builder,
                       KomaValueId  x)
{
  return koma_builder_reduce_last (builder, KOMA_OP_SUM, x, FALSE);
}

KomaValueId
koma_builder_reduce_all (KomaBuilder *builder,
                         KomaOp       op,
                         KomaValueId  x)
{
  return koma_builder_reduce (builder, op, x, (1u << koma_builder_get_shape (builder, x).rank) - 1,
                              FALSE);
}

KomaValueId
koma_builder_clip (KomaBuilder *builder,
                   KomaValueId  x,
                   double       min,
                   double       max)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_CLIP, NULL, x, koma_builder_number (builder, min, x),
                            koma_builder_number (builder, max, x));
}

KomaValueId
koma_builder_one_hot (KomaBuilder *builder,
                      KomaValueId  classes,
                      KomaValueId  like)
{
  const KomaShape shape = koma_builder_get_shape (builder, like);
  const gint64    n_samples = koma_shape_count (&shape) / MAX (shape.dims[shape.rank - 1], 1);
  KomaValueId     y = koma_builder_reshape (builder, classes, KOMA_SHAPE (n_samples));

  y = koma_builder_check_labels (builder, y, shape.dims[shape.rank - 1]);
  y = koma_builder_cast (builder, koma_builder_unary (builder, KOMA_OP_FLOOR, y), KOMA_DTYPE_INT32);
  y = KOMA_BUILDER_NODE (
    builder, KOMA_OP_ONE_HOT, NULL, y, koma_builder_int (builder, shape.dims[shape.rank - 1]),
    koma_builder_number (builder, 1, like), koma_builder_number (builder, 0, like));
  return koma_builder_reshape (builder, y, shape);
}
