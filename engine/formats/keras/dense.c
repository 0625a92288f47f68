/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Dense: a matrix product over the last dimension; kernel [in_c, out_c] */
gboolean
koma_keras_dense (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  KomaValueId         *ret_output,
                  GError             **error)
{
  const guint     rank = koma_keras_get_rank (builder, call->inputs[0]);
  KomaKerasWeight kernel = {
    .shape = KOMA_SHAPE (koma_keras_get_dim (builder, call->inputs[0], rank - 1), 0),
    .initializer = "kernel_initializer",
    .fallback = "glorotUniform",
    .is_trainable = TRUE,
  };
  KomaValueId   inputs[3] = { call->inputs[0] };
  KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 2 };
  KomaValueId   value = KOMA_VALUE_NONE;

  koma_keras_config_dims (call, "units", 1, &kernel.shape.dims[1]);
  if (!koma_keras_add_weight (builder, call, "kernel", &kernel, &inputs[1], error) ||
      !koma_keras_add_bias (builder, call, kernel.shape.dims[1], &inputs[2], error))
    return FALSE;
  like.n_inputs += inputs[2] != KOMA_VALUE_NONE;
  return koma_keras_add_node (builder, call->op, &like, NULL, &value, error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
