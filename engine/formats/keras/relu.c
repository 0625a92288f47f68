/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "config.h"
#include "layers.h"

static gboolean
add_slope (KomaKerasBuilder    *builder,
           const KomaKerasCall *call,
           double               slope,
           KomaValueId         *ret_value,
           GError             **error)
{
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "alpha", slope);
  return koma_keras_add_node (builder, KOMA_OP_LEAKY_RELU, call, g_steal_pointer (&attrs),
                              ret_value, error);
}

/* ReLU: x from 0 up to max_value, negative_slope · x below. A threshold
 * other than 0 cuts instead of bending; no network is known to use it. */
gboolean
koma_keras_relu (KomaKerasBuilder    *builder,
                 const KomaKerasCall *call,
                 KomaValueId         *ret_output,
                 GError             **error)
{
  double      slope = 0;
  double      max = INFINITY;
  double      threshold = 0;
  KomaValueId value = KOMA_VALUE_NONE;

  if (!koma_keras_config_double (call, "negative_slope", slope, &slope, error) ||
      !koma_keras_config_double (call, "max_value", max, &max, error) ||
      !koma_keras_config_double (call, "threshold", threshold, &threshold, error))
    return FALSE;
  if (threshold != 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "threshold other than 0");
  if (slope == 0 && (isinf (max) || max == 6))
    return koma_keras_add_unary (builder, isinf (max) ? KOMA_OP_RELU : KOMA_OP_RELU6, call->name,
                                 call->inputs[0], ret_output, error);
  if (!(slope == 0
          ? koma_keras_add_unary (builder, KOMA_OP_RELU, call->name, call->inputs[0], &value, error)
          : add_slope (builder, call, slope, &value, error)))
    return FALSE;
  if (isinf (max)) {
    *ret_output = value;
    return TRUE;
  }
  return koma_keras_add_binary (builder, KOMA_OP_MINIMUM, call->name, value,
                                koma_keras_add_float (builder, max, error), ret_output, error);
}
