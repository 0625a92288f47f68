/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaIndexing:
 * @KOMA_INDEXING_XY: x goes along the columns
 * @KOMA_INDEXING_IJ: x goes along the rows
 *
 * How koma_tensor_meshgrid() lays its grid.
 */
typedef enum {
  KOMA_INDEXING_XY,
  KOMA_INDEXING_IJ,
} KomaIndexing;

/* The coordinates of the points of a grid. */
gboolean koma_tensor_meshgrid (KomaTensor  *self,
                               KomaTensor  *y,
                               KomaIndexing indexing,
                               KomaTensor **ret_x,
                               KomaTensor **ret_y,
                               GError     **error);

G_END_DECLS
