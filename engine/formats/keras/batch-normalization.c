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

static const float *
read_part (const KomaKerasCall *call,
           const char          *what,
           gsize               *n)
{
  KomaArray *array = koma_keras_get_weight (call, what, 1);

  if (array == NULL)
    return NULL;
  if (*n != 0 && array->count != *n)
    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_MODEL,
                       "weight “%s/%s” has %zu values, expected %zu", call->name, what,
                       array->count, *n);
  *n = array->count;
  return array->data;
}

static Statistics
read_statistics (const KomaKerasCall *call)
{
  const gboolean has_gamma = koma_keras_config_boolean (call, "scale", TRUE);
  const gboolean has_beta = koma_keras_config_boolean (call, "center", TRUE);
  Statistics     s = { 0 };

  s.mean = read_part (call, "moving_mean", &s.n);
  s.variance = read_part (call, "moving_variance", &s.n);
  s.gamma = has_gamma ? read_part (call, "gamma", &s.n) : NULL;
  s.beta = has_beta ? read_part (call, "beta", &s.n) : NULL;
  return s;
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
add_channels (KomaBuilder     *b,
              const float     *values,
              const KomaShape *shape)
{
  g_autoptr (KomaArray) array =
    koma_array_new_from_data (KOMA_DTYPE_FLOAT32, shape, values, &b->error);

  return array != NULL ? koma_builder_array (b, array) : KOMA_VALUE_NONE;
}

static KomaValueId
read_normalization (KomaBuilder         *b,
                    const KomaKerasCall *call,
                    guint                axis,
                    double               epsilon)
{
  const guint       rank = koma_builder_get_rank (b, call->inputs[0]);
  const Statistics  s = read_statistics (call);
  const KomaShape   shape = koma_keras_broadcast_shape (rank, axis, (gint64) s.n);
  g_autofree float *scale = g_new0 (float, s.n);
  g_autofree float *offset = g_new0 (float, s.n);
  KomaValueId       y = KOMA_VALUE_NONE;

  if (b->error != NULL)
    return KOMA_VALUE_NONE;
  compute (&s, epsilon, scale, offset);
  y = koma_builder_binary (b, KOMA_OP_MUL, call->inputs[0], add_channels (b, scale, &shape));
  return b->error != NULL
           ? KOMA_VALUE_NONE
           : koma_builder_binary (b, KOMA_OP_ADD, y, add_channels (b, offset, &shape));
}

/* BatchNormalization: as a multiplication and an addition where a file is read, as a formula of its
 * weights where a model is built. */
KomaValueId
koma_keras_batch_normalization (KomaBuilder         *b,
                                const KomaKerasCall *call)
{
  const guint  axis = koma_keras_config_axis (call, koma_builder_get_rank (b, call->inputs[0]));
  const double epsilon = koma_keras_config_double (call, "epsilon", 1e-3);

  return call->keras->is_building ? koma_keras_build_batch_normalization (b, call, axis, epsilon)
                                  : read_normalization (b, call, axis, epsilon);
}
