/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "creation.h"

#include <math.h>

#include "engine/koma-limits.h"
#include "engine/training/random.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/tensor-new.h"

static KomaTensor *
fail (GError    **error,
      const char *said)
{
  koma_fail (error, KOMA_ERROR_ARGUMENT, "%s", said);
  return NULL;
}

/* Zeros; (nullable): with an error. */
static double *
make_values (double   n,
             GError **error)
{
  double *values = NULL;

  if (n <= KOMA_MAX_TENSOR_BYTES)
    values = g_try_new0 (double, (gsize) n + 1);
  if (values == NULL)
    koma_fail (error, KOMA_ERROR_MEMORY, "No memory for a tensor of %g elements", n);
  return values;
}

/**
 * koma_tensor_new_eye: (constructor)
 * @dtype: type of the elements
 * @n_rows: 0 or more
 * @n_columns: 0 or more
 * @error: return location for an error
 *
 * A tensor of the shape [n_rows, n_columns] with ones on the diagonal and zeros elsewhere. Thread:
 * any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new_typed().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_eye (KomaDType dtype,
                     int       n_rows,
                     int       n_columns,
                     GError  **error)
{
  const gsize        n = (gsize) MAX (n_rows, 0) * MAX (n_columns, 0);
  g_autofree double *values = make_values (n, error);

  if (values == NULL)
    return NULL;
  for (int i = 0; i < MIN (n_rows, n_columns); i++)
    values[(gsize) i * n_columns + i] = 1;
  return koma_tensor_new_typed (dtype, values, n, KOMA_DIMS (n_rows, n_columns), error);
}

/**
 * koma_tensor_new_linspace: (constructor)
 * @start: the first element
 * @stop: the last element, if there are two or more
 * @n: number of elements, 1 or more
 * @error: return location for an error
 *
 * A tensor of float32 with the shape [n], of numbers at the same distance. Thread: any; the tensor
 * is the calling thread's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @n is below 1; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_linspace (double   start,
                          double   stop,
                          int      n,
                          GError **error)
{
  const double       step = n > 1 ? (stop - start) / (n - 1) : 0;
  g_autofree double *values = NULL;

  if (n < 1)
    return fail (error, "The number of values is below 1");
  values = make_values (n, error);
  if (values == NULL)
    return NULL;
  for (int i = 0; i < n; i++)
    values[i] = start + i * step;
  if (n > 1)
    values[n - 1] = stop;
  return koma_tensor_new_typed (KOMA_DTYPE_FLOAT32, values, n, KOMA_DIMS (n), error);
}

/**
 * koma_tensor_new_range: (constructor)
 * @dtype: %KOMA_DTYPE_FLOAT32 or %KOMA_DTYPE_INT32
 * @start: the first element
 * @stop: where the elements end; it is not one of them
 * @step: distance, which goes from @start towards @stop; not 0
 * @error: return location for an error
 *
 * A tensor of one dimension: start, start + step, …; empty if @step goes away from @stop. Thread:
 * any; the tensor is the calling thread's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @step is 0, a number is not finite, or an element is no @dtype;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_range (KomaDType dtype,
                       double    start,
                       double    stop,
                       double    step,
                       GError  **error)
{
  const double       steps = ceil ((stop - start) / step);
  const double       n = MAX (steps, 0);
  g_autofree double *values = NULL;

  if (step == 0 || !isfinite (steps) || !isfinite (start))
    return fail (error, step == 0 ? "The step of a range is 0" : "A range that is not finite");
  values = make_values (n, error);
  if (values == NULL)
    return NULL;
  for (gsize i = 0; i < (gsize) n; i++)
    values[i] = start + i * step;
  return koma_tensor_new_typed (dtype, values, n, KOMA_DIMS ((int) n), error);
}

typedef double (*Draw) (KomaRandom *random);

/* scale * draw () + offset */
static KomaTensor *
draw_elements (const int *shape,
               guint      rank,
               Draw       draw,
               double     scale,
               double     offset,
               guint64    seed,
               GError   **error)
{
  KomaRandom         random = { seed };
  double             n = 1;
  g_autofree double *values = NULL;

  for (guint d = 0; d < rank; d++)
    n *= MAX (shape[d], 0);
  values = make_values (n, error);
  if (values == NULL)
    return NULL;
  for (gsize i = 0; i < (gsize) n; i++)
    values[i] = scale * draw (&random) + offset;
  return koma_tensor_new_typed (KOMA_DTYPE_FLOAT32, values, n, shape, rank, error);
}

/**
 * koma_tensor_new_random_uniform: (constructor)
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @min: the least that they can be
 * @max: above all that they can be
 * @seed: the same seed gives the same numbers, on every machine
 * @error: return location for an error
 *
 * A tensor of float32 of numbers in [min, max), all alike. Thread: any; the
 * tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_random_uniform (const int *shape,
                                guint      rank,
                                double     min,
                                double     max,
                                guint64    seed,
                                GError   **error)
{
  return draw_elements (shape, rank, koma_random_uniform, max - min, min, seed, error);
}

/**
 * koma_tensor_new_random_normal: (constructor)
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @mean: their mean
 * @deviation: their standard deviation
 * @seed: the same seed gives the same numbers, on every machine
 * @error: return location for an error
 *
 * A tensor of float32 of numbers of the normal distribution. Thread: any; the
 * tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_random_normal (const int *shape,
                               guint      rank,
                               double     mean,
                               double     deviation,
                               guint64    seed,
                               GError   **error)
{
  return draw_elements (shape, rank, koma_random_normal, deviation, mean, seed, error);
}

/**
 * koma_tensor_new_truncated_normal: (constructor)
 * @shape: (array length=rank) (nullable): sizes
 * @rank: number of dimensions, 0 to 6
 * @mean: their mean
 * @deviation: their standard deviation
 * @seed: the same seed gives the same numbers, on every machine
 * @error: return location for an error
 *
 * A tensor of float32 of numbers of the normal distribution, drawn anew where they are further from
 * @mean than twice @deviation. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_truncated_normal (const int *shape,
                                  guint      rank,
                                  double     mean,
                                  double     deviation,
                                  guint64    seed,
                                  GError   **error)
{
  return draw_elements (shape, rank, koma_random_truncated_normal, deviation, mean, seed, error);
}
