/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "searching.h"

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/tensor-private.h"

/* Whether less than @k numbers are greater than that of @target; of equal ones the first is. */
static gboolean
is_in_top (const float *numbers,
           gint64       n,
           gint32       target,
           int          k)
{
  int n_before = 0;

  if (target < 0 || target >= n)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    if (numbers[i] > numbers[target] || (numbers[i] == numbers[target] && i < target))
      n_before++;
  return n_before < k;
}

static gboolean
check_top_k (KomaTensor *predictions,
             KomaTensor *targets,
             int         k,
             GError    **error)
{
  const char *name = "koma_tensor_in_top_k";
  KomaShape   rows = predictions->shape;

  if (rows.rank < 2)
    return koma_at_once_fail_shape (name, "self", predictions, "2 dimensions or more", error);
  if (k < 1 || k > rows.dims[rows.rank - 1])
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: k is %d, expected 1 to %d", name, k,
                      (int) rows.dims[rows.rank - 1]);
  rows.dims[--rows.rank] = 0;
  if (!koma_shape_equal (&rows, &targets->shape)) {
    g_autofree char *expected = koma_shape_to_string (&rows);

    return koma_at_once_fail_shape (name, "targets", targets, expected, error);
  }
  return TRUE;
}

/**
 * koma_tensor_in_top_k:
 * @self: (nullable): float32 [.., classes], of 2 dimensions or more: predictions; int32 and bool
 *   are converted to it
 * @targets: (nullable): int32 [..]: the right class of each
 * @k: 1 to the number of classes
 * @error: return location for an error
 *
 * Whether the right class is among the @k with the greatest numbers, of equal ones the first. The
 * numbers are read at once. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together; %KOMA_ERROR_ARGUMENT if @k is out of
 * its range, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): bool, of the shape of @targets, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_in_top_k (KomaTensor *self,
                      KomaTensor *targets,
                      int         k,
                      GError    **error)
{
  g_autoptr (KomaArray) numbers = NULL;
  g_autoptr (KomaArray) classes = NULL;
  g_autoptr (KomaArray) results = NULL;
  gint64 n = 0;

  if (!koma_at_once_begin ((KomaTensor *[]){ self, targets }, 2, G_STRFUNC, error) ||
      !check_top_k (self, targets, k, error))
    return NULL;
  n = self->shape.dims[self->shape.rank - 1];
  numbers = koma_at_once_read (self, KOMA_DTYPE_FLOAT32, G_STRFUNC, error);
  classes =
    numbers != NULL ? koma_at_once_read (targets, KOMA_DTYPE_INT32, G_STRFUNC, error) : NULL;
  results = classes != NULL ? koma_array_new (KOMA_DTYPE_BOOL, &targets->shape, error) : NULL;
  if (results == NULL)
    return NULL;
  for (gsize i = 0; i < classes->count; i++)
    ((guint8 *) results->data)[i] = is_in_top ((const float *) numbers->data + i * n, n,
                                               ((const gint32 *) classes->data)[i], k);
  return koma_tensor_new_from_array (results);
}

/* Whether a number goes behind element @i of a row. */
typedef gboolean (*IsBehind) (gconstpointer row, gsize i, gconstpointer value, KomaSide side);

static gboolean
is_behind_float (gconstpointer row,
                 gsize         i,
                 gconstpointer value,
                 KomaSide      side)
{
  const float one = ((const float *) row)[i];
  const float other = *(const float *) value;

  return side == KOMA_SIDE_LEFT ? one < other : one <= other;
}

static gboolean
is_behind_int (gconstpointer row,
               gsize         i,
               gconstpointer value,
               KomaSide      side)
{
  const gint32 one = ((const gint32 *) row)[i];
  const gint32 other = *(const gint32 *) value;

  return side == KOMA_SIDE_LEFT ? one < other : one <= other;
}

static gint32
find_place (gconstpointer row,
            gsize         n,
            gconstpointer value,
            KomaSide      side,
            IsBehind      is_behind)
{
  gsize first = 0;
  gsize last = n;

  while (first < last) {
    const gsize middle = first + (last - first) / 2;

    if (is_behind (row, middle, value, side))
      first = middle + 1;
    else
      last = middle;
  }
  return (gint32) first;
}

