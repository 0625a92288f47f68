/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"

#include <math.h>

#include "engine/koma-limits.h"
#include "engine/training/random.h"
#include "koma-error.h"
#include "tensor-new.h"

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
 * A tensor of float32 of numbers in [min, max), all alike. Thread: any; the tensor is
 * the calling thread's.
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
 * A tensor of float32 of numbers of the normal distribution. Thread: any; the tensor is
 * the calling thread's.
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
