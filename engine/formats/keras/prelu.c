/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

/* The input's shape without the batch, and 1 where an axis is shared; axes count from the batch. */
static KomaShape
get_shape (KomaBuilder         *b,
           const KomaKerasCall *call)
{
  const guint rank = koma_builder_get_rank (b, call->inputs[0]);
  JsonArray  *shared = koma_json_get_array (call->config, "shared_axes");
  KomaShape   shape = { .rank = MAX (rank, 1) - 1 };

  for (guint d = 1; d < rank; d++)
    shape.dims[d - 1] = koma_builder_get_dim (b, call->inputs[0], d);
  for (guint i = 0; i < koma_json_array_length (shared); i++) {
    gint64 axis = 0;

    if (koma_json_node_int (koma_json_element (shared, i), &axis) && axis >= 1 && axis < rank)
      shape.dims[axis - 1] = 1;
    else
      koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “shared_axes” is outside the input");
  }
  return shape;
}

/* PReLU; alpha is multiplied with what is below zero. */
KomaValueId
koma_keras_prelu (KomaBuilder         *b,
                  const KomaKerasCall *call)
{
  const KomaKerasWeight alpha = { .shape = get_shape (b, call),
                                  .initializer = "alpha_initializer",
                                  .fallback = "zeros",
                                  .is_trainable = TRUE };

  return koma_builder_binary (b, call->op, call->inputs[0],
                              koma_keras_add_weight (call, "alpha", &alpha));
}
