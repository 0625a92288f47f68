/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "gathering.h"

#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/tensor-private.h"

/* One out of its range fails the run; what is not int32 is an error of the op itself. */
static KomaValueId
build_checked (KomaBuilder  *builder,
               KomaValueId   indices,
               const gint64 *sizes,
               guint         n_sizes)
{
  return koma_builder_get_dtype (builder, indices) == KOMA_DTYPE_INT32
           ? koma_builder_check_indices (builder, indices, sizes, n_sizes)
           : indices;
}

/* @indices [.., k] name slices by the first k of @dims. */
static KomaValueId
build_check_places (KomaBuilder     *builder,
                    KomaValueId      indices,
                    const KomaShape *dims)
{
  const KomaShape shape = koma_builder_get_shape (builder, indices);
  const gint64    k = shape.rank > 0 ? shape.dims[shape.rank - 1] : 0;

  /* Another k is an error of the op itself. */
  return k < 1 || k > dims->rank ? indices
                                 : build_checked (builder, indices, dims->dims, (guint) k);
}

/* Weights of 1, int32, where none are given. */
static KomaValueId
build_bincount (KomaBuilder       *builder,
                const KomaValueId *x,
                guint              n_x,
                int                size)
{
  const KomaShape shape = koma_builder_get_shape (builder, x[0]);
  const gint64    n = koma_shape_count (&shape);
  const gint64    open = KOMA_DIM_UNKNOWN;
  KomaValueId     indices = koma_builder_reshape (builder, x[0], KOMA_SHAPE (n, 1));
  KomaValueId     weights = KOMA_VALUE_NONE;

  if (size < 0)
    return koma_builder_fail (builder, KOMA_ERROR_ARGUMENT, "size is %d, expected 0 or more", size);
  if (n_x == 2)
    weights = koma_formula_number (builder, x[1]);
  else
    weights = koma_builder_broadcast_to (builder, koma_builder_int (builder, 1), shape);
  weights = koma_builder_reshape (builder, weights, KOMA_SHAPE (n));
  indices = build_checked (builder, indices, &open, 1);
  return KOMA_BUILDER_NODE (builder, KOMA_OP_SCATTER_ND, NULL, indices, weights,
                            koma_builder_ints (builder, &size, 1));
}

/**
 * koma_tensor_bincount:
 * @self: (nullable): int32, of any shape
 * @weights: (nullable): float32 or int32, of as many elements; %NULL: all 1
 * @size: of the result, 0 or more
 * @error: return location for an error
 *
 * How often each number 0, 1 … @size - 1 is in @self, or the sum of its weights. Greater numbers
 * do not count, as in TensorFlow.js. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if there are not as many weights; %KOMA_ERROR_UNSUPPORTED of another
 * dtype than int32; %KOMA_ERROR_ARGUMENT if @size or a number is negative, or a tensor was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @weights, else int32 [@size], floating, or
 *   the scope's in force
 */
KomaTensor *
koma_tensor_bincount (KomaTensor *self,
                      KomaTensor *weights,
                      int         size,
                      GError    **error)
{
  KomaTensor   *tensors[] = { self, weights };
  const guint   n = weights != NULL ? 2 : 1;
  KomaExecution run;

  if (!koma_execute_begin (&run, G_STRFUNC, tensors, n, error))
    return NULL;
  return koma_execute_end (&run, build_bincount (&run.builder, run.x, n, size), error);
}

