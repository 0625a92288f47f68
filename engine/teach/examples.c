/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/koma/koma-error.h"
#include "head-private.h"

static gboolean
check_vector (const KomaExamples *examples,
              guint               index,
              GError            **error)
{
  const KomaFeatureVector *vector = examples->features[index];
  const guint              n = koma_feature_vector_get_n (vector);
  const guint              expected = koma_feature_vector_get_n (examples->features[0]);
  const float             *values = koma_feature_vector_get_values (vector);

  if (n != expected)
    return koma_fail (error, KOMA_ERROR_SHAPE, "Example %u has %u features, expected %u", index, n,
                      expected);
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return koma_fail (error, KOMA_ERROR_ARGUMENT, "Feature %u of example %u is no number", i,
                        index);
  return TRUE;
}

/**
 * koma_examples_check:
 *
 * Whether a head can be made from them. Errors: %KOMA_ERROR_ARGUMENT, %KOMA_ERROR_SHAPE. Thread:
 * any.
 */
gboolean
koma_examples_check (const KomaExamples *examples,
                     GError            **error)
{
  if (examples->n == 0 || examples->n_classes == 0)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "There are no examples");
  for (guint i = 0; i < examples->n; i++) {
    if (examples->classes[i] >= examples->n_classes)
      return koma_fail (error, KOMA_ERROR_ARGUMENT, "Example %u is of class %u of %u", i,
                        examples->classes[i], examples->n_classes);
    if (!check_vector (examples, i, error))
      return FALSE;
  }
  return TRUE;
}

void
koma_examples_shuffle (GArray     *indices,
                       KomaRandom *random)
{
  for (guint i = indices->len; i > 1; i--) {
    const guint k = (guint) (koma_random_uniform (random) * i);
    const guint last = g_array_index (indices, guint, i - 1);

    g_array_index (indices, guint, i - 1) = g_array_index (indices, guint, k);
    g_array_index (indices, guint, k) = last;
  }
}

void
koma_examples_split (const KomaExamples *examples,
                     double              share,
                     guint32             seed,
                     GArray             *learned,
                     GArray             *watched)
{
  KomaRandom random = { seed };

  for (guint c = 0; c < examples->n_classes; c++) {
    g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint));
    guint n_watched = 0;

    for (guint i = 0; i < examples->n; i++)
      if (examples->classes[i] == c)
        g_array_append_val (members, i);
    koma_examples_shuffle (members, &random);
    n_watched = (guint) (members->len * CLAMP (share, 0, 0.5));
    if (n_watched > 0)
      g_array_append_vals (watched, members->data, n_watched);
    if (members->len > n_watched)
      g_array_append_vals (learned, &g_array_index (members, guint, n_watched),
                           members->len - n_watched);
  }
}
