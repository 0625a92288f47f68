/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"

/* Embedding: a row of the table for each number; embeddings [input_dim, output_dim]. With mask_zero
 * the steps of number 0 do not count. Numbers out of the table fail the run, as in TensorFlow on a
 * processor. */
KomaValueId
koma_keras_embedding (KomaBuilder         *b,
                      const KomaKerasCall *call)
{
  KomaKerasWeight table = { .shape = { .rank = 2 },
                            .initializer = "embeddings_initializer",
                            .fallback = "randomUniform",
                            .is_trainable = TRUE };
  KomaValueId     embeddings = KOMA_VALUE_NONE;
  KomaValueId     indices = KOMA_VALUE_NONE;
  KomaValueId     mask = KOMA_VALUE_NONE;
  KomaValueId     y = KOMA_VALUE_NONE;

  koma_keras_config_dims (call, "input_dim", 1, &table.shape.dims[0]);
  koma_keras_config_dims (call, "output_dim", 1, &table.shape.dims[1]);
  embeddings = koma_keras_add_weight (call, "embeddings", &table);
  indices = koma_builder_check_indices (b, call->inputs[0], table.shape.dims, 1);
  indices = koma_builder_cast (b, indices, KOMA_DTYPE_INT32);
  if (koma_keras_config_boolean (call, "mask_zero", FALSE))
    mask = koma_builder_binary (b, KOMA_OP_NOT_EQUAL, indices, koma_builder_int (b, 0));
  y = koma_builder_binary (b, call->op, embeddings, indices);
  koma_builder_set_rank (b, y, koma_builder_get_rank (b, indices) + 1);
  koma_keras_set_mask (call->keras, y, mask);
  return y;
}
