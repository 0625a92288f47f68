/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "feature-vector.h"

#include <math.h>
#include <string.h>

#include "dot.h"
#include "engine/training/random.h"

struct _KomaFeatureVector
{
  gatomicrefcount ref_count;
  guint           n;
  float           values[];
};

/**
 * koma_feature_vector_new:
 * @values: (array length=n): what the graph of koma_features_graph_new() gives for a picture
 *
 * Thread: any.
 *
 * Returns: (transfer full): a vector
 */
KomaFeatureVector *
koma_feature_vector_new (const float *values,
                         guint        n)
{
  const gsize        size = n * sizeof *values;
  KomaFeatureVector *self = g_malloc (sizeof *self + size);

  g_atomic_ref_count_init (&self->ref_count);
  self->n = n;
  memcpy (self->values, values, size);
  return self;
}

static void
make_unit (KomaFeatureVector *self)
{
  const double length = sqrt (dot (self->values, self->values, self->n));

  for (guint i = 0; i < self->n && length > 0; i++)
    self->values[i] = (float) (self->values[i] / length);
}

/**
 * koma_feature_vector_new_sketch:
 * @values: (array length=n): as above
 *
 * Each number is added to, or taken from, one of %KOMA_SKETCH_WIDTH sums, always the same one: the
 * angle between two sketches is nearly that between what they were made of (K. Weinberger et al.,
 * “Feature Hashing for Large Scale Multitask Learning”, 2009). A matrix that does the same costs
 * more than a small network's last layers, since it does not stay in the processor's cache.
 *
 * Thread: any.
 *
 * Returns: (transfer full): of length 1, or of zeros; of @n numbers where these are no more
 */
KomaFeatureVector *
koma_feature_vector_new_sketch (const float *values,
                                guint        n)
{
  float              sums[KOMA_SKETCH_WIDTH] = { 0 };
  KomaRandom         random = { 1 };
  KomaFeatureVector *self = NULL;

  for (guint i = 0; i < n && n > KOMA_SKETCH_WIDTH; i++) {
    const guint place = (guint) (koma_random_uniform (&random) * 2 * KOMA_SKETCH_WIDTH);

    sums[place / 2] += place % 2 == 0 ? values[i] : -values[i];
  }
  self = n > KOMA_SKETCH_WIDTH ? koma_feature_vector_new (sums, KOMA_SKETCH_WIDTH)
                               : koma_feature_vector_new (values, n);
  make_unit (self);
  return self;
}

/**
 * koma_feature_vector_ref:
 *
 * Thread: any.
 *
 * Returns: (transfer full): @vector
 */
KomaFeatureVector *
koma_feature_vector_ref (KomaFeatureVector *vector)
{
  g_atomic_ref_count_inc (&vector->ref_count);
  return vector;
}

/**
 * koma_feature_vector_unref:
 * @vector: (nullable) (transfer full)
 *
 * Thread: any.
 */
void
koma_feature_vector_unref (KomaFeatureVector *vector)
{
  if (vector != NULL && g_atomic_ref_count_dec (&vector->ref_count))
    g_free (vector);
}

/**
 * koma_feature_vector_get_n:
 *
 * Thread: any.
 *
 * Returns: number of values
 */
guint
koma_feature_vector_get_n (const KomaFeatureVector *vector)
{
  return vector->n;
}

/**
 * koma_feature_vector_get_values:
 *
 * Thread: any.
 *
 * Returns: (transfer none) (array): the values
 */
const float *
koma_feature_vector_get_values (const KomaFeatureVector *vector)
{
  return vector->values;
}

/**
 * koma_feature_vector_compare:
 * @a: a vector
 * @b: another of as many values
 *
 * Thread: any.
 *
 * Returns: the cosine of the angle between them
 */
double
koma_feature_vector_compare (const KomaFeatureVector *a,
                             const KomaFeatureVector *b)
{
  double norm = 0;

  g_return_val_if_fail (a->n == b->n, 0);
  norm = sqrt (dot (a->values, a->values, a->n)) * sqrt (dot (b->values, b->values, b->n));
  return norm > 0 ? dot (a->values, b->values, a->n) / norm : 0;
}
