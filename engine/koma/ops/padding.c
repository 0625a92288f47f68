/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "padding.h"

#include "engine/koma/tensor/formula.h"

/**
 * koma_tensor_batch_to_space_nd:
 * @self: (nullable): float32 or int32 [n, d1 … dm, …]; bool is converted to int32
 * @block_shape: (array length=n_block_shape): of each of the m dimensions, 1 or more
 * @n_block_shape: m
 * @crops: (array length=n_crops): before and after the first of them …; each 0 or more
 * @n_crops: 2 m
 * @error: return location for an error
 *
 * The inverse of koma_tensor_space_to_batch_nd(): blocks are moved from the batch to m dimensions,
 * whose edges are cut. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is another number of them, or the batch can not be divided;
 * %KOMA_ERROR_MODEL if a number is out of its range; %KOMA_ERROR_ARGUMENT if @self was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self [n / product (block), d1 · block[0] -
 *   crops, …], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_batch_to_space_nd (KomaTensor *self,
                               const int  *block_shape,
                               guint       n_block_shape,
                               const int  *crops,
                               guint       n_crops,
                               GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  y = KOMA_BUILDER_NODE (builder, KOMA_OP_BATCH_TO_SPACE_ND, NULL,
                         koma_formula_number (builder, run.x[0]),
                         koma_formula_ints (builder, block_shape, n_block_shape),
                         koma_formula_ints (builder, crops, n_crops));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_depth_to_space:
 * @self: (nullable): float32 or int32 [n, h, w, block² · c]; bool is converted to int32
 * @block_size: rows and columns of a block, 1 or more
 * @error: return location for an error
 *
 * The channels of each pixel become a block of pixels. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self is not of 4 dimensions, or its channels can not be divided;
 * %KOMA_ERROR_MODEL if @block_size is out of its range; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self [n, h · block, w · block, c],
 *   floating, or the scope's in force
 */
KomaTensor *
koma_tensor_depth_to_space (KomaTensor *self,
                            int         block_size,
                            GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  y = koma_formula_number (builder, run.x[0]);
  y = koma_builder_node (builder, KOMA_OP_DEPTH_TO_SPACE, &y, 1,
                         koma_formula_attr_int ("block_size", block_size));
  return koma_execute_end (&run, y, error);
}

/* Each of n elements is followed by n zeros: cut to rows of n, they are a diagonal. */
static KomaValueId
build_diag (KomaBuilder *builder,
            KomaValueId  x)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  const gint64    n = koma_shape_count (&shape);
  KomaShape       twice = shape;
  KomaValueId     y = koma_formula_number (builder, x);

  if (shape.rank < 1 || shape.rank > KOMA_MAX_RANK / 2)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "the tensor has %u dimensions, expected 1 to %d", shape.rank,
                              KOMA_MAX_RANK / 2);
  for (guint i = 0; i < shape.rank; i++)
    twice.dims[twice.rank++] = shape.dims[i];
  if (!koma_shape_check (&twice, sizeof (float), NULL, &builder->error))
    return KOMA_VALUE_NONE;
  y = koma_builder_reshape (builder, y, KOMA_SHAPE (n, 1));
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_PAD, NULL, y,
                         koma_builder_ints (builder, (gint32[]){ 0, 0, 0, n }, 4));
  y = koma_builder_reshape (builder, y, KOMA_SHAPE (n * (n + 1)));
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_SLICE, NULL, y,
                         koma_builder_ints (builder, (gint32[]){ 0 }, 1),
                         koma_builder_ints (builder, (gint32[]){ n * n }, 1));
  y = koma_builder_reshape (builder, y, twice);
  return koma_formula_like (builder, y, x);
}

/**
 * koma_tensor_diag:
 * @self: (nullable): float32, int32 or bool, of 1 to 3 dimensions
 * @error: return location for an error
 *
 * A matrix whose diagonal is @self, and which is 0 elsewhere; of more dimensions, the elements
 * whose two halves of the index are equal. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self is of other than 1 to 3 dimensions; %KOMA_ERROR_ARGUMENT if
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, of the shape of @self twice,
 *   floating, or the scope's in force
 */
KomaTensor *
koma_tensor_diag (KomaTensor *self,
                  GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  y = build_diag (builder, run.x[0]);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_mirror_pad:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @paddings: (array length=n_paddings): before and after the first dimension, before and after the
 *   second …; each 0 or more
 * @n_paddings: twice the dimensions of @self
 * @mirror: where its edges are mirrored
 * @error: return location for an error
 *
 * @self with its own elements around it. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there are not two numbers for each dimension; %KOMA_ERROR_MODEL if
 * one is negative, or more than there are elements to mirror; %KOMA_ERROR_ARGUMENT if @self was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_mirror_pad (KomaTensor *self,
                        const int  *paddings,
                        guint       n_paddings,
                        KomaMirror  mirror,
                        GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  y = KOMA_BUILDER_NODE (
    builder, KOMA_OP_MIRROR_PAD,
    koma_formula_attr_string ("mode", mirror == KOMA_MIRROR_REFLECT ? "REFLECT" : "SYMMETRIC"),
    koma_formula_number (builder, run.x[0]), koma_formula_ints (builder, paddings, n_paddings));
  y = koma_formula_like (builder, y, run.x[0]);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_pad:
 * @self: (nullable): float32, int32 or bool, of any shape
 * @paddings: (array length=n_paddings): before and after the first dimension, before and after the
 *   second …; each 0 or more
 * @n_paddings: twice the dimensions of @self
 * @value: what is put there, in the dtype of @self
 * @error: return location for an error
 *
 * @self with a number around it. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there are not two numbers for each dimension; %KOMA_ERROR_MODEL if
 * one is negative; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_pad (KomaTensor *self,
                 const int  *paddings,
                 guint       n_paddings,
                 double      value,
                 GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  y = koma_formula_number (builder, run.x[0]);
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_PAD, NULL, y,
                         koma_formula_ints (builder, paddings, n_paddings),
                         koma_builder_number (builder, value, y));
  y = koma_formula_like (builder, y, run.x[0]);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_space_to_batch_nd:
 * @self: (nullable): float32 or int32 [n, d1 … dm, …]; bool is converted to int32
 * @block_shape: (array length=n_block_shape): of each of the m dimensions, 1 or more
 * @n_block_shape: m
 * @paddings: (array length=n_paddings): before and after the first of them …; each 0 or more
 * @n_paddings: 2 m
 * @error: return location for an error
 *
 * m dimensions are padded with zeros, and blocks of them are moved to the batch. Thread: that of
 * the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is another number of them, or a padded dimension can not be
 * divided; %KOMA_ERROR_MODEL if a number is out of its range; %KOMA_ERROR_ARGUMENT if @self was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self [n · product (block), (d1 + paddings)
 *   / block[0], …], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_space_to_batch_nd (KomaTensor *self,
                               const int  *block_shape,
                               guint       n_block_shape,
                               const int  *paddings,
                               guint       n_paddings,
                               GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  y = KOMA_BUILDER_NODE (builder, KOMA_OP_SPACE_TO_BATCH_ND, NULL,
                         koma_formula_number (builder, run.x[0]),
                         koma_formula_ints (builder, block_shape, n_block_shape),
                         koma_formula_ints (builder, paddings, n_paddings));
  return koma_execute_end (&run, y, error);
}
