/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "mat-mul-offsets.h"

/**
 * koma_cpu_mat_mul_list_offsets:
 * @side: of two dimensions or more; those before are broadcast to those of @out
 *
 * Lists, for each matrix of the result, where the matrix of one side begins that it is made from.
 * Dimensions of size 1 are repeated.
 */
gsize *
koma_cpu_mat_mul_list_offsets (const KomaShape *side,
                               const KomaShape *out)
{
  const guint n_batch_dims = out->rank - 2;
  const guint n_missing = out->rank - side->rank;
  gsize       n_products = 1;
  gsize      *offsets = NULL;

  for (guint d = 0; d < n_batch_dims; d++)
    n_products *= out->dims[d];
  offsets = g_new0 (gsize, MAX (n_products, 1));
  for (gsize i = 0; i < n_products; i++) {
    gsize rest = i;
    gsize stride = side->dims[side->rank - 1] * side->dims[side->rank - 2];

    for (guint d = n_batch_dims; d-- > n_missing;) {
      const gsize size = side->dims[d - n_missing];

      if (size > 1)
        offsets[i] += rest % out->dims[d] * stride;
      stride *= size;
      rest /= out->dims[d];
    }
  }
  return offsets;
}
