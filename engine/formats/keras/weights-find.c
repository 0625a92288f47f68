/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The weights of a layer are called "<layer>/<what>" in the manifest. Some
 * writers put more around it: the name of the model that the layer is nested
 * in ("features/conv1/kernel"), or of a cell inside the layer
 * ("conv1/conv1_cell/kernel", TensorFlow 2.2). */
#include "weight.h"

static gboolean
is_other_spelling (const char *key,
                   const char *layer,
                   const char *what)
{
  g_autofree char *tail = g_strconcat ("/", layer, "/", what, NULL);
  gsize            n_layer = strlen (layer);
  const char      *last = strrchr (key, '/');

  if (g_str_has_suffix (key, tail))
    return TRUE;
  return last != NULL && g_str_equal (last + 1, what) &&
         strncmp (key, layer, n_layer) == 0 && key[n_layer] == '/' &&
         strchr (key + n_layer + 1, '/') == last;
}

/**
 * koma_keras_find_weight:
 * @what: "kernel", "bias", …
 *
 * Returns: (transfer none) (nullable): the layer's weight of that name. An
 *   inexact name counts only where it leaves no doubt.
 */
KomaArray *
koma_keras_find_weight (KomaKerasBuilder    *self,
                        const KomaKerasCall *call,
                        const char          *what)
{
  g_autofree char *exact = g_strconcat (call->name, "/", what, NULL);
  KomaArray       *found = NULL;
  guint            n_found = 0;
  GHashTableIter   iter;
  gpointer         key = NULL;
  gpointer         tensor = NULL;

  if (self->weights == NULL)
    return NULL;
  found = g_hash_table_lookup (self->weights, exact);
  if (found != NULL)
    return found;
  g_hash_table_iter_init (&iter, self->weights);
  while (g_hash_table_iter_next (&iter, &key, &tensor)) {
    if (is_other_spelling (key, call->name, what)) {
      found = tensor;
      n_found++;
    }
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
koma_keras_get_weight (KomaKerasBuilder    *self,
                       const KomaKerasCall *call,
                       const char          *what,
                       guint                rank,
                       GError             **error)
{
  KomaArray *tensor = koma_keras_find_weight (self, call, what);

  if (tensor == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "weight “%s/%s” is not among the weights", call->name, what);
    return NULL;
  }
  if (tensor->dtype != KOMA_DTYPE_FLOAT32 ||
      tensor->shape.rank != rank) {
    g_autofree char *shape = koma_shape_to_string (&tensor->shape);

    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "weight “%s/%s” is %s %s, expected float32 with %u dimensions", call->name, what,
                 koma_dtype_name (tensor->dtype), shape, rank);
    return NULL;
  }
  return tensor;
}
