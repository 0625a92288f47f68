/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "shape.h"

G_BEGIN_DECLS

/* check_indices: element i of a line along the last dimension is 0 to sizes[i] - 1;
 * KOMA_DIM_UNKNOWN: 0 or more. Of one size each element is. */
typedef struct
{
  guint    n_sizes;
  gboolean is_label; /* for the error */
  gint64   sizes[KOMA_MAX_RANK];
} KomaIndexRanges;

G_END_DECLS
