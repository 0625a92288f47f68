/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

#include "engine/formats/json.h"

/* Permute; dims count from 1, the batch stays first. */
KomaValueId
koma_keras_permute (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  JsonArray  *dims = koma_json_get_array (call->config, "dims");
  const guint rank = koma_builder_get_rank (b, call->inputs[0]);
  guint       perm[KOMA_MAX_RANK] = { 0 };

  if (rank > KOMA_MAX_RANK || koma_json_array_length (dims) + 1 != rank)
    return koma_builder_fail (b, KOMA_ERROR_MODEL,
                              "setting “dims” has %u entries for an input of %u dimensions",
                              koma_json_array_length (dims), rank);
  for (guint i = 1; i < rank; i++) {
    gint64 dim = 0;

    if (!koma_json_node_int (koma_json_element (dims, i - 1), &dim) || dim < 1 || dim >= rank)
      return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “dims” is no permutation");
    perm[i] = (guint) dim;
  }
  return koma_builder_transpose (b, call->inputs[0], perm);
}
