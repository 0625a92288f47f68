/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"

/* The mean over the steps that count: [n, steps, c] → [n, c] */
static KomaValueId
add_masked_mean (KomaBuilder *b,
                 KomaValueId  x,
                 KomaValueId  mask,
                 gboolean     keep_dims)
{
  KomaValueId count = koma_builder_cast (b, mask, KOMA_DTYPE_FLOAT32);
  KomaValueId sum = KOMA_VALUE_NONE;

  count = koma_builder_expand_dims (b, count, 2);
  sum = koma_builder_binary (b, KOMA_OP_MUL, x, count);
  sum = koma_builder_reduce (b, KOMA_OP_SUM, sum, 1u << 1, keep_dims);
  count = koma_builder_reduce (b, KOMA_OP_SUM, count, 1u << 1, keep_dims);
  return koma_builder_binary (b, KOMA_OP_DIV, sum, count);
}

/* GlobalAveragePooling1D, GlobalMaxPooling2D, …: [n, .., c] → [n, c] */
KomaValueId
koma_keras_global_pooling (KomaBuilder         *b,
                           const KomaKerasCall *call)
{
  const guint       n_spatial = koma_keras_count_spatial (call);
  const KomaValueId x = call->inputs[0];
  const KomaValueId mask = koma_keras_get_mask (call->keras, x);
  const guint       axes = (1u << (n_spatial + 1)) - 2;
  const gboolean    keep_dims = koma_keras_config_boolean (call, "keepdims", FALSE);

  if (!koma_keras_config_check_rank (call, n_spatial + 2))
    return KOMA_VALUE_NONE;
  if (mask != KOMA_VALUE_NONE && call->op == KOMA_OP_MEAN && n_spatial == 1)
    return add_masked_mean (b, x, mask, keep_dims);
  return koma_builder_reduce (b, call->op, x, axes, keep_dims);
}
