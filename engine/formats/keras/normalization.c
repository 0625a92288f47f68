/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

/* Keras divides by no less than this (its backend's epsilon). */
#define MIN_DEVIATION 1e-7

/* One value for each channel: in the settings, or a weight. */
static GArray *
read_channels (const KomaKerasCall *call,
               const char          *what)
{
  JsonNode  *node = koma_json_get (call->config, what);
  JsonArray *array = koma_json_node_array (node);
  KomaArray *tensor = koma_keras_find_weight (call, what);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (float));
  double number = 0;

  if (koma_json_node_double (node, &number)) {
    g_array_append_val (values, (float){ (float) number });
    return g_steal_pointer (&values);
  }
  for (guint i = 0; i < koma_json_array_length (array); i++) {
    if (!koma_json_node_double (koma_json_element (array, i), &number))
      return NULL;
    g_array_append_val (values, (float){ (float) number });
  }
  if (values->len == 0 && tensor != NULL && tensor->dtype == KOMA_DTYPE_FLOAT32)
    g_array_append_vals (values, tensor->data, tensor->count);
  return values->len > 0 ? g_steal_pointer (&values) : NULL;
}

/* Building: the two are weights that training leaves as they are. */
static KomaValueId
build_normalization (KomaBuilder         *b,
                     const KomaKerasCall *call,
                     gint64               n_channels)
{
  const KomaKerasWeight zeros = { .shape = KOMA_SHAPE (n_channels), .fallback = "zeros" };
  const KomaKerasWeight ones = { .shape = KOMA_SHAPE (n_channels), .fallback = "ones" };
  const KomaValueId     mean = koma_keras_add_weight (call, "mean", &zeros);
  const KomaValueId     variance = koma_keras_add_weight (call, "variance", &ones);
  const KomaValueId     y = koma_builder_binary (b, call->op, call->inputs[0], mean);
  KomaValueId           deviation = koma_builder_unary (b, KOMA_OP_SQRT, variance);

  deviation =
    koma_builder_binary (b, KOMA_OP_MAXIMUM, deviation, koma_builder_float (b, MIN_DEVIATION));
  return koma_builder_binary (b, KOMA_OP_DIV, y, deviation);
}

/* Normalization over the last dimension: (x − mean) / sqrt (variance) */
KomaValueId
koma_keras_normalization (KomaBuilder         *b,
                          const KomaKerasCall *call)
{
  g_autoptr (GArray) mean = read_channels (call, "mean");
  g_autoptr (GArray) variance = read_channels (call, "variance");
  const guint rank = koma_builder_get_rank (b, call->inputs[0]);
  const guint axis = koma_keras_config_axis (call, rank);
  KomaValueId y = KOMA_VALUE_NONE;

  koma_keras_config_refuse (call, "invert");
  if (axis != rank - 1)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "axis %u of %u", axis, rank);
  if (call->keras->is_building && !(koma_keras_config_is_set (call, "mean") &&
                                    koma_keras_config_is_set (call, "variance")))
    return build_normalization (b, call, koma_builder_get_dim (b, call->inputs[0], rank - 1));
  if (mean == NULL || variance == NULL)
    return koma_builder_fail (b, KOMA_ERROR_MODEL,
                              "“%s” is neither in the settings nor among the weights",
                              mean == NULL ? "mean" : "variance");
  for (guint i = 0; i < variance->len; i++) {
    float *v = &g_array_index (variance, float, i);

    *v = (float) MAX (sqrt (*v), MIN_DEVIATION);
  }
  y = koma_builder_binary (b, call->op, call->inputs[0],
                           koma_builder_floats (b, (float *) mean->data, mean->len));
  return koma_builder_binary (b, KOMA_OP_DIV, y,
                              koma_builder_floats (b, (float *) variance->data, variance->len));
}
