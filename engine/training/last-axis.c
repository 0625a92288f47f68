/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "last-axis.h"

KomaValueId
koma_emit_reduce_last (KomaEmit   *emit,
                       KomaOp      op,
                       KomaValueId x,
                       gboolean    keep_dims)
{
  const guint rank = koma_emit_get_shape (emit, x).rank;

  return koma_emit_reduce (emit, op, x, rank > 0 ? 1u << (rank - 1) : 0, keep_dims);
}

KomaValueId
koma_emit_mean_last (KomaEmit   *emit,
                     KomaValueId x)
{
  return koma_emit_reduce_last (emit, KOMA_OP_MEAN, x, FALSE);
}

KomaValueId
koma_emit_sum_last (KomaEmit   *emit,
                    KomaValueId x)
{
  return koma_emit_reduce_last (emit, KOMA_OP_SUM, x, FALSE);
}

KomaValueId
koma_emit_reduce_all (KomaEmit   *emit,
                      KomaOp      op,
                      KomaValueId x)
{
  return koma_emit_reduce (emit, op, x, (1u << koma_emit_get_shape (emit, x).rank) - 1, FALSE);
}

KomaValueId
koma_emit_clip (KomaEmit   *emit,
                KomaValueId x,
                double      min,
                double      max)
{
  return KOMA_EMIT (emit, KOMA_OP_CLIP, NULL, x, koma_emit_number (emit, min, x),
                    koma_emit_number (emit, max, x));
}

KomaValueId
koma_emit_one_hot (KomaEmit   *emit,
                   KomaValueId classes,
                   KomaValueId like)
{
  const KomaShape shape = koma_emit_get_shape (emit, like);
  const gint64    n_samples = koma_shape_count (&shape) / MAX (shape.dims[shape.rank - 1], 1);
  KomaValueId     y = koma_emit_reshape (emit, classes, KOMA_SHAPE (n_samples));

  y = koma_emit_check_labels (emit, y, shape.dims[shape.rank - 1]);
  y = koma_emit_cast (emit, koma_emit_unary (emit, KOMA_OP_FLOOR, y), KOMA_DTYPE_INT32);
  y = KOMA_EMIT (emit, KOMA_OP_ONE_HOT, NULL, y,
                 koma_emit_int (emit, shape.dims[shape.rank - 1]),
                 koma_emit_number (emit, 1, like), koma_emit_number (emit, 0, like));
  return koma_emit_reshape (emit, y, shape);
}
