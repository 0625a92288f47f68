/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "meshgrid.h"

#include "engine/koma/tensor/formula.h"

static gint64
count (KomaBuilder *builder,
       KomaValueId  x)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);

  return koma_shape_count (&shape);
}

static KomaValueId
build_side (KomaBuilder *builder,
            KomaValueId  x,
            gboolean     is_column,
            KomaShape    grid)
{
  x = koma_builder_reshape (
    builder, x, is_column ? KOMA_SHAPE (grid.dims[0], 1) : KOMA_SHAPE (1, grid.dims[1]));
  return koma_builder_broadcast_to (builder, x, grid);
}

/**
 * koma_tensor_meshgrid:
 * @self: (nullable): of any dtype, of m elements: the coordinates x
 * @y: (nullable): of any dtype, of n elements: the coordinates y
 * @indexing: which way x goes
 * @ret_x: (out) (transfer none) (optional): of the dtype of @self: x of each point of the grid [n,
 *   m], or [m, n] with %KOMA_INDEXING_IJ, floating, or the scope's in force
 * @ret_y: (out) (transfer none) (optional): of the dtype of @y: y of each point, likewise
 * @error: return location for an error
 *
 * The coordinates of all points of a grid, as `meshgrid ()` of NumPy has them. Thread: that of the
 * tensors.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @indexing is none, or a tensor was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where a tensor is %NULL
 */
gboolean
koma_tensor_meshgrid (KomaTensor  *self,
                      KomaTensor  *y,
                      KomaIndexing indexing,
                      KomaTensor **ret_x,
                      KomaTensor **ret_y,
                      GError     **error)
{
  const gboolean is_ij = indexing == KOMA_INDEXING_IJ;
  KomaExecution  run;
  KomaShape      grid = { 0 };
  KomaValueId    sides[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaTensor    *tensors[2] = { NULL };

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, y }, 2, error))
    return FALSE;
  if (indexing > KOMA_INDEXING_IJ)
    koma_builder_fail (&run.builder, KOMA_ERROR_ARGUMENT, "indexing is %d, expected 0 or 1",
                       (int) indexing);
  grid = KOMA_SHAPE (count (&run.builder, run.x[!is_ij]), count (&run.builder, run.x[is_ij]));
  sides[0] = build_side (&run.builder, run.x[0], is_ij, grid);
  sides[1] = build_side (&run.builder, run.x[1], !is_ij, grid);
  if (!koma_execute_end_all (&run, sides, 2, tensors, error))
    return FALSE;
  koma_formula_return (tensors[0], ret_x);
  koma_formula_return (tensors[1], ret_y);
  return TRUE;
}
