/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>

#include "config.h"
#include "layers.h"

static KomaValueId
add_slope (KomaBuilder *b,
           KomaValueId  x,
           double       slope)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "alpha", slope);
  return KOMA_BUILDER_NODE (b, KOMA_OP_LEAKY_RELU, attrs, x);
}

/* ReLU: x from 0 up to max_value, negative_slope · x below. A threshold
 * other than 0 cuts instead of bending; no network is known to use it. */
KomaValueId
koma_keras_relu (KomaBuilder         *b,
                 const KomaKerasCall *call)
{
  const KomaValueId x = call->inputs[0];
  const double      slope = koma_keras_config_double (call, "negative_slope", 0);
  const double      max = koma_keras_config_double (call, "max_value", INFINITY);
  KomaValueId       y = KOMA_VALUE_NONE;

  if (koma_keras_config_double (call, "threshold", 0) != 0)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "threshold other than 0");
  if (slope == 0 && max == 6)
    return koma_builder_unary (b, KOMA_OP_RELU6, x);
  y = slope == 0 ? koma_builder_unary (b, KOMA_OP_RELU, x) : add_slope (b, x, slope);
  return isinf (max) ? y
                     : koma_builder_binary (b, KOMA_OP_MINIMUM, y, koma_builder_float (b, max));
}
