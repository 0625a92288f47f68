/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The weights of a layer are called "<layer>/<what>" in the manifest. Some
 * writers put more around it: the name of the model that the layer is nested
 * in ("features/conv1/kernel"), or of cells inside the layer
 * ("conv1/conv1_cell/kernel", TensorFlow 2.2; "lstm/lstm/lstm_cell/kernel" in
 * a file of Keras 2; "rnn/stacked_rnn_cells/gru_cell/kernel"). */
#include "weight.h"

#define MAX_BETWEEN 2

/* How many groups there are between the layer, at its last place in @key, and @what, which may have
 * groups of its own ("query/kernel"): 0 of
 * ".../conv1/kernel", 1 of ".../lstm/lstm_cell/kernel". −1 where @key is no such weight. */
static int
count_between (const char *key,
               const char *layer,
               const char *what)
{
  g_autofree char *path = g_strconcat ("/", key, NULL);
  g_autofree char *part = g_strconcat ("/", layer, "/", NULL);
  g_autofree char *suffix = g_strconcat ("/", what, NULL);
  const char      *found = g_strrstr (path, part);
  const char      *end = path + strlen (path) - MIN (strlen (path), strlen (suffix));
  int              n_between = 0;

  if (found == NULL || !g_str_equal (end, suffix) || end + 1 < found + strlen (part))
    return -1;
  for (const char *c = found + strlen (part); c <= end; c++)
    n_between += *c == '/' ? 1 : 0;
  return n_between;
}

/**
 * koma_keras_find_weight:
 * @what: "kernel", "bias", …
 *
 * Returns: (transfer none) (nullable): the layer's weight of that name. An
 *   inexact name counts only where it leaves no doubt.
 */
KomaArray *
koma_keras_find_weight (const KomaKerasCall *call,
                        const char          *what)
{
  g_autofree char *exact = g_strconcat (call->name, "/", what, NULL);
  KomaArray       *found = NULL;
  guint            n_found = 0;
  int              nearest = MAX_BETWEEN;
  GHashTableIter   iter;
  gpointer         key = NULL;
  gpointer         tensor = NULL;

  if (call->keras->weights == NULL)
    return NULL;
  found = g_hash_table_lookup (call->keras->weights, exact);
  if (found != NULL)
    return found;
  g_hash_table_iter_init (&iter, call->keras->weights);
  while (g_hash_table_iter_next (&iter, &key, &tensor)) {
    const int n_between = count_between (key, call->name, what);

    if (n_between < 0 || n_between > nearest)
      continue;
    n_found = n_between < nearest ? 1 : n_found + 1;
    nearest = n_between;
    found = tensor;
  }
  return n_found == 1 ? found : NULL;
}

/**
 * koma_keras_get_weight:
 * @rank: how many dimensions it must have
 *
 * Errors: %KOMA_ERROR_MODEL if it is missing, not float32 or of another rank.
 *
 * Returns: (transfer none) (nullable): the layer's float32 weight
 */
KomaArray *
koma_keras_get_weight (const KomaKerasCall *call,
                       const char          *what,
                       guint                rank)
{
  KomaBuilder *b = &call->keras->nodes;
  KomaArray   *array = koma_keras_find_weight (call, what);

  if (array == NULL) {
    koma_builder_fail (b, KOMA_ERROR_MODEL, "weight “%s/%s” is not among the weights", call->name,
                       what);
  } else if (array->dtype != KOMA_DTYPE_FLOAT32 || array->shape.rank != rank) {
    g_autofree char *shape = koma_shape_to_string (&array->shape);

    koma_builder_fail (b, KOMA_ERROR_MODEL,
                       "weight “%s/%s” is %s %s, expected float32 with %u dimensions", call->name,
                       what, koma_dtype_name (array->dtype), shape, rank);
    return NULL;
  }
  return array;
}
