/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"
#include "parts.h"

/* The mean over the steps that count: [n, steps, c] → [n, c] */
static gboolean
add_masked_mean (KomaKerasBuilder    *builder,
                 const KomaKerasCall *call,
                 KomaValueId          mask,
                 gboolean             keep_dims,
                 KomaValueId         *ret_output,
                 GError             **error)
{
  KomaValueId sum = KOMA_VALUE_NONE;
  KomaValueId count = KOMA_VALUE_NONE;

  return koma_keras_add_cast (builder, "mask", mask, "float32", &count, error) &&
         koma_keras_add_expand_dims (builder, "mask", count, 2, &count, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, call->name, call->inputs[0], count, &sum,
                                error) &&
         koma_keras_add_reduce (builder, KOMA_OP_SUM, call->name, sum, 1u << 1, keep_dims, &sum,
                                error) &&
         koma_keras_add_reduce (builder, KOMA_OP_SUM, call->name, count, 1u << 1, keep_dims,
                                &count, error) &&
         koma_keras_add_binary (builder, KOMA_OP_DIV, call->name, sum, count, ret_output, error);
}

/* GlobalAveragePooling1D, GlobalMaxPooling2D, …: [n, .., c] → [n, c] */
gboolean
koma_keras_global_pooling (KomaKerasBuilder    *builder,
                           const KomaKerasCall *call,
                           KomaValueId         *ret_output,
                           GError             **error)
{
  const guint       n_spatial = koma_keras_count_spatial (call);
  const guint       rank = koma_keras_get_rank (builder, call->inputs[0]);
  const KomaValueId mask = koma_keras_get_mask (builder, call->inputs[0]);
  const guint       axes = (1u << (n_spatial + 1)) - 2;
  gboolean          keep_dims = FALSE;

  if (!koma_keras_config_check_rank (builder, call, n_spatial + 2, error) ||
      !koma_keras_config_boolean (call, "keepdims", FALSE, &keep_dims, error))
    return FALSE;
  if (mask != KOMA_VALUE_NONE && call->op == KOMA_OP_MEAN && rank == 3)
    return add_masked_mean (builder, call, mask, keep_dims, ret_output, error);
  return koma_keras_add_reduce (builder, call->op, call->name, call->inputs[0], axes, keep_dims,
                                ret_output, error);
}
