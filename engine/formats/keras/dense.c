/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Dense: a matrix product over the last dimension; kernel [in_c, out_c] */
KomaValueId
koma_keras_dense (KomaBuilder         *b,
                  const KomaKerasCall *call)
{
  const KomaValueId x = call->inputs[0];
  KomaKerasWeight   kernel = {
      .shape = KOMA_SHAPE (koma_builder_get_dim (b, x, koma_builder_get_rank (b, x) - 1), 0),
      .initializer = "kernel_initializer",
      .fallback = "glorotUniform",
      .is_trainable = TRUE,
  };
  KomaValueId inputs[3] = { x };

  koma_keras_config_dims (call, "units", 1, &kernel.shape.dims[1]);
  inputs[1] = koma_keras_add_weight (call, "kernel", &kernel);
  inputs[2] = koma_keras_add_bias (call, kernel.shape.dims[1]);
  return koma_keras_add_activation (b, call,
                                    koma_keras_add_biased (b, call->op, inputs, 3, NULL));
}
