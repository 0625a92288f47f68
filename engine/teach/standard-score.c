/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "standard-score.h"

#include <math.h>

/* A deviation below this share of the mean is rounding. */
#define LEAST_DEVIATION 1e-6

static const float *
get_values (const KomaExamples *examples,
            const GArray       *indices,
            guint               i)
{
  return koma_feature_vector_get_values (examples->features[g_array_index (indices, guint, i)]);
}

void
koma_standard_score_init (KomaStandardScore  *self,
                          const KomaExamples *examples,
                          const GArray       *indices)
{
  self->n = koma_feature_vector_get_n (examples->features[0]);
  self->means = g_new0 (double, self->n);
  self->scales = g_new0 (double, self->n);
  for (guint i = 0; i < indices->len; i++) {
    const float *values = get_values (examples, indices, i);

    for (guint k = 0; k < self->n; k++)
      self->means[k] += (double) values[k] / indices->len;
  }
  for (guint i = 0; i < indices->len; i++) {
    const float *values = get_values (examples, indices, i);

    for (guint k = 0; k < self->n; k++) {
      const double difference = values[k] - self->means[k];

      self->scales[k] += difference * difference / indices->len;
    }
  }
  for (guint k = 0; k < self->n; k++) {
    const double deviation = sqrt (self->scales[k]);

    self->scales[k] = deviation > LEAST_DEVIATION * fabs (self->means[k]) ? 1 / deviation : 0;
  }
}

void
koma_standard_score_clear (KomaStandardScore *self)
{
  g_clear_pointer (&self->means, g_free);
  g_clear_pointer (&self->scales, g_free);
}

float *
koma_standard_score_apply (const KomaStandardScore *self,
                           const KomaExamples      *examples,
                           const GArray            *indices)
{
  float *scores = g_new (float, (gsize) indices->len * self->n);

  for (guint i = 0; i < indices->len; i++) {
    const float *values = get_values (examples, indices, i);

    for (guint k = 0; k < self->n; k++)
      scores[(gsize) i * self->n + k] = (float) ((values[k] - self->means[k]) * self->scales[k]);
  }
  return scores;
}

void
koma_standard_score_bake (const KomaStandardScore *self,
                          KomaDenseLayer          *layer)
{
  for (guint o = 0; o < layer->n_out; o++) {
    float *weights = layer->weights + (gsize) o * layer->n_in;
    double bias = layer->bias[o];

    for (guint k = 0; k < layer->n_in; k++) {
      weights[k] = (float) (weights[k] * self->scales[k]);
      bias -= weights[k] * self->means[k];
    }
    layer->bias[o] = (float) bias;
  }
}