static void
find_all (const KomaArray *rows,
          const KomaArray *values,
          gsize            n_rows,
          KomaSide         side,
          gint32          *places)
{
  const gboolean is_float = rows->dtype == KOMA_DTYPE_FLOAT32;
  const gsize    n = rows->count / n_rows;
  const gsize    n_values = values->count / n_rows;

  for (gsize i = 0; i < values->count; i++)
    places[i] = find_place ((const guint8 *) rows->data + i / n_values * n * 4, n,
                            (const guint8 *) values->data + i * 4, side,
                            is_float ? is_behind_float : is_behind_int);
}

static gsize
count_rows (const KomaShape *shape)
{
  gsize n = 1;

  for (guint d = 0; d + 1 < shape->rank; d++)
    n *= shape->dims[d];
  return n;
}

static KomaTensor *
search (KomaTensor *sorted,
        KomaTensor *values,
        KomaSide    side,
        const char *name,
        GError    **error)
{
  const KomaTensor *tensors[] = { sorted, values };
  KomaDType         dtype = KOMA_DTYPE_INT32;
  g_autoptr (KomaArray) rows = NULL;
  g_autoptr (KomaArray) numbers = NULL;
  g_autoptr (KomaArray) places = NULL;

  if (!koma_at_once_begin ((KomaTensor *[]){ sorted, values }, 2, name, error))
    return NULL;
  if (sorted->shape.rank < 1) {
    koma_at_once_fail_shape (name, "self", sorted, "1 dimension or more", error);
    return NULL;
  }
  if (values->shape.rank < 1 || count_rows (&sorted->shape) != count_rows (&values->shape)) {
    koma_at_once_fail_shape (name, "values", values, "as many rows as argument 'self'", error);
    return NULL;
  }
  if (side > KOMA_SIDE_RIGHT) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: side is %d, expected 0 or 1", name, (int) side);
    return NULL;
  }
  for (guint i = 0; i < 2; i++)
    if (tensors[i]->dtype == KOMA_DTYPE_FLOAT32 || tensors[i]->dtype == KOMA_DTYPE_FLOAT16)
      dtype = KOMA_DTYPE_FLOAT32;
  rows = koma_at_once_read (sorted, dtype, name, error);
  numbers = rows != NULL ? koma_at_once_read (values, dtype, name, error) : NULL;
  places = numbers != NULL ? koma_array_new (KOMA_DTYPE_INT32, &values->shape, error) : NULL;
  if (places == NULL)
    return NULL;
  if (numbers->count > 0)
    find_all (rows, numbers, count_rows (&sorted->shape), side, places->data);
  return koma_tensor_new_from_array (places);
}

/**
 * koma_tensor_search_sorted:
 * @self: (nullable): float32 or int32 [.., n], whose rows rise
 * @values: (nullable): likewise [.., m], with as many rows
 * @side: where a number goes that is there already
 * @error: return location for an error
 *
 * Where each of @values goes into its row so that the row still rises: how many numbers are before
 * it. The numbers are read at once. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a tensor is a scalar, or there are not as many rows;
 * %KOMA_ERROR_ARGUMENT if @side is none, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32, of the shape of @values, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_search_sorted (KomaTensor *self,
                           KomaTensor *values,
                           KomaSide    side,
                           GError    **error)
{
  return search (self, values, side, G_STRFUNC, error);
}

/**
 * koma_tensor_lower_bound:
 * @self: (nullable): float32 or int32 [.., n], whose rows rise
 * @values: (nullable): likewise [.., m], with as many rows
 * @error: return location for an error
 *
 * koma_tensor_search_sorted() with %KOMA_SIDE_LEFT: how many numbers are less. Thread: that of the
 * tensors.
 *
 * Errors: those of koma_tensor_search_sorted().
 *
 * Returns: (transfer none) (nullable): int32, of the shape of @values, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_lower_bound (KomaTensor *self,
                         KomaTensor *values,
                         GError    **error)
{
  return search (self, values, KOMA_SIDE_LEFT, G_STRFUNC, error);
}

/**
 * koma_tensor_upper_bound:
 * @self: (nullable): float32 or int32 [.., n], whose rows rise
 * @values: (nullable): likewise [.., m], with as many rows
 * @error: return location for an error
 *
 * koma_tensor_search_sorted() with %KOMA_SIDE_RIGHT: how many numbers are not greater. Thread: that
 * of the tensors.
 *
 * Errors: those of koma_tensor_search_sorted().
 *
 * Returns: (transfer none) (nullable): int32, of the shape of @values, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_upper_bound (KomaTensor *self,
                         KomaTensor *values,
                         GError    **error)
{
  return search (self, values, KOMA_SIDE_RIGHT, G_STRFUNC, error);
}
