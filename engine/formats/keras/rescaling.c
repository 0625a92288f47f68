/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

/* One number, or one for each channel; the same for all where it is missing. */
static KomaValueId
add_setting (KomaBuilder         *b,
             const KomaKerasCall *call,
             const char          *name,
             double               fallback)
{
  JsonArray        *array = koma_json_get_array (call->config, name);
  const guint       n_values = koma_json_array_length (array);
  g_autofree float *values = g_new0 (float, n_values + 1);
  double            number = 0;

  if (array == NULL)
    return koma_builder_float (b, koma_keras_config_double (call, name, fallback));
  for (guint i = 0; i < n_values; i++) {
    if (!koma_json_node_double (koma_json_element (array, i), &number))
      return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “%s” is no list of numbers", name);
    values[i] = (float) number;
  }
  return koma_builder_floats (b, values, n_values);
}

/* Rescaling: x · scale + offset */
KomaValueId
koma_keras_rescaling (KomaBuilder         *b,
                      const KomaKerasCall *call)
{
  const KomaValueId scale = add_setting (b, call, "scale", 1);
  const KomaValueId offset = add_setting (b, call, "offset", 0);

  return koma_builder_binary (
    b, KOMA_OP_ADD, koma_builder_binary (b, KOMA_OP_MUL, call->inputs[0], scale), offset);
}
