/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaNorm:
 * @KOMA_NORM_EUCLIDEAN: √Σx²; of a matrix it is Frobenius' norm
 * @KOMA_NORM_1: Σ|x|; of a matrix the greatest such sum of a column
 * @KOMA_NORM_2: √Σx²; of a matrix the greatest singular value
 * @KOMA_NORM_INFINITY: the greatest |x|; of a matrix the greatest Σ|x| of a row
 * @KOMA_NORM_MINUS_INFINITY: the least |x|; of a matrix the least Σ|x| of a row
 *
 * How koma_tensor_norm() measures.
 */
typedef enum {
  KOMA_NORM_EUCLIDEAN,
  KOMA_NORM_1, /* 1 and 2 are these numbers */
  KOMA_NORM_2,
  KOMA_NORM_INFINITY,
  KOMA_NORM_MINUS_INFINITY,
} KomaNorm;

KomaTensor *koma_tensor_norm (KomaTensor *self,
                              KomaNorm    norm,
                              const int  *axes,
                              guint       n_axes,
                              gboolean    keep_dims,
                              GError    **error);

G_END_DECLS
