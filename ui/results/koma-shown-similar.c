/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-similar.h"

#include <glib/gi18n-lib.h>

#include "worker/words/koma-similar-groups.h"

static KomaShownGroup *
get_group (GPtrArray *groups,
           guint      index)
{
  while (groups->len <= index) {
    const guint      number = groups->len + 1;
    g_autofree char *key = g_strdup_printf ("%08u", number);
    /* Translators: a group of pictures, and its number */
    g_autofree char *title = g_strdup_printf (_ ("Similar Pictures %'u"), number);
    KomaShownGroup  *group = koma_shown_group_new (title, NULL);

    g_free (group->sort_key);
    group->sort_key = g_steal_pointer (&key);
    g_ptr_array_add (groups, group);
  }
  return groups->pdata[index];
}

/* Vectors of one width, that of the first; what has another, or none, is like no other. */
static GPtrArray *
list_vectors (GPtrArray *entries,
              GPtrArray *vectors)
{
  GPtrArray *with_vectors = g_ptr_array_new ();

  for (guint i = 0; i < entries->len; i++) {
    KomaShownEntry    *entry = entries->pdata[i];
    KomaFeatureVector *vector = entry->result != NULL ? entry->result->vector : NULL;

    if (entry->more != NULL)
      entry->more->similar = NULL;
    if (vector == NULL ||
        (vectors->len > 0 && koma_feature_vector_get_n (vector) !=
                               koma_feature_vector_get_n (vectors->pdata[0])))
      continue;
    g_ptr_array_add (vectors, vector);
    g_ptr_array_add (with_vectors, entry);
  }
  return with_vectors;
}

/**
 * koma_shown_similar_group:
 * @entries: (element-type KomaShownEntry): those that have vectors are grouped anew
 * @groups: (element-type KomaShownGroup): the groups there are; more are added where
 *   they are needed
 *
 * The other entries are no longer in the group where they were.
 *
 * Thread: any; one at a time
 */
void
koma_shown_similar_group (GPtrArray    *entries,
                          GPtrArray    *groups,
                          GCancellable *cancellable)
{
  g_autoptr (GPtrArray) vectors = g_ptr_array_new ();
  g_autoptr (GPtrArray) grouped = list_vectors (entries, vectors);
  g_autofree guint *numbers = g_new (guint, MAX (vectors->len, 1));

  koma_similar_groups_find ((KomaFeatureVector *const *) vectors->pdata, vectors->len, cancellable,
                            numbers);
  for (guint i = 0; i < grouped->len; i++)
    if (numbers[i] != KOMA_SIMILAR_ALONE)
      koma_shown_entry_ensure_more (grouped->pdata[i])->similar = get_group (groups, numbers[i]);
}
