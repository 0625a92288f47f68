/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

#include "engine/formats/json.h"

/* Permute; dims count from 1, the batch stays first. */
gboolean
koma_keras_permute (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  JsonArray  *dims = koma_json_get_array (call->config, "dims");
  const guint rank = koma_keras_get_rank (builder, call->inputs[0]);
  gint32      perm[KOMA_MAX_RANK] = { 0 };

  if (rank > KOMA_MAX_RANK || koma_json_array_length (dims) + 1 != rank)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "setting “dims” has %u entries for an input of %u dimensions",
                      koma_json_array_length (dims), rank);
  for (guint i = 1; i < rank; i++) {
    gint64 dim = 0;

    if (!koma_json_node_int (koma_json_element (dims, i - 1), &dim) || dim < 1 || dim >= rank)
      return koma_fail (error, KOMA_ERROR_MODEL, "setting “dims” is no permutation");
    perm[i] = (gint32) dim;
  }
  return koma_keras_add_binary (builder, call->op, call->name, call->inputs[0],
                                koma_keras_add_ints (builder, perm, rank, error), ret_output,
                                error);
}
