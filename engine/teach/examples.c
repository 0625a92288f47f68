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
