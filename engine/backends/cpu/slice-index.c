/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-index.h"

/**
 * koma_cpu_slice_index_locate:
 * @numbers: [n_numbers]
 *
 * Returns: which slice it is, or -1 if one of the numbers is out of range
 */
gssize
koma_cpu_slice_index_locate (const KomaCpuSliceIndex *index,
                             const gint32            *numbers)
{
  gssize slice = 0;

  for (gsize i = 0; i < index->n_numbers; i++) {
    gint64 number = numbers[i];

    if (number < 0 && index->wraps)
      number += index->dims[i];
    if (number < 0 || number >= index->dims[i])
      return -1;
    slice = slice * index->dims[i] + number;
  }
  return slice;
}
