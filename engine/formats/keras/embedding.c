/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"
#include "parts.h"

/* Numbers out of the table fail the run, as in TensorFlow on a processor. */
static gboolean
add_indices (KomaKerasBuilder    *builder,
             const KomaKerasCall *call,
             gint64               n_rows,
             KomaValueId         *ret_indices,
             GError             **error)
{
  const KomaKerasCall like = { .name = call->name, .inputs = call->inputs, .n_inputs = 1 };
  KomaAttrs          *attrs = koma_attrs_new ();
  KomaValueId         checked = KOMA_VALUE_NONE;

  koma_attrs_set_ints (attrs, "sizes", &n_rows, 1);
  return koma_keras_add_node (builder, KOMA_OP_CHECK_INDICES, &like, attrs, &checked, error) &&
         koma_keras_add_cast (builder, call->name, checked, "int32", ret_indices, error);
}

/* Embedding: a row of the table for each number; embeddings [input_dim, output_dim]. With mask_zero
 * the steps of number 0 do not count. */
gboolean
koma_keras_embedding (KomaKerasBuilder    *builder,
                      const KomaKerasCall *call,
                      KomaValueId         *ret_output,
                      GError             **error)
{
  const guint     rank = koma_keras_get_rank (builder, call->inputs[0]);
  KomaKerasWeight table = { .shape = { .rank = 2 },
                            .initializer = "embeddings_initializer",
                            .fallback = "randomUniform",
                            .is_trainable = TRUE };
  KomaValueId     embeddings = KOMA_VALUE_NONE;
  gboolean        is_zero_masked = FALSE;
  KomaValueId     indices = KOMA_VALUE_NONE;
  KomaValueId     mask = KOMA_VALUE_NONE;

  koma_keras_config_dims (call, "input_dim", 1, &table.shape.dims[0]);
  koma_keras_config_dims (call, "output_dim", 1, &table.shape.dims[1]);
  if (!koma_keras_add_weight (builder, call, "embeddings", &table, &embeddings, error) ||
      !koma_keras_config_boolean (call, "mask_zero", FALSE, &is_zero_masked, error) ||
      !add_indices (builder, call, table.shape.dims[0], &indices, error) ||
      !koma_keras_add_binary (builder, call->op, call->name,
                              embeddings, indices,
                              ret_output, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, rank + 1);
  if (is_zero_masked &&
      !koma_keras_add_binary (builder, KOMA_OP_NOT_EQUAL, "mask", indices,
                              koma_keras_add_int (builder, 0, error), &mask, error))
    return FALSE;
  koma_keras_set_mask (builder, *ret_output, mask);
  return TRUE;
}
