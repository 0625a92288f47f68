/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "creation.h"

#include <math.h>
#include "koma-error.h"
#include "tensor-new.h"
#include "tensor-private.h"

static gboolean
set_batch (const int *batch_shape,
           guint      rank,
           KomaShape *shape,
           GError   **error)
{
  if (rank > KOMA_MAX_RANK - 2)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "koma_tensor_new_eye: the batch has %u dimensions, expected at most %d", rank,
                      KOMA_MAX_RANK - 2);
  for (guint i = 0; i < rank; i++)
    if (batch_shape[i] < 0)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "koma_tensor_new_eye: dimension %u of the batch is %d, expected 0 or more",
                        i, batch_shape[i]);
    else
      shape->dims[shape->rank++] = batch_shape[i];
  return TRUE;
}

static void
set_one (KomaArray *array,
         gsize      index)
{
  if (array->dtype == KOMA_DTYPE_FLOAT32)
    ((float *) array->data)[index] = 1;
  else if (array->dtype == KOMA_DTYPE_INT32)
    ((gint32 *) array->data)[index] = 1;
  else
    ((guint8 *) array->data)[index] = 1;
}

/**
 * koma_tensor_new_eye: (constructor)
 * @dtype: of the result
 * @rows: 0 or more
 * @columns: 0 or more
 * @batch_shape: (array length=rank) (nullable): dimensions before these; %NULL: none
 * @rank: of them, 0 to 4
 * @error: return location for an error
 *
 * Matrices that are 1 on the diagonal, and 0 elsewhere. Thread: that of the caller.
 *
 * Errors: %KOMA_ERROR_SHAPE if a size is negative, or @rank is above 4; %KOMA_ERROR_ARGUMENT if
 * @dtype is none; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape @batch_shape, @rows, @columns, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_new_eye (KomaDType  dtype,
                     int        rows,
                     int        columns,
                     const int *batch_shape,
                     guint      rank,
                     GError   **error)
{
  KomaShape shape = { 0 };
  g_autoptr (KomaArray) array = NULL;
  const gsize area = (gsize) MAX (rows, 0) * MAX (columns, 0);

  if (dtype < 0 || dtype >= KOMA_N_DTYPES) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "koma_tensor_new_eye: there is no dtype %d",
               (int) dtype);
    return NULL;
  }
  if (rows < 0 || columns < 0) {
    koma_fail (error, KOMA_ERROR_SHAPE,
               "koma_tensor_new_eye: there are %d rows and %d columns, expected 0 or more", rows,
               columns);
    return NULL;
  }
  if (!set_batch (batch_shape, rank, &shape, error))
    return NULL;
  shape.dims[shape.rank++] = rows;
  shape.dims[shape.rank++] = columns;
  array = koma_array_new (dtype, &shape, error);
  if (array == NULL)
    return NULL;
  for (gsize start = 0; start < array->count; start += area)
    for (gsize i = 0; i < (gsize) MIN (rows, columns); i++)
      set_one (array, start + i * (columns + 1));
  return koma_tensor_new_from_array (array);
}

/**
 * koma_tensor_new_linspace: (constructor)
 * @start: the first number
 * @stop: the last number
 * @num: of them, 1 or more
 * @error: return location for an error
 *
 * Numbers at equal distances, of one dimension. Thread: that of the caller.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @num is below 1; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape [@num], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_linspace (double   start,
                          double   stop,
                          int      num,
                          GError **error)
{
  const KomaShape shape = KOMA_SHAPE (num);
  g_autoptr (KomaArray) array = NULL;

  if (num < 1) {
    koma_fail (error, KOMA_ERROR_ARGUMENT,
               "koma_tensor_new_linspace: num is %d, expected 1 or more", num);
    return NULL;
  }
  array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
  if (array == NULL)
    return NULL;
  for (int i = 0; i < num; i++)
    ((float *) array->data)[i] = num == 1 ? start : start + (stop - start) * i / (num - 1);
  return koma_tensor_new_from_array (array);
}

/**
 * koma_tensor_new_range: (constructor)
 * @dtype: %KOMA_DTYPE_FLOAT32 or %KOMA_DTYPE_INT32
 * @start: the first number
 * @stop: before which it ends
 * @step: from number to number, not 0
 * @error: return location for an error
 *
 * A tensor of one dimension: start, start + step … before @stop; none where @step leads away from it. Thread: that of the
 * caller.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @step is 0, a number is not finite, or @dtype is another;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of @dtype [how many there are], floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_new_range (KomaDType dtype,
                       double    start,
                       double    stop,
                       double    step,
                       GError  **error)
{
  const double count = MAX (ceil ((stop - start) / step), 0);
  KomaShape    shape = { .rank = 1 };
  g_autoptr (KomaArray) array = NULL;

  if (step == 0 || !isfinite (start) || !isfinite ((stop - start) / step)) {
    koma_fail (error, KOMA_ERROR_ARGUMENT,
               "koma_tensor_new_range: step is %g, expected one that leads from %g to %g", step,
               start, stop);
    return NULL;
  }
  if (dtype != KOMA_DTYPE_FLOAT32 && dtype != KOMA_DTYPE_INT32) {
    koma_fail (error, KOMA_ERROR_ARGUMENT,
               "koma_tensor_new_range: the dtype is %d, expected float32 or int32", (int) dtype);
    return NULL;
  }
  shape.dims[0] = MIN (count, G_MAXINT32);
  array = koma_array_new (dtype, &shape, error);
  if (array == NULL)
    return NULL;
  for (gsize i = 0; i < array->count; i++)
    if (dtype == KOMA_DTYPE_FLOAT32)
      ((float *) array->data)[i] = start + i * step;
    else
      ((gint32 *) array->data)[i] = CLAMP (start + i * step, G_MININT32, G_MAXINT32);
  return koma_tensor_new_from_array (array);
}

/**
 * koma_tensor_ones_like:
 * @self: (nullable): of any dtype and shape; %NULL stands for a call that failed before
 * @error: return location for an error
 *
 * As many ones as @self has elements. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_ones_like (KomaTensor *self,
                       GError    **error)
{
  if (self == NULL || !koma_tensor_check (self, error))
    return NULL;
  return koma_tensor_new_fill (self->dtype, self->dims, self->shape.rank, 1, error);
}

/**
 * koma_tensor_zeros_like:
 * @self: (nullable): of any dtype and shape; %NULL stands for a call that failed before
 * @error: return location for an error
 *
 * As many zeros as @self has elements. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_zeros_like (KomaTensor *self,
                        GError    **error)
{
  if (self == NULL || !koma_tensor_check (self, error))
    return NULL;
  return koma_tensor_new_fill (self->dtype, self->dims, self->shape.rank, 0, error);
}
