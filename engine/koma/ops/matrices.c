/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "matrices.h"

#include "engine/koma/tensor/formula.h"

/* A vector as the only row or column of a matrix. */
static KomaValueId
as_matrix (KomaBuilder *builder,
           KomaValueId  x,
           gboolean     is_column)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);

  if (shape.rank != 1)
    return x;
  return koma_builder_reshape (
    builder, x, is_column ? KOMA_SHAPE (shape.dims[0], 1) : KOMA_SHAPE (1, shape.dims[0]));
}

/* The dimensions that the vectors of @a and @b do not have. */
static KomaValueId
build_dot (KomaBuilder *builder,
           KomaValueId  a,
           KomaValueId  b)
{
  const KomaShape shape_a = koma_builder_get_shape (builder, a);
  const KomaShape shape_b = koma_builder_get_shape (builder, b);
  KomaShape       shape = { 0 };
  KomaValueId     y = KOMA_VALUE_NONE;

  if (shape_a.rank < 1 || shape_a.rank > 2 || shape_b.rank < 1 || shape_b.rank > 2)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "the tensors have %u and %u dimensions, expected 1 or 2",
                              shape_a.rank, shape_b.rank);
  if (shape_a.rank == 2)
    shape.dims[shape.rank++] = shape_a.dims[0];
  if (shape_b.rank == 2)
    shape.dims[shape.rank++] = shape_b.dims[1];
  y = koma_builder_mat_mul (builder, as_matrix (builder, a, FALSE), as_matrix (builder, b, TRUE),
                            FALSE, FALSE);
  return koma_builder_reshape (builder, y, shape);
}

/**
 * koma_tensor_dot:
 * @self: (nullable): float32, int32 or bool, of 1 or 2 dimensions
 * @b: (nullable): likewise
 * @error: return location for an error
 *
 * The product of two matrices, or vectors, of which the first is a row and the second a column.
 * Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a tensor has other than 1 or 2 dimensions, or the last of @self is
 * not the first of @b; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): a scalar of two vectors, a vector where one is; float32
 *   where @self or @b is, else int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_dot (KomaTensor *self,
                 KomaTensor *b,
                 GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, b }, 2, error))
    return NULL;
  koma_formula_match_numbers (builder, run.x, 2);

  y = build_dot (builder, run.x[0], run.x[1]);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_mat_mul:
 * @self: (nullable): float32, int32 or bool [.., m, k], of 2 dimensions or more
 * @b: (nullable): likewise [.., k, n]; the dimensions before the last two are broadcast
 * @is_self_transposed: whether @self is [.., k, m]
 * @is_b_transposed: whether @b is [.., n, k]
 * @error: return location for an error
 *
 * The products of matrices; those of int32 are exact, and wrap around. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a tensor has less than 2 dimensions, the two k differ, or the other
 * dimensions can not be broadcast together; %KOMA_ERROR_ARGUMENT if a tensor was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): [.., m, n]; float32 where @self or @b is, else int32,
 *   floating, or the scope's in force
 */
KomaTensor *
koma_tensor_mat_mul (KomaTensor *self,
                     KomaTensor *b,
                     gboolean    is_self_transposed,
                     gboolean    is_b_transposed,
                     GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, b }, 2, error))
    return NULL;
  koma_formula_match_numbers (builder, run.x, 2);

  y = koma_builder_mat_mul (builder, run.x[0], run.x[1], is_self_transposed, is_b_transposed);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_outer_product:
 * @self: (nullable): float32, int32 or bool [m]
 * @b: (nullable): likewise [n]
 * @error: return location for an error
 *
 * Every element of @self times every element of @b. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a tensor is not a vector; %KOMA_ERROR_ARGUMENT if a tensor was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): [m, n]; float32 where @self or @b is, else int32, floating,
 *   or the scope's in force
 */
KomaTensor *
koma_tensor_outer_product (KomaTensor *self,
                           KomaTensor *b,
                           GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, b }, 2, error))
    return NULL;
  koma_formula_match_numbers (builder, run.x, 2);

  for (guint i = 0; i < 2; i++)
    if (koma_builder_get_shape (builder, run.x[i]).rank != 1)
      koma_builder_fail (builder, KOMA_ERROR_SHAPE, "a tensor has %u dimensions, expected 1",
                         koma_builder_get_shape (builder, run.x[i]).rank);
  y = koma_builder_binary (builder, KOMA_OP_MUL, as_matrix (builder, run.x[0], TRUE),
                           as_matrix (builder, run.x[1], FALSE));
  return koma_execute_end (&run, y, error);
}
