/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Scores of an attention become the numerators of their softmax, in place and in whole vectors:
 * what is behind the last key counts as -∞. The products with values have fewer columns than there
 * are keys, so that those are divided. */
#include "engine/backends/cpu/vector-math.h"
#include "vector.h"

typedef gint32 Mask __attribute__ ((vector_size (VECTOR_BYTES)));

/* One row, and what is added to it. */
typedef struct
{
  float       *scores;
  const float *biases[2];
  gsize        n;       /* with those behind the last key */
  Mask         is_last; /* lanes of the last vector that are keys */
  Vector       scale;
} Row;

KERNEL_INLINE Vector
load_score (const Row  *row,
            gsize       i,
            const guint n_biases)
{
  Vector score = vector_load (row->scores + i) * row->scale;

  for (guint b = 0; b < n_biases; b++)
    score += vector_load (row->biases[b] + i);
  if (i + VECTOR_ELEMS == row->n)
    score = (Vector) (((Mask) score & row->is_last) |
                      ((Mask) vector_splat (-INFINITY) & ~row->is_last));
  return score;
}

/* Returns the maximum. */
KERNEL_INLINE float
add_biases (const Row  *row,
            const guint n_biases)
{
  const Vector infinity = vector_splat (INFINITY);
  Vector       lanes = -infinity;
  float        max = -INFINITY;

  for (gsize i = 0; i < row->n; i += VECTOR_ELEMS) {
    const Vector score = load_score (row, i, n_biases);

    vector_store (row->scores + i, score);
    lanes = vector_clamp (score, lanes, infinity);
  }
  for (guint lane = 0; lane < VECTOR_ELEMS; lane++)
    max = lanes[lane] > max ? lanes[lane] : max;
  return max;
}

static void
exponentiate (float *scores,
              gsize  n,
              float  max)
{
  for (gsize i = 0; i < n; i++)
    scores[i] = koma_cpu_exp (scores[i] - max);
}

static float
add_up (const float *scores,
        gsize        n)
{
  Vector lanes = { 0 };
  double sum = 0.0;

  for (gsize i = 0; i < n; i += VECTOR_ELEMS)
    lanes += vector_load (scores + i);
  for (guint lane = 0; lane < VECTOR_ELEMS; lane++)
    sum += lanes[lane];
  return (float) sum;
}

static float
find_max (const Row *row)
{
  if (row->biases[0] == NULL)
    return add_biases (row, 0);
  return row->biases[1] == NULL ? add_biases (row, 1) : add_biases (row, 2);
}

static Mask
find_last (gsize n_keys)
{
  const gsize n = (n_keys - 1) % VECTOR_ELEMS + 1;
  Mask        mask = { 0 };

  for (gsize lane = 0; lane < n; lane++)
    mask[lane] = -1;
  return mask;
}

void KERNEL (koma_cpu_weigh_scores) (const KomaCpuScores *scores);

void
KERNEL (koma_cpu_weigh_scores) (const KomaCpuScores *scores)
{
  Row row = {
    .scores = scores->scores,
    .biases = { scores->biases[0], scores->biases[1] },
    .n = (scores->n_keys + VECTOR_ELEMS - 1) / VECTOR_ELEMS * VECTOR_ELEMS,
    .is_last = find_last (scores->n_keys),
    .scale = vector_splat (scores->scale),
  };

  for (gsize i = 0; i < scores->n_rows; i++) {
    float sum = 0.0f;

    exponentiate (row.scores, row.n, find_max (&row));
    sum = add_up (row.scores, row.n);
    if (scores->zeroes_nan && isnan (sum)) {
      memset (row.scores, 0, row.n * sizeof (float));
      sum = 1.0f;
    }
    scores->inverses[i] = 1.0f / sum;
    row.scores += scores->stride;
    for (guint b = 0; b < 2; b++)
      if (row.biases[b] != NULL)
        row.biases[b] += scores->bias_strides[b];
  }
}
