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
read_channels (KomaKerasBuilder    *builder,
               const KomaKerasCall *call,
               const char          *what)
{
  JsonNode  *node = koma_json_get (call->config, what);
  JsonArray *array = koma_json_node_array (node);
  KomaArray *tensor = koma_keras_find_weight (builder, call, what);
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
static gboolean
build_normalization (KomaKerasBuilder    *builder,
                     const KomaKerasCall *call,
                     KomaValueId         *ret_output,
                     GError             **error)
{
  const guint           rank = koma_keras_get_rank (builder, call->inputs[0]);
  const KomaKerasWeight mean = {
    .shape = KOMA_SHAPE (koma_keras_get_dim (builder, call->inputs[0], rank - 1)),
    .fallback = "zeros",
  };
  const KomaKerasWeight variance = { .shape = mean.shape, .fallback = "ones" };
  KomaValueId           value = KOMA_VALUE_NONE;
  KomaValueId           deviation = KOMA_VALUE_NONE;

  return koma_keras_add_weight (builder, call, "mean", &mean, &value, error) &&
         koma_keras_add_weight (builder, call, "variance", &variance, &deviation, error) &&
         koma_keras_add_binary (builder, call->op, call->name, call->inputs[0], value, &value,
                                error) &&
         koma_keras_add_unary (builder, KOMA_OP_SQRT, call->name, deviation, &deviation, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MAXIMUM, call->name, deviation,
                                koma_keras_add_float (builder, MIN_DEVIATION, error), &deviation,
                                error) &&
         koma_keras_add_binary (builder, KOMA_OP_DIV, call->name, value, deviation, ret_output,
                                error);
}

/* Normalization over the last dimension: (x − mean) / sqrt (variance) */
gboolean
koma_keras_normalization (KomaKerasBuilder    *builder,
                          const KomaKerasCall *call,
                          KomaValueId         *ret_output,
                          GError             **error)
{
  g_autoptr (GArray) mean = read_channels (builder, call, "mean");
  g_autoptr (GArray) variance = read_channels (builder, call, "variance");
  const guint rank = koma_keras_get_rank (builder, call->inputs[0]);
  guint       axis = 0;
  KomaValueId value = KOMA_VALUE_NONE;

  if (!koma_keras_config_axis (call, rank, &axis, error) ||
      !koma_keras_config_refuse (call, "invert", error))
    return FALSE;
  if (axis != rank - 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "axis %u of %u", axis, rank);
  if (builder->is_building && !(koma_keras_config_is_set (call, "mean") &&
                                koma_keras_config_is_set (call, "variance")))
    return build_normalization (builder, call, ret_output, error);
  if (mean == NULL || variance == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "“%s” is neither in the settings nor among the weights",
                      mean == NULL ? "mean" : "variance");
  for (guint i = 0; i < variance->len; i++) {
    float *v = &g_array_index (variance, float, i);

    *v = (float) MAX (sqrt (*v), MIN_DEVIATION);
  }
  return koma_keras_add_binary (
           builder, call->op, call->name, call->inputs[0],
           koma_keras_add_floats (builder, (float *) mean->data, mean->len, error), &value,
           error) &&
         koma_keras_add_binary (
           builder, KOMA_OP_DIV, call->name, value,
           koma_keras_add_floats (builder, (float *) variance->data, variance->len, error),
           ret_output, error);
}
