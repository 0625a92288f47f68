/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/shape.h"

G_BEGIN_DECLS

/* Indices of several numbers, each of which names a slice of a tensor. */
typedef struct
{
  const gint64 *dims; /* [n_numbers] those that an index goes through */
  gsize         n_numbers;
  gboolean      wraps; /* a negative number counts from the end */
} KomaCpuSliceIndex;

gssize koma_cpu_slice_index_locate (const KomaCpuSliceIndex *index,
                                    const gint32            *numbers);

G_END_DECLS
