/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The gradients of U, s and V of A = U diag (s) Vᵀ, as James Townsend has their differentials
 * (Differentiating the Singular Value Decomposition, 2016), read backwards: with F_ij =
 * 1 / (s_j² - s_i²) beside the diagonal, and 0 on it,
 *
 *   s: U diag (ds) Vᵀ
 *   U: P (U, dU) Vᵀ
 *   V: U P (V, dV)ᵀ
 *   P (X, dX) = X (F ∘ (Xᵀ dX - dXᵀ X)) S + (I - X Xᵀ) dX S⁻¹
 *
 * where the last term is 0 of a square X. The parts are computed anew, under the tape, so that
 * gradients can be derived again. */
#include "singular-values.h"

#include "arithmetic.h"
#include "creation.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/custom-grad.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/tensor-new.h"
#include "engine/koma/tensor/tensor-private.h"
#include "engine/koma/tensor/tensor-read.h"
#include "matrices.h"
#include "svd-numbers.h"
#include "transformations.h"

typedef enum {
  PART_S,
  PART_U,
  PART_V,
} Part;

/* Numbers of float32 that are nearer to each other, in parts of the greatest, are the same. */
#define LEAST_GAP 1e-6f

/* One matrix at least is that near to one whose U or V is not the only one. */
static gboolean
check_values (KomaTensor *s,
              gboolean    is_long,
              GError    **error)
{
  const gsize       k = s->shape.dims[s->shape.rank - 1];
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_floats (s, &n, error);

  for (gsize at = 0; values != NULL && at < n; at++) {
    const gsize i = at % k;
    const float least = LEAST_GAP * values[at - i];

    if (i > 0 && values[at - 1] - values[at] <= least)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                        "U and V have no gradient: singular values %zu and %zu of matrix %zu are "
                        "the same",
                        i - 1, i, at / k);
    if (is_long && values[at] <= least)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                        "U and V have no gradient: singular value %zu of matrix %zu is 0", i,
                        at / k);
  }
  return values != NULL;
}

/* [.., 1, k] of [.., k] */
static KomaTensor *
to_row (KomaTensor *s,
        GError    **error)
{
  return s != NULL ? koma_tensor_expand_dims (s, (int) s->shape.rank - 1, error) : NULL;
}

static KomaTensor *
transpose (KomaTensor *x,
           GError    **error)
{
  int         perm[KOMA_MAX_RANK] = { 0 };
  const guint rank = x != NULL ? x->shape.rank : 0;

  for (guint d = 0; d < rank; d++)
    perm[d] = (int) d;
  if (rank >= 2) {
    perm[rank - 2] = (int) rank - 1;
    perm[rank - 1] = (int) rank - 2;
  }
  return koma_tensor_transpose (x, perm, rank, error);
}

/* 1 / (s_j² - s_i²) */
static KomaTensor *
make_factors (KomaTensor *s,
              GError    **error)
{
  const int   k = (int) s->shape.dims[s->shape.rank - 1];
  KomaTensor *eye = koma_tensor_new_eye (KOMA_DTYPE_FLOAT32, k, k, error);
  KomaTensor *one = koma_tensor_new_scalar (1, error);
  KomaTensor *squares = to_row (koma_tensor_mul (s, s, error), error);
  KomaTensor *gaps = koma_tensor_sub (squares, transpose (squares, error), error);

  return koma_tensor_div (koma_tensor_sub (one, eye, error), koma_tensor_add (gaps, eye, error),
                          error);
}

/* P (x, dx) of the formula. */
static KomaTensor *
project (KomaTensor *x,
         KomaTensor *dx,
         KomaTensor *s,
         gboolean    is_long,
         GError    **error)
{
  KomaTensor *inner = koma_tensor_mat_mul (x, dx, TRUE, FALSE, error);
  KomaTensor *turns = koma_tensor_sub (inner, transpose (inner, error), error);
  KomaTensor *found = koma_tensor_mul (turns, make_factors (s, error), error);
  KomaTensor *rest = NULL;

  found = koma_tensor_mul (found, to_row (s, error), error);
  found = koma_tensor_mat_mul (x, found, FALSE, FALSE, error);
  if (!is_long || found == NULL)
    return found;
  rest = koma_tensor_sub (dx, koma_tensor_mat_mul (x, inner, FALSE, FALSE, error), error);
  return koma_tensor_add (found, koma_tensor_div (rest, to_row (s, error), error), error);
}

static gboolean
is_long (const KomaTensor *x)
{
  return x->shape.dims[x->shape.rank - 2] > x->shape.dims[x->shape.rank - 1];
}

/* The columns behind those of the short side are made up: any others would do. */
static gboolean
check_columns (KomaTensor *dy,
               KomaTensor *x,
               GError    **error)
{
  return dy->shape.dims[dy->shape.rank - 1] == x->shape.dims[x->shape.rank - 1] ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "a square U or V of a matrix that is not square has no gradient: with "
                    "full_matrices unset there is one");
}

