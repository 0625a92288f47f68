/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "svd-numbers.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/tensor-private.h"
#include "jacobi.h"

/* One matrix [m, n] at a time, as n vectors of m numbers, or m of n where m is less. */
typedef struct
{
  gsize    m;
  gsize    n;
  gsize    n_long;  /* the greater, the numbers of a vector */
  gsize    n_short; /* the vectors */
  gboolean is_full;
  gboolean has_vectors;

  double *vectors; /* [n_long, n_long] of which the first n_short are there at first */
  double *turns;   /* [n_short, n_short] */
  double *lengths; /* [n_short] */
  gsize  *order;   /* [n_short] from the longest to the shortest */

  KomaArray *s; /* [.., n_short] */
  KomaArray *u; /* (nullable) [.., m, m or n_short] */
  KomaArray *v; /* (nullable) [.., n, n or n_short] */
} Work;

static void
work_clear (Work *self)
{
  g_free (self->vectors);
  g_free (self->turns);
  g_free (self->lengths);
  g_free (self->order);
  g_clear_pointer (&self->s, koma_array_unref);
  g_clear_pointer (&self->u, koma_array_unref);
  g_clear_pointer (&self->v, koma_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

/* The result has the dimensions of @like before the last two, and then these. */
static KomaArray *
new_result (KomaShape shape,
            gsize     n_rows, /* 0: a vector */
            gsize     n_columns,
            GError  **error)
{
  shape.rank -= 2;
  if (n_rows > 0)
    shape.dims[shape.rank++] = n_rows;
  shape.dims[shape.rank++] = n_columns;
  return koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
}

static gboolean
make_room (Work            *self,
           const KomaShape *shape,
           GError         **error)
{
  const gsize n_vectors = self->is_full ? self->n_long : self->n_short;

  self->vectors = g_try_new (double, n_vectors * self->n_long);
  self->turns = g_try_new (double, self->n_short * self->n_short);
  self->lengths = g_new (double, self->n_short);
  self->order = g_new (gsize, self->n_short);
  if (self->vectors == NULL || self->turns == NULL)
    return koma_fail (error, KOMA_ERROR_MEMORY, "There is no memory for a matrix of %zu × %zu",
                      self->m, self->n);
  self->s = new_result (*shape, 0, self->n_short, error);
  if (self->s != NULL && self->has_vectors)
    self->u = new_result (*shape, self->m, self->is_full ? self->m : self->n_short, error);
  if (self->u != NULL)
    self->v = new_result (*shape, self->n, self->is_full ? self->n : self->n_short, error);
  return self->s != NULL && (!self->has_vectors || self->v != NULL);
}

/* FALSE: a number is none, or infinite. */
static gboolean
read_matrix (Work        *self,
             const float *matrix)
{
  const gboolean is_wide = self->m < self->n;

  for (gsize i = 0; i < self->m; i++)
    for (gsize j = 0; j < self->n; j++) {
      const float value = matrix[i * self->n + j];

      if (!isfinite (value))
        return FALSE;
      self->vectors[is_wide ? i * self->n + j : j * self->m + i] = value;
    }
  return TRUE;
}

static int
compare_lengths (gconstpointer a,
                 gconstpointer b,
                 gpointer      lengths)
{
  const double first = ((const double *) lengths)[*(const gsize *) a];
  const double second = ((const double *) lengths)[*(const gsize *) b];

  return (first < second) - (first > second);
}

static void
sort (Work *self)
{
  for (gsize k = 0; k < self->n_short; k++) {
    double sum = 0;

    for (gsize i = 0; i < self->n_long; i++)
      sum += self->vectors[k * self->n_long + i] * self->vectors[k * self->n_long + i];
    self->lengths[k] = sqrt (sum);
    self->order[k] = k;
  }
  g_qsort_with_data (self->order, (int) self->n_short, sizeof (gsize), compare_lengths,
                     self->lengths);
}

/* Vectors in their order, of length 1; those of length 0, and those behind them where all are
 * wanted, are made up. */
static void
normalize (Work *self)
{
  const gsize  n_long = self->n_long;
  const gsize  n_all = self->is_full ? n_long : self->n_short;
  const double least =
    self->lengths[self->order[0]] * (double) n_long * DBL_EPSILON;
  gsize              n_known = 0;
  g_autofree double *sorted = g_new (double, n_all *n_long);

  for (; n_known < self->n_short; n_known++) {
    const gsize k = self->order[n_known];

    if (self->lengths[k] <= least)
      break;
    for (gsize i = 0; i < n_long; i++)
      sorted[n_known * n_long + i] = self->vectors[k * n_long + i] / self->lengths[k];
  }
  koma_jacobi_complete (sorted, n_long, n_known, n_all);
  memcpy (self->vectors, sorted, n_all * n_long * sizeof *sorted);
}

/* Vectors become columns. @order: (nullable) */
static void
write_columns (float        *to, /* [n_numbers, n_vectors] */
               const double *vectors,
               const gsize  *order,
               gsize         n_numbers,
               gsize         n_vectors)
{
  for (gsize k = 0; k < n_vectors; k++)
    for (gsize i = 0; i < n_numbers; i++)
      to[i * n_vectors + k] =
        (float) vectors[(order != NULL ? order[k] : k) * n_numbers + i];
}

static gboolean
decompose (Work        *self,
           const float *matrix,
           gsize        index, /* of the matrix */
           GError     **error)
{
  const gsize n_all = self->is_full ? self->n_long : self->n_short;

  if (!read_matrix (self, matrix))
    return koma_fail (error, KOMA_ERROR_ARGUMENT,
                      "argument 'self' has a NaN or an infinity in matrix %zu", index);
  if (!koma_jacobi_rotate (self->vectors, self->has_vectors ? self->turns : NULL, self->n_long,
                           self->n_short))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "matrix %zu did not converge", index);
  sort (self);
  for (gsize k = 0; k < self->n_short; k++)
    ((float *) self->s->data)[index * self->n_short + k] = (float) self->lengths[self->order[k]];
  if (self->has_vectors) {
    KomaArray *of_vectors = self->m < self->n ? self->v : self->u;
    KomaArray *of_turns = self->m < self->n ? self->u : self->v;

    normalize (self);
    write_columns ((float *) of_vectors->data + index * n_all * self->n_long, self->vectors, NULL,
                   self->n_long, n_all);
    write_columns ((float *) of_turns->data + index * self->n_short * self->n_short, self->turns,
                   self->order, self->n_short, self->n_short);
  }
  return TRUE;
}

static gboolean
decompose_all (KomaTensor *self,
               Work       *work,
               const char *function,
               GError    **error)
{
  const KomaShape *shape = &self->shape;
  const gint64     m = shape->rank >= 2 ? shape->dims[shape->rank - 2] : 0;
  const gint64     n = shape->rank >= 2 ? shape->dims[shape->rank - 1] : 0;
  g_autoptr (KomaArray) x = NULL;

  if (m < 1 || n < 1)
    return koma_at_once_fail_shape (function, "self", self, "[..,m,n] of 1 or more", error);
  x = koma_at_once_read (self, KOMA_DTYPE_FLOAT32, function, error);
  if (x == NULL)
    return FALSE;
  work->m = m;
  work->n = n;
  work->n_long = MAX (m, n);
  work->n_short = MIN (m, n);
  if (!make_room (work, shape, error))
    return FALSE;
  for (gsize i = 0; i < x->count / (gsize) (m * n); i++)
    if (!decompose (work, (const float *) x->data + i * (gsize) (m * n), i, error)) {
      g_prefix_error (error, "%s: ", function);
      return FALSE;
    }
  return TRUE;
}

/**
 * koma_svd_numbers_clear: (skip)
 */
void
koma_svd_numbers_clear (KomaSvdNumbers *self)
{
  g_clear_pointer (&self->s, koma_array_unref);
  g_clear_pointer (&self->u, koma_array_unref);
  g_clear_pointer (&self->v, koma_array_unref);
}

/**
 * koma_svd_numbers_compute: (skip)
 *
 * By Jacobi's rotations of one side, in double.
 *
 * Errors: %KOMA_ERROR_SHAPE, %KOMA_ERROR_ARGUMENT, %KOMA_ERROR_MEMORY, as of koma_tensor_svd().
 */
gboolean
koma_svd_numbers_compute (KomaTensor     *matrix,
                          gboolean        is_full,
                          gboolean        has_vectors,
                          const char     *function,
                          KomaSvdNumbers *ret_numbers,
                          GError        **error)
{
  g_auto (Work) work = { .is_full = is_full, .has_vectors = has_vectors };

  if (!decompose_all (matrix, &work, function, error))
    return FALSE;
  ret_numbers->s = g_steal_pointer (&work.s);
  ret_numbers->u = g_steal_pointer (&work.u);
  ret_numbers->v = g_steal_pointer (&work.v);
  return TRUE;
}
