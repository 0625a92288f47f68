/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers that change the colours of pictures by chance while a model is trained, and nothing
 * otherwise. */
#include "config.h"
#include "layers.h"
#include "random.h"

#include "engine/formats/json.h"

static KomaValueId
clip (KomaBuilder         *b,
      const KomaKerasCall *call,
      KomaValueId          x)
{
  double low = 0;
  double high = 255;

  koma_keras_config_range (call, "value_range", &low, &high);
  x = koma_builder_with_number (b, KOMA_OP_MAXIMUM, x, low);
  return koma_builder_with_number (b, KOMA_OP_MINIMUM, x, high);
}

/* How much less and more contrast there may be: one number for both, or two. */
static KomaValueId
add_factor (KomaBuilder         *b,
            const KomaKerasCall *call)
{
  JsonArray *two = koma_json_get_array (call->config, "factor");
  double     less = 0;
  double     more = 0;

  if (two == NULL)
    less = more = koma_keras_config_double (call, "factor", 0);
  else if (koma_json_array_length (two) != 2 ||
           !koma_json_node_double (koma_json_element (two, 0), &less) ||
           !koma_json_node_double (koma_json_element (two, 1), &more))
    less = -1;
  if (!(less >= 0 && less <= 1 && more >= 0))
    return koma_builder_fail (b, KOMA_ERROR_MODEL,
                              "setting “factor” is not one number or two, from 0 on, the first up "
                              "to 1");
  return koma_keras_add_between (b, call, 1 - less, 1 + more);
}

/* Its distance from the mean of the channel, times a factor. */
static KomaValueId
add_contrast (KomaBuilder         *b,
              const KomaKerasCall *call,
              KomaValueId          x)
{
  const KomaValueId mean = koma_builder_reduce (b, KOMA_OP_MEAN, x, 1u << 1 | 1u << 2, TRUE);
  const KomaValueId y = koma_builder_binary (b, KOMA_OP_SUB, x, mean);

  return koma_builder_binary (
    b, KOMA_OP_ADD, koma_builder_binary (b, KOMA_OP_MUL, y, add_factor (b, call)), mean);
}

/* RandomBrightness, RandomContrast */
KomaValueId
koma_keras_random_colours (KomaBuilder         *b,
                           const KomaKerasCall *call)
{
  double      low = 0;
  double      high = 255;
  KomaValueId y = call->inputs[0];

  if (!call->keras->is_training)
    return koma_builder_unary (b, call->op, y);
  if (!koma_keras_config_check_pictures (call))
    return KOMA_VALUE_NONE;
  if (g_str_equal (call->class_name, "RandomContrast"))
    return clip (b, call, add_contrast (b, call, y));
  koma_keras_config_range (call, "value_range", &low, &high);
  y = koma_builder_binary (b, KOMA_OP_ADD, y,
                           koma_builder_with_number (b, KOMA_OP_MUL,
                                                     koma_keras_add_drawn (b, call, "factor"),
                                                     high - low));
  return clip (b, call, y);
}
