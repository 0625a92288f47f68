/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "class-distance.h"

#include "engine/runtime/quantile.h"

/* Each is compared with all examples: of ten thousand that takes a second. */
#define MAX_COMPARED 100
#define MAX_DISTANCE 2.0 /* of opposite features; where there is one class */

static double
find_nearest (const KomaExamples *examples,
              guint               i)
{
  double nearest = MAX_DISTANCE;

  for (guint k = 0; k < examples->n; k++)
    if (examples->classes[k] != examples->classes[i])
      nearest = MIN (nearest, 1 - koma_feature_vector_compare (examples->features[i],
                                                               examples->features[k]));
  return nearest;
}

double
koma_class_distance (const KomaExamples *examples)
{
  g_autoptr (GArray) distances = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < examples->n; i += examples->n / MAX_COMPARED + 1) {
    const double distance = find_nearest (examples, i);

    g_array_append_val (distances, distance);
  }
  return koma_quantile ((double *) distances->data, distances->len, 0.5);
}
