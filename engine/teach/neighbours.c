/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "neighbours.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "dot.h"

/* How fast a vote falls with the cosine. 10 to 100 were tried on photographs and on drawings:
 * around 40 the most answers were right for 1, 5 and 20 examples of each class. The least vote,
 * e^-80, is still a float. */
#define SHARPNESS 40

static float
invert_norm (const KomaFeatureVector *vector)
{
  const float *values = koma_feature_vector_get_values (vector);
  const double square = dot (values, values, koma_feature_vector_get_n (vector));

  return square > 0 ? (float) (1 / sqrt (square)) : 0;
}

KomaNeighbours *
koma_neighbours_new (const KomaExamples *examples)
{
  KomaNeighbours *self = g_atomic_rc_box_new0 (KomaNeighbours);

  self->vectors = g_ptr_array_new_full (examples->n, (GDestroyNotify) koma_feature_vector_unref);
  self->inverse_norms = g_new (float, examples->n);
  self->classes = g_memdup2 (examples->classes, examples->n * sizeof *examples->classes);
  self->names = g_new0 (char *, examples->n_classes + 1);
  self->n_classes = examples->n_classes;
  self->n_features = koma_feature_vector_get_n (examples->features[0]);
  for (guint i = 0; i < examples->n_classes; i++)
    self->names[i] = g_strdup (examples->names[i]);
  for (guint i = 0; i < examples->n; i++) {
    self->inverse_norms[i] = invert_norm (examples->features[i]);
    g_ptr_array_add (self->vectors, koma_feature_vector_ref (examples->features[i]));
  }
  return self;
}

static void
clear (gpointer box)
{
  KomaNeighbours *self = box;

  g_ptr_array_unref (self->vectors);
  g_free (self->classes);
  g_free (self->inverse_norms);
  g_strfreev (self->names);
}

void
koma_neighbours_unref (KomaNeighbours *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

double
koma_neighbours_vote (const KomaNeighbours *self,
                      const float          *features,
                      float                *ret_logits)
{
  const double square = dot (features, features, self->n_features);
  const double inverse_norm = square > 0 ? 1 / sqrt (square) : 0;
  double       best = -1;

  for (guint c = 0; ret_logits != NULL && c < self->n_classes; c++)
    ret_logits[c] = 0;
  for (guint i = 0; i < self->vectors->len; i++) {
    const float *example = koma_feature_vector_get_values (self->vectors->pdata[i]);
    const double cosine =
      dot (example, features, self->n_features) * self->inverse_norms[i] * inverse_norm;

    best = MAX (best, cosine);
    if (ret_logits != NULL)
      ret_logits[self->classes[i]] += expf ((float) (SHARPNESS * (cosine - 1)));
  }
  for (guint c = 0; ret_logits != NULL && c < self->n_classes; c++)
    ret_logits[c] = logf (MAX (ret_logits[c], FLT_MIN));
  return best;
}
