/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights of samples: given for each, or by the class that a sample is of. */
#include "fit-options-private.h"
#include "engine/koma/koma-error.h"
#include "layers-data.h"
#include "engine/koma/tensor/tensor-private.h"

/* (transfer full) (nullable): a copy, or ones. */
static KomaArray *
copy_weights (const KomaLayersData *self,
              KomaTensor           *weights, /* (nullable) */
              GError              **error)
{
  const KomaShape shape = KOMA_SHAPE (self->n);
  KomaArray      *given = NULL;
  KomaArray      *copy = NULL;

  if (weights == NULL) {
    copy = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
    for (gsize i = 0; copy != NULL && i < self->n; i++)
      ((float *) copy->data)[i] = 1;
    return copy;
  }
  given = koma_tensor_get_array (weights, error);
  if (given == NULL)
    return NULL;
  if (given->dtype != KOMA_DTYPE_FLOAT32 || !koma_shape_equal (&given->shape, &shape)) {
    g_autofree char *found = koma_shape_to_string (&given->shape);

    koma_fail (error, KOMA_ERROR_SHAPE,
               "Weights of samples are %s %s, expected float32 [%" G_GSIZE_FORMAT "]",
               koma_dtype_name (given->dtype), found, self->n);
    return NULL;
  }
  return koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &shape, given->data, error);
}

static double
find_class (const float *row,
            gsize        n)
{
  gsize best = 0;

  if (n == 1)
    return row[0];
  for (gsize i = 1; i < n; i++)
    if (row[i] > row[best])
      best = i;
  return best;
}

static gboolean
multiply_by_class (const KomaArray *y,
                   const GArray    *weights,
                   KomaArray       *shares,
                   GError         **error)
{
  const gsize  n = shares->count;
  const gsize  row = y->count / n;
  const float *targets = y->data;

  if (y->shape.rank > 2)
    return koma_fail (error, KOMA_ERROR_SHAPE, "Classes with weights have targets of 1 or 2 "
                                               "dimensions, not %u",
                      y->shape.rank);
  for (gsize i = 0; i < n; i++) {
    const double class = find_class (targets + i * row, row);

    if (!(class >= 0 && class < weights->len && class == (guint) class))
      return koma_fail (error, KOMA_ERROR_ARGUMENT,
                        "Sample %" G_GSIZE_FORMAT " is of class %g, which has no weight", i, class);
    ((float *) shares->data)[i] *= g_array_index (weights, double, (guint) class);
  }
  return TRUE;
}

/* One for all outputs, or each its own. (nullable) */
static KomaTensor *
find_tensor (const GPtrArray *list,
             guint            output)
{
  return list->len == 0 ? NULL : g_ptr_array_index (list, list->len == 1 ? 0 : output);
}

/**
 * koma_layers_data_weigh:
 *
 * Errors: %KOMA_ERROR_SHAPE if weights are not as many as samples, or not of float32, or classes
 * are asked of targets of more dimensions; %KOMA_ERROR_ARGUMENT if weights are given for another
 * number of outputs, or a class has none; %KOMA_ERROR_MEMORY.
 */
gboolean
koma_layers_data_weigh (KomaLayersData       *self,
                        const KomaFitOptions *options,
                        GError              **error)
{
  const guint n_given = options->sample_weights->len;
  const guint n_classes = options->class_weights->len;

  if (n_given == 0 && n_classes == 0)
    return TRUE;
  if ((n_given > 1 && n_given != self->y->len) || n_classes > self->y->len)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "There are weights for %u outputs of %u",
                      MAX (n_given, n_classes), self->y->len);
  for (guint i = 0; i < self->y->len; i++) {
    const GArray *weights = i < n_classes ? options->class_weights->pdata[i] : NULL;
    KomaArray    *shares = copy_weights (self, find_tensor (options->sample_weights, i), error);

    if (shares == NULL)
      return FALSE;
    g_ptr_array_add (self->shares, shares);
    if (weights != NULL &&
        !multiply_by_class (g_ptr_array_index (self->y, i), weights, shares, error))
      return FALSE;
  }
  return TRUE;
}
