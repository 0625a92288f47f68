/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "random.h"

#include "config.h"

#include "engine/formats/json.h"

KomaValueId
koma_keras_add_uniform (KomaBuilder         *b,
                        const KomaKerasCall *call,
                        KomaShape            shape)
{
  const KomaValueId key = koma_builder_input (b, "key", KOMA_DTYPE_INT32, KOMA_SHAPE (2));

  if (key != KOMA_VALUE_NONE)
    g_array_append_val (call->keras->keys, key);
  return koma_builder_binary (b, KOMA_OP_RANDOM_UNIFORM, koma_builder_shape (b, shape), key);
}

void
koma_keras_config_range (const KomaKerasCall *call,
                         const char          *name,
                         double              *lower,
                         double              *upper)
{
  KomaBuilder *b = &call->keras->nodes;
  JsonArray   *array = koma_json_get_array (call->config, name);

  if (!koma_keras_config_is_set (call, name))
    return;
  if (array == NULL) {
    *upper = koma_keras_config_double (call, name, 0);
    *lower = -*upper;
  } else if (koma_json_array_length (array) != 2 ||
             !koma_json_node_double (koma_json_element (array, 0), lower) ||
             !koma_json_node_double (koma_json_element (array, 1), upper)) {
    koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “%s” is not one number or two", name);
  }
  if (!(*lower <= *upper))
    koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “%s” goes from %g to %g", name, *lower,
                       *upper);
}

KomaValueId
koma_keras_add_between (KomaBuilder         *b,
                        const KomaKerasCall *call,
                        double               lower,
                        double               upper)
{
  const gint64 n = koma_builder_get_dim (b, call->inputs[0], 0);
  KomaValueId  y = koma_keras_add_uniform (b, call, KOMA_SHAPE (n, 1, 1, 1));

  y = koma_builder_with_number (b, KOMA_OP_MUL, y, upper - lower);
  return koma_builder_with_number (b, KOMA_OP_ADD, y, lower);
}

KomaValueId
koma_keras_add_drawn (KomaBuilder         *b,
                      const KomaKerasCall *call,
                      const char          *setting)
{
  double lower = 0;
  double upper = 0;

  koma_keras_config_range (call, setting, &lower, &upper);
  return koma_keras_add_between (b, call, lower, upper);
}
