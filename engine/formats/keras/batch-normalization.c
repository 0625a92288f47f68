/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "batch-statistics.h"
#include "config.h"
#include "layers.h"

/* y = x · scale + offset with
 *   scale  = gamma / sqrt (variance + epsilon)
 *   offset = beta − mean · scale
 * per channel; computed in double, since variances may be tiny. It is not
 * lowered into FusedBatchNorm because that is for pictures only, and Keras
 * normalises vectors too. */
typedef struct
{
  const float *gamma; /* [n] (nullable) 1 */
  const float *beta;  /* [n] (nullable) 0 */
  const float *mean;  /* [n] */
  const float *variance;
  gsize        n;
} Statistics;

static gboolean
read_part (KomaKerasBuilder    *builder,
           const KomaKerasCall *call,
           const char          *what,
           gsize               *n,
           const float        **ret_values,
           GError             **error)
{
  KomaArray *tensor = koma_keras_get_weight (builder, call, what, 1, error);

  if (tensor == NULL)
    return FALSE;
  if (*n != 0 && tensor->count != *n)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "weight “%s/%s” has %zu values, expected %zu", call->name, what,
                      tensor->count, *n);
  *n = tensor->count;
  *ret_values = tensor->data;
  return TRUE;
}

static gboolean
read_statistics (KomaKerasBuilder    *builder,
                 const KomaKerasCall *call,
                 Statistics          *ret_statistics,
                 GError             **error)
{
  Statistics *s = ret_statistics;
  gboolean    has_gamma = TRUE;
  gboolean    has_beta = TRUE;

  return koma_keras_config_boolean (call, "scale", TRUE, &has_gamma, error) &&
         koma_keras_config_boolean (call, "center", TRUE, &has_beta, error) &&
         read_part (builder, call, "moving_mean", &s->n, &s->mean, error) &&
         read_part (builder, call, "moving_variance", &s->n, &s->variance, error) &&
         (!has_gamma ||
          read_part (builder, call, "gamma", &s->n, &s->gamma, error)) &&
         (!has_beta ||
          read_part (builder, call, "beta", &s->n, &s->beta, error));
}

static void
compute (const Statistics *s,
         double            epsilon,
         float            *ret_scale, /* [n] */
         float            *ret_offset)
{
  for (gsize i = 0; i < s->n; i++) {
    double scale = (s->gamma != NULL ? s->gamma[i] : 1.0) / sqrt (s->variance[i] + epsilon);

    ret_scale[i] = (float) scale;
    ret_offset[i] = (float) ((s->beta != NULL ? s->beta[i] : 0.0) - s->mean[i] * scale);
  }
}

/* Reading: two constants. Those of the last dimension are vectors, which passes fold into the
 * layer before. */
static KomaValueId
add_channels (KomaKerasBuilder *builder,
              const float      *values,
              gsize             n,
              guint             rank,
              guint             axis,
              GError          **error)
{
  KomaShape shape = koma_keras_broadcast_shape (rank, axis, (gint64) n);
  g_autoptr (KomaArray) array =
    koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &shape, values, error);

  return array != NULL ? koma_keras_add_constant (builder, "constant", array) : KOMA_VALUE_NONE;
}

static gboolean
read_normalization (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    guint                axis,
                    double               epsilon,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  const guint       rank = koma_keras_get_rank (builder, call->inputs[0]);
  Statistics        statistics = { 0 };
  g_autofree float *scale = NULL;
  g_autofree float *offset = NULL;
  KomaValueId       value = KOMA_VALUE_NONE;

  if (!read_statistics (builder, call, &statistics, error))
    return FALSE;
  scale = g_new0 (float, statistics.n);
  offset = g_new0 (float, statistics.n);
  compute (&statistics, epsilon, scale, offset);
  return koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, call->inputs[0],
                                add_channels (builder, scale, statistics.n, rank, axis, error),
                                &value, error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, value,
                                add_channels (builder, offset, statistics.n, rank, axis, error),
                                ret_output, error);
}

/* BatchNormalization: as a multiplication and an addition where a file is read, as a formula of its
 * weights where a model is built. */
gboolean
koma_keras_batch_normalization (KomaKerasBuilder    *builder,
                                const KomaKerasCall *call,
                                KomaValueId         *ret_output,
                                GError             **error)
{
  const guint rank = koma_keras_get_rank (builder, call->inputs[0]);
  guint       axis = 0;
  double      epsilon = 0;

  if (!koma_keras_config_axis (call, rank, &axis, error) ||
      !koma_keras_config_double (call, "epsilon", 1e-3, &epsilon, error))
    return FALSE;
  return builder->is_building
           ? koma_keras_build_batch_normalization (builder, call, axis, epsilon, ret_output, error)
           : read_normalization (builder, call, axis, epsilon, ret_output, error);
}
