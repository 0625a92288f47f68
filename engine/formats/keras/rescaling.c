/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

/* One number, or one for each channel; the same for all where it is missing. */
static KomaValueId
add_setting (KomaKerasBuilder    *builder,
             const KomaKerasCall *call,
             const char          *name,
             double               fallback,
             GError             **error)
{
  JsonArray        *array = koma_json_get_array (call->config, name);
  const guint       n_values = koma_json_array_length (array);
  g_autofree float *values = g_new0 (float, n_values + 1);
  double            number = 0;

  if (array == NULL)
    return koma_keras_config_double (call, name, fallback, &number, error)
             ? koma_keras_add_float (builder, number, error)
             : KOMA_VALUE_NONE;
  for (guint i = 0; i < n_values; i++) {
    if (!koma_json_node_double (koma_json_element (array, i), &number)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "setting “%s” is no list of numbers", name);
      return KOMA_VALUE_NONE;
    }
    values[i] = (float) number;
  }
  return koma_keras_add_floats (builder, values, n_values, error);
}

/* Rescaling: x · scale + offset */
gboolean
koma_keras_rescaling (KomaKerasBuilder    *builder,
                      const KomaKerasCall *call,
                      KomaValueId         *ret_output,
                      GError             **error)
{
  const KomaValueId scale = add_setting (builder, call, "scale", 1, error);
  KomaValueId       value = KOMA_VALUE_NONE;

  return koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, call->inputs[0], scale, &value,
                                error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, value,
                                add_setting (builder, call, "offset", 0, error), ret_output,
                                error);
}
