/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

/* The input's shape without the batch, and 1 where an axis is shared; axes count from the batch. */
static gboolean
get_shape (KomaKerasBuilder    *builder,
           const KomaKerasCall *call,
           KomaShape           *ret_shape,
           GError             **error)
{
  const guint rank = koma_keras_get_rank (builder, call->inputs[0]);
  JsonArray  *shared = koma_json_get_array (call->config, "shared_axes");

  ret_shape->rank = MAX (rank, 1) - 1;
  for (guint d = 1; d < rank; d++)
    ret_shape->dims[d - 1] = koma_keras_get_dim (builder, call->inputs[0], d);
  for (guint i = 0; i < koma_json_array_length (shared); i++) {
    gint64 axis = 0;

    if (!koma_json_node_int (koma_json_element (shared, i), &axis) || axis < 1 || axis >= rank)
      return koma_fail (error, KOMA_ERROR_MODEL, "setting “shared_axes” is outside the input");
    ret_shape->dims[axis - 1] = 1;
  }
  return TRUE;
}

/* PReLU; alpha is multiplied with what is below zero. */
gboolean
koma_keras_prelu (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  KomaValueId         *ret_output,
                  GError             **error)
{
  KomaKerasWeight alpha = { .initializer = "alpha_initializer",
                            .fallback = "zeros",
                            .is_trainable = TRUE };
  KomaValueId     value = KOMA_VALUE_NONE;

  return get_shape (builder, call, &alpha.shape, error) &&
         koma_keras_add_weight (builder, call, "alpha", &alpha, &value, error) &&
         koma_keras_add_binary (builder, call->op, call->name, call->inputs[0], value, ret_output,
                                error);
}