/* By the matrix; NULL with an error. */
static KomaTensor *
derive_part (KomaTensor *matrix,
             KomaTensor *dy,
             Part        part,
             GError    **error)
{
  KomaTensor *s = NULL;
  KomaTensor *u = NULL;
  KomaTensor *v = NULL;
  KomaTensor *x = NULL;
  KomaTensor *projected = NULL;

  if (!koma_tensor_svd (matrix, FALSE, &s, &u, &v, error))
    return NULL;
  if (part == PART_S)
    return koma_tensor_mat_mul (koma_tensor_mul (u, to_row (dy, error), error), v, FALSE, TRUE,
                                error);
  x = part == PART_U ? u : v;
  if (!check_columns (dy, x, error) || !check_values (s, is_long (x), error))
    return NULL;
  projected = project (x, dy, s, is_long (x), error);
  return part == PART_U ? koma_tensor_mat_mul (projected, v, FALSE, TRUE, error)
                        : koma_tensor_mat_mul (u, projected, FALSE, TRUE, error);
}

static GPtrArray *
derive (KomaTensor *dy,
        GPtrArray  *xs,
        gpointer    user_data,
        GError    **error)
{
  KomaTensor *dx = derive_part (xs->pdata[0], dy, GPOINTER_TO_UINT (user_data), error);
  GPtrArray  *found = NULL;

  if (dx == NULL)
    return NULL;
  found = g_ptr_array_new ();
  g_ptr_array_add (found, dx);
  return found;
}

/* As a tensor; where a tape watches the matrix, with a gradient. */
static KomaTensor *
make_part (KomaTensor *matrix,
           KomaArray  *array,
           Part        part,
           GError    **error)
{
  KomaTrace *trace = koma_environment_get_trace (koma_environment_get ());
  g_autoptr (GPtrArray) copies = NULL;
  g_autoptr (KomaTensor) value = NULL;

  if (trace == NULL || (matrix->trace != trace &&
                        koma_trace_find (trace, matrix) == KOMA_VALUE_NONE))
    return koma_tensor_new_from_array (array);
  copies = koma_custom_grad_begin (&matrix, 1, error);
  if (copies == NULL)
    return NULL;
  value = g_object_ref_sink (koma_tensor_new_traced (trace, koma_trace_capture (trace, array)));
  return koma_custom_grad_end (copies, value, derive, GUINT_TO_POINTER (part), NULL, error);
}

static gboolean
return_part (KomaTensor  *matrix,
             KomaArray   *array,
             Part         part,
             KomaTensor **ret, /* (nullable) */
             GError     **error)
{
  KomaTensor *found = ret != NULL ? make_part (matrix, array, part, error) : NULL;

  if (found != NULL)
    *ret = found;
  return ret == NULL || found != NULL;
}

/**
 * koma_tensor_svd:
 * @self: (nullable): float32 [.., m, n], of 2 dimensions or more; int32 is converted to it
 * @is_full: whether U and V are square; else they have min (m, n) columns
 * @ret_s: (out) (transfer none) (optional): float32 [.., min (m, n)]: the singular values, the
 *   greatest first, floating, or the scope's in force
 * @ret_u: (out) (transfer none) (optional): float32 [.., m, m] or [.., m, min (m, n)]: U, floating,
 *   or the scope's in force
 * @ret_v: (out) (transfer none) (optional): float32 [.., n, n] or [.., n, min (m, n)]: V, floating,
 *   or the scope's in force
 * @error: return location for an error
 *
 * U diag (s) Vᵀ = @self, where the columns of U and of V have length 1 and are orthogonal, as
 * TensorFlow's linalg.svd gives them: V is not transposed. A column of U may have the opposite
 * sign, with that of V. By Jacobi's rotations of one side, in double. @self is read at once.
 *
 * A gradient goes through @ret_s, and where the singular values are distinct through @ret_u and
 * @ret_v; where these have more columns than rows of the short side, of @is_full, there is none.
 * One that there is not is %KOMA_ERROR_UNSUPPORTED when it is asked for. Thread: that of the
 * tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has less than 2 dimensions, or no element;
 * %KOMA_ERROR_ARGUMENT if it has a NaN or an infinity, was disposed of, or if the rotations do not
 * end; %KOMA_ERROR_UNSUPPORTED of complex64; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where @self is %NULL
 */
gboolean
koma_tensor_svd (KomaTensor  *self,
                 gboolean     is_full,
                 KomaTensor **ret_s,
                 KomaTensor **ret_u,
                 KomaTensor **ret_v,
                 GError     **error)
{
  g_auto (KomaSvdNumbers) found = { 0 };

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error) ||
      !koma_svd_numbers_compute (self, is_full, ret_u != NULL || ret_v != NULL, G_STRFUNC, &found,
                                 error))
    return FALSE;
  return return_part (self, found.s, PART_S, ret_s, error) &&
         return_part (self, found.u, PART_U, ret_u, error) &&
         return_part (self, found.v, PART_V, ret_v, error);
}

/**
 * koma_tensor_singular_values:
 * @self: (nullable): float32 [.., m, n], of 2 dimensions or more; int32 is converted to it
 * @error: return location for an error
 *
 * What koma_tensor_svd() gives first, in less time. Thread: that of the tensor.
 *
 * Errors: those of koma_tensor_svd().
 *
 * Returns: (transfer none) (nullable): float32 [.., min (m, n)], the greatest first, floating, or
 *   the scope's in force
 */
KomaTensor *
koma_tensor_singular_values (KomaTensor *self,
                             GError    **error)
{
  g_auto (KomaSvdNumbers) found = { 0 };

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error) ||
      !koma_svd_numbers_compute (self, FALSE, FALSE, G_STRFUNC, &found, error))
    return NULL;
  return make_part (self, found.s, PART_S, error);
}
