/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Deviations of few examples are mostly chance: of two, a feature's standard scores keep nothing
 * but their signs. So each deviation is drawn towards that of all features, in logarithms,
 *
 *   log deviation[k] = w · log (own deviation of k) + (1 − w) · log (common deviation)
 *
 * by how much of the spread of the own ones is no chance, as Smyth does it with the variances of
 * genes (2004, doi:10.2202/1544-6115.1027): the logarithm of a variance of n examples is off by
 * a variance of trigamma ((n − 1) / 2), and what they spread beyond that is the features'. Two
 * examples say nothing at all, so w is (n − 2) / n of that. */
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

/* The second derivative of log Γ (x), x > 0: by its recurrence, then its asymptotic series. */
static double
trigamma (double x)
{
  double sum = 0;

  for (; x < 8; x++)
    sum += 1 / (x * x);
  return sum + 1 / x + 1 / (2 * x * x) + 1 / (6 * x * x * x) - 1 / (30 * pow (x, 5));
}

/* w, of what is above. */
static double
weigh_own (const double *variances, /* [n_features]; those that are 0 do not count */
           guint         n_features,
           guint         n_examples)
{
  const double chance = trigamma ((n_examples - 1) / 2.0);
  double       mean = 0, spread = 0;
  guint        n = 0;

  if (n_examples <= 2)
    return 0;
  for (guint k = 0; k < n_features; k++) {
    if (variances[k] > 0) {
      const double difference = log (variances[k]) - mean;

      mean += difference / ++n;
      spread += difference * (log (variances[k]) - mean);
    }
  }
  if (n == 0 || spread / n <= chance)
    return 0;
  return (1 - chance / (spread / n)) * (n_examples - 2) / n_examples;
}

/* Variances become what features are multiplied with. */
static void
make_scales (KomaStandardScore *self,
             guint              n_examples)
{
  const double own = weigh_own (self->scales, self->n, n_examples);
  double       common = 0;

  for (guint k = 0; k < self->n; k++)
    common += self->scales[k] / self->n;
  for (guint k = 0; k < self->n; k++)
    if (self->scales[k] > 0)
      self->scales[k] = exp (-0.5 * (own * log (self->scales[k]) + (1 - own) * log (common)));
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
  for (guint k = 0; k < self->n; k++)
    if (sqrt (self->scales[k]) <= LEAST_DEVIATION * fabs (self->means[k]))
      self->scales[k] = 0;
  make_scales (self, indices->len);
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