/**
 * koma_tensor_gather:
 * @self: (nullable): of any dtype, of 1 dimension or more
 * @indices: (nullable): int32, of any shape, each 0 to the size of the dimension - 1
 * @axis: along which; a negative one counts from the end
 * @error: return location for an error
 *
 * The slices of @self along @axis that the indices name, in their order. Thread: that of the
 * tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis; %KOMA_ERROR_UNSUPPORTED if @indices is not
 * int32, or the result has more than 6 dimensions; %KOMA_ERROR_ARGUMENT if an index is out of its
 * range, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self; its shape has that of @indices in the
 *   place of @axis, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_gather (KomaTensor *self,
                    KomaTensor *indices,
                    int         axis,
                    GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  KomaShape     shape = { 0 };
  guint         at = 0;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, indices }, 2, error))
    return NULL;

  shape = koma_builder_get_shape (builder, run.x[0]);
  if (koma_formula_axis (builder, axis, shape.rank, &at))
    y = KOMA_BUILDER_NODE (builder, KOMA_OP_GATHER, NULL, run.x[0],
                           build_checked (builder, run.x[1], &shape.dims[at], 1),
                           koma_builder_int (builder, at));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_gather_batches:
 * @self: (nullable): of any dtype, of 1 dimension or more
 * @indices: (nullable): int32, whose first @n_batch_dims dimensions are those of @self; each 0 to
 *   the size of the dimension - 1
 * @axis: along which, @n_batch_dims or later; a negative one counts from the end
 * @n_batch_dims: how many dimensions both share; 0: as koma_tensor_gather()
 * @error: return location for an error
 *
 * koma_tensor_gather() for each element of a batch by itself, with indices of its own. Thread: that
 * of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, it is within the batch, or the batches
 * differ; %KOMA_ERROR_UNSUPPORTED if @indices is not int32, or the result has more than 6
 * dimensions; %KOMA_ERROR_ARGUMENT if an index is out of its range, or a tensor was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self; its shape has that of @indices, but
 *   for the batch, in the place of @axis, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_gather_batches (KomaTensor *self,
                            KomaTensor *indices,
                            int         axis,
                            guint       n_batch_dims,
                            GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  KomaShape     shape = { 0 };
  guint         at = 0;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, indices }, 2, error))
    return NULL;

  shape = koma_builder_get_shape (builder, run.x[0]);
  if (koma_formula_axis (builder, axis, shape.rank, &at))
    y = KOMA_BUILDER_NODE (builder, KOMA_OP_GATHER,
                           koma_formula_attr_int ("batch_dims", n_batch_dims), run.x[0],
                           build_checked (builder, run.x[1], &shape.dims[at], 1),
                           koma_builder_int (builder, at));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_gather_nd:
 * @self: (nullable): of any dtype and shape
 * @indices: (nullable): int32 [.., k]
 * @error: return location for an error
 *
 * The slices of @self that the last dimension of @indices names, by its first k dimensions. Thread:
 * that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if k is above the dimensions of @self, or @indices is a scalar;
 * %KOMA_ERROR_UNSUPPORTED if @indices is not int32, or the result has more than 6 dimensions;
 * %KOMA_ERROR_ARGUMENT if an index is out of its range, or a tensor was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self; its shape is that of @indices without
 *   the last dimension, and behind it that of the slices, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_gather_nd (KomaTensor *self,
                       KomaTensor *indices,
                       GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaShape     shape = { 0 };
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, indices }, 2, error))
    return NULL;

  shape = koma_builder_get_shape (builder, run.x[0]);
  y = koma_builder_binary (builder, KOMA_OP_GATHER_ND, run.x[0],
                           build_check_places (builder, run.x[1], &shape));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_one_hot:
 * @self: (nullable): int32, of 0 to 5 dimensions
 * @depth: of the new last dimension, 2 or more
 * @on_value: an int32 for the element that the number names
 * @off_value: an int32 for the others
 * @error: return location for an error
 *
 * A line of @off_value for each number, with @on_value where the number says; a number out of its
 * range gives none. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if @self is not int32, or of 6 dimensions; %KOMA_ERROR_ARGUMENT
 * if @depth is below 2, or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32, as in TensorFlow.js, of the shape of @self and
 *   @depth, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_one_hot (KomaTensor *self,
                     int         depth,
                     int         on_value,
                     int         off_value,
                     GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  if (depth < 2)
    koma_builder_fail (builder, KOMA_ERROR_ARGUMENT, "depth is %d, expected 2 or more", depth);
  y =
    KOMA_BUILDER_NODE (builder, KOMA_OP_ONE_HOT, NULL, run.x[0], koma_builder_int (builder, depth),
                       koma_builder_int (builder, on_value), koma_builder_int (builder, off_value));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_scatter_nd:
 * @indices: (nullable): int32 [.., k]
 * @updates: (nullable): float32 or int32; its shape is that of @indices without the last dimension,
 *   and behind it that of the slices
 * @shape: (array length=rank): of the result
 * @rank: k to 6
 * @error: return location for an error
 *
 * Zeros, to whose slices, which the last dimension of @indices names by their first k dimensions,
 * @updates are added. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together; %KOMA_ERROR_UNSUPPORTED of another
 * dtype, or if @rank is above 6; %KOMA_ERROR_ARGUMENT if an index is out of its range, or a tensor
 * was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of @shape, of the dtype of @updates, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_scatter_nd (KomaTensor *indices,
                        KomaTensor *updates,
                        const int  *shape,
                        guint       rank,
                        GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaShape     dims = { 0 };
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ indices, updates }, 2, error))
    return NULL;

  for (guint d = 0; d < MIN (rank, KOMA_MAX_RANK); d++)
    dims.dims[dims.rank++] = MAX (shape[d], 0);
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_SCATTER_ND, NULL,
                         build_check_places (builder, run.x[0], &dims), run.x[1],
                         koma_formula_ints (builder, shape, rank));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_tensor_scatter_update:
 * @self: (nullable): of any dtype and shape
 * @indices: (nullable): int32 [.., k]
 * @updates: (nullable): of the dtype of @self; its shape is that of @indices without the last
 *   dimension, and behind it that of the slices
 * @error: return location for an error
 *
 * @self, whose slices, which the last dimension of @indices names by their first k dimensions, are
 * replaced. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if shapes or dtypes do not go together; %KOMA_ERROR_UNSUPPORTED if
 * @indices is not int32; %KOMA_ERROR_ARGUMENT if an index is out of its range, or a tensor was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_tensor_scatter_update (KomaTensor *self,
                                   KomaTensor *indices,
                                   KomaTensor *updates,
                                   GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaShape     shape = { 0 };
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, indices, updates }, 3, error))
    return NULL;

  shape = koma_builder_get_shape (builder, run.x[0]);
  run.x[1] = build_check_places (builder, run.x[1], &shape);

  y = koma_builder_node (builder, KOMA_OP_TENSOR_SCATTER_UPDATE, run.x, 3, NULL);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_unsorted_segment_sum:
 * @self: (nullable): float32 or int32 [n, …]; bool is converted to int32
 * @segment_ids: (nullable): int32 [n]: the segment of each slice
 * @n_segments: 0 or more
 * @error: return location for an error
 *
 * The sum of the slices of each segment. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is not one segment for each slice; %KOMA_ERROR_UNSUPPORTED if
 * @segment_ids is not int32; %KOMA_ERROR_ARGUMENT if @n_segments is negative, a segment is not 0 to
 * @n_segments - 1, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self [@n_segments, …], floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_unsorted_segment_sum (KomaTensor *self,
                                  KomaTensor *segment_ids,
                                  int         n_segments,
                                  GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  KomaShape     shape = { 0 };
  KomaShape     ids = { 0 };

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, segment_ids }, 2, error))
    return NULL;

  shape = koma_builder_get_shape (builder, run.x[0]);
  ids = koma_builder_get_shape (builder, run.x[1]);
  if (n_segments < 0)
    koma_builder_fail (builder, KOMA_ERROR_ARGUMENT, "n_segments is %d, expected 0 or more",
                       n_segments);
  if (ids.rank != 1 || shape.rank < 1 || ids.dims[0] != shape.dims[0])
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "there are not as many segment ids as slices");
  shape.dims[0] = n_segments;
  y = build_checked (builder, run.x[1], shape.dims, 1);
  y = koma_builder_reshape (builder, y, KOMA_SHAPE (ids.dims[0], 1));
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_SCATTER_ND, NULL, y,
                         koma_formula_number (builder, run.x[0]),
                         koma_builder_shape (builder, shape));
  return koma_execute_end (&run, y, error);
}
