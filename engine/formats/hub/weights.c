/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "weights.h"

#include <string.h>

#include "engine/koma/koma-error.h"

/* Ends, or beginnings, of the names of what is of no use once a model is trained. */
static const char *const helper_ends[] = {
  "num_batches_tracked",
  "position_ids",
  "relative_position_index",
  "relative_coords_table",
  "attn_mask",
  "mask_token",
  "total_ops",
  "total_params",
};

void
koma_hub_weights_init (KomaHubWeights *self)
{
  *self = (KomaHubWeights){
    .arrays = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                     (GDestroyNotify) koma_array_unref),
  };
}

void
koma_hub_weights_clear (KomaHubWeights *self)
{
  g_clear_pointer (&self->arrays, g_hash_table_unref);
}

/**
 * koma_hub_weights_add:
 * @array: float32, int32 or bool
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where there is one of that name.
 */
gboolean
koma_hub_weights_add (KomaHubWeights *self,
                      const char     *name,
                      KomaArray      *array,
                      GError        **error)
{
  if (g_hash_table_contains (self->arrays, name))
    return koma_fail (error, KOMA_ERROR_MODEL, "it is there twice");
  g_hash_table_insert (self->arrays, g_strdup (name), koma_array_ref (array));
  self->n_weights++;
  return TRUE;
}

const KomaArray *
koma_hub_weights_look (const KomaHubWeights *self,
                       const char           *name)
{
  return g_hash_table_lookup (self->arrays, name);
}

/**
 * koma_hub_weights_take:
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): the array, which is not there any more; %NULL: there is none
 */
KomaArray *
koma_hub_weights_take (KomaHubWeights *self,
                       const char     *name)
{
  KomaArray *array = g_hash_table_lookup (self->arrays, name);

  if (array == NULL)
    return NULL;
  koma_array_ref (array);
  g_hash_table_remove (self->arrays, name);
  return array;
}

/**
 * koma_hub_weights_list:
 *
 * Thread: any.
 *
 * Returns: (transfer container) (element-type utf8): the names of those that nobody took; each is
 *   good until its weight is taken
 */
GList *
koma_hub_weights_list (const KomaHubWeights *self)
{
  return g_hash_table_get_keys (self->arrays);
}

static gboolean
has_prefix (gpointer name,
            gpointer array,
            gpointer prefix)
{
  return g_str_has_prefix (name, prefix);
}

/**
 * koma_hub_weights_drop:
 * @prefix: of the names of weights that are of no use
 *
 * Thread: any.
 */
void
koma_hub_weights_drop (KomaHubWeights *self,
                       const char     *prefix)
{
  g_hash_table_foreach_remove (self->arrays, has_prefix, (gpointer) prefix);
}

/**
 * koma_hub_weights_rename:
 *
 * Thread: any.
 */
void
koma_hub_weights_rename (KomaHubWeights *self,
                         const char     *from,
                         const char     *to)
{
  KomaArray *array = NULL;

  if (g_hash_table_contains (self->arrays, to))
    return;
  array = koma_hub_weights_take (self, from);
  if (array != NULL)
    g_hash_table_insert (self->arrays, g_strdup (to), array);
}

static gboolean
is_helper (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (helper_ends); i++)
    if (g_str_has_suffix (name, helper_ends[i]))
      return TRUE;
  /* Classifiers in the middle of GoogLeNet and Inception. */
  if (g_str_has_prefix (name, "aux1.") || g_str_has_prefix (name, "aux2.") ||
      g_str_has_prefix (name, "AuxLogits."))
    return TRUE;
  /* The pooler of a classifier of Hugging Face is there and is not used. */
  return g_str_has_prefix (name, "pooler.dense.") || strstr (name, ".pooler.dense.") != NULL;
}

/**
 * koma_hub_weights_count_surplus:
 * @ret_first: (out): the first of them in the order of the alphabet; %NULL where there is none
 *
 * Thread: any.
 *
 * Returns: how many weights nobody took, but for helpers of training
 */
guint
koma_hub_weights_count_surplus (const KomaHubWeights *self,
                                const char          **ret_first)
{
  GHashTableIter iter;
  gpointer       name = NULL;
  guint          n = 0;

  *ret_first = NULL;
  g_hash_table_iter_init (&iter, self->arrays);
  while (g_hash_table_iter_next (&iter, &name, NULL)) {
    if (is_helper (name))
      continue;
    if (*ret_first == NULL || strcmp (name, *ret_first) < 0)
      *ret_first = name;
    n++;
  }
  return n;
}
