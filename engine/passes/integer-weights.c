/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "integer-weights.h"

/* Sums stay below this, whatever their terms. */
#define MAX_SUM  ((double) G_MAXINT32)
#define MAX_TERM (255.0 * 255.0)

/**
 * koma_integer_weights_new:
 * @value: a constant of float32 with a quantisation
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable): the integers that @value was made from
 */
KomaArray *
koma_integer_weights_new (const KomaValue *value,
                          GError         **error)
{
  const KomaQuantization *quantization = value->quantization;
  const float            *from = value->constant->data;
  KomaArray              *tensor = koma_array_new (quantization->dtype, &value->shape, error);
  guint8                 *to = tensor != NULL ? tensor->data : NULL;

  for (gsize i = 0; tensor != NULL && i < tensor->count; i++) {
    const float scale =
      quantization->scales[i / quantization->run_elems % quantization->n_scales];

    /* What stands for 0 with a scale of 0 is any integer. */
    to[i] = (guint8) ((scale != 0 ? (gint32) lrintf (from[i] / scale) : 0) +
                      quantization->zero_point);
  }
  return tensor;
}

/* Negative where a scale of the weights is. */
static double
get_step (const KomaQuantization *input,
          const KomaQuantization *weights,
          gsize                   channel)
{
  return (double) input->scales[0] * weights->scales[channel % weights->n_scales];
}

/**
 * koma_integer_bias_fits:
 * @bias: (nullable): one number for each channel
 * @n_terms: products that are added up
 *
 * Returns: whether sums of @n_terms products and the bias fit into int32, in steps of the product
 *   of both scales
 */
gboolean
koma_integer_bias_fits (const KomaArray        *bias,
                        const KomaQuantization *input,
                        const KomaQuantization *weights,
                        gsize                   n_terms)
{
  const double rest = MAX_SUM - MAX_TERM * n_terms;

  for (gsize i = 0; i < weights->n_scales; i++)
    if (!(fabs (get_step (input, weights, i)) >= G_MINFLOAT))
      return FALSE;
  for (gsize i = 0; bias != NULL && i < bias->count; i++)
    if (!(fabs (((const float *) bias->data)[i]) <= rest * fabs (get_step (input, weights, i))))
      return FALSE;
  return rest >= 0;
}

/**
 * koma_integer_bias_new:
 * @bias: for which koma_integer_bias_fits()
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable): the bias as int32, in steps of the product of both scales
 */
KomaArray *
koma_integer_bias_new (const KomaArray        *bias,
                       const KomaQuantization *input,
                       const KomaQuantization *weights,
                       GError                **error)
{
  const float *from = bias->data;
  KomaArray   *tensor = koma_array_new (KOMA_DTYPE_INT32, &bias->shape, error);
  gint32      *to = tensor != NULL ? tensor->data : NULL;

  for (gsize i = 0; tensor != NULL && i < tensor->count; i++)
    to[i] = (gint32) lrint (from[i] / get_step (input, weights, i));
  return tensor;
}
