/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Dense: a matrix product over the last dimension; kernel [in_c, out_c] */
gboolean
koma_keras_dense (KomaKerasBuilder    *builder,
                  const KomaKerasCall *call,
                  KomaValueId         *ret_output,
                  GError             **error)
{
  KomaValueId   inputs[3] = { call->inputs[0] };
  KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 2 };
  KomaArray    *kernel = koma_keras_get_weight (builder, call, "kernel", 2, error);
  KomaArray    *bias = NULL;
  KomaValueId   value = KOMA_VALUE_NONE;

  if (kernel == NULL || !koma_keras_get_bias (builder, call, &bias, error))
    return FALSE;
  inputs[1] = koma_keras_add_constant (builder, "kernel", kernel);
  if (bias != NULL)
    inputs[like.n_inputs++] = koma_keras_add_constant (builder, "bias", bias);
  return koma_keras_add_node (builder, call->op, &like, NULL, &value, error) &&
         koma_keras_add_activation (builder, call, value, ret_output, error);
}
