/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-entry.h"

/* More than two cosines are apart: names come before looks. */
#define NAMED 3.0

/**
 * koma_shown_entry_new:
 * @item: a picture
 * @list: (transfer none): the list of the entry
 *
 * Thread: main
 *
 * Returns: (transfer full): an entry without keys
 */
KomaShownEntry *
koma_shown_entry_new (KomaResultItem *item,
                      gpointer        list)
{
  KomaShownEntry *entry = g_atomic_rc_box_new0 (KomaShownEntry);

  entry->item = g_object_ref (item);
  entry->list = list;
  if (!koma_result_item_has_file (item))
    entry->name = koma_result_item_dup_name (item);
  return entry;
}

KomaShownEntry *
koma_shown_entry_ref (KomaShownEntry *entry)
{
  return g_atomic_rc_box_acquire (entry);
}

static void
entry_clear (gpointer data)
{
  KomaShownEntry *entry = data;

  g_object_unref (entry->item);
  g_clear_pointer (&entry->result, koma_result_unref);
  g_clear_pointer (&entry->correction, koma_correction_unref);
  g_clear_pointer (&entry->like, koma_feature_vector_unref);
  g_clear_pointer (&entry->compared, koma_feature_vector_unref);
  g_free (entry->name);
}

void
koma_shown_entry_unref (gpointer entry)
{
  g_atomic_rc_box_release_full (entry, entry_clear);
}

gboolean
koma_shown_entry_has_likeness (const KomaShownEntry  *entry,
                               const KomaResultQuery *query)
{
  return query->like != NULL && entry->result != NULL && entry->result->vector != NULL &&
         koma_feature_vector_get_n (entry->result->vector) ==
           koma_feature_vector_get_n (query->like);
}

/**
 * koma_shown_entry_is_compared:
 *
 * Returns: whether there is nothing to compare, or that was done. Thread: any; one at a time
 */
gboolean
koma_shown_entry_is_compared (const KomaShownEntry  *entry,
                              const KomaResultQuery *query)
{
  return query->like == NULL ||
         (entry->like == query->like && entry->compared ==
                                          (entry->result != NULL ? entry->result->vector : NULL));
}

/**
 * koma_shown_entry_compare:
 *
 * Thread: any; one at a time
 */
void
koma_shown_entry_compare (KomaShownEntry        *entry,
                          const KomaResultQuery *query,
                          gboolean               is_named)
{
  KomaFeatureVector *vector = entry->result != NULL ? entry->result->vector : NULL;

  if (koma_shown_entry_is_compared (entry, query))
    return;
  g_clear_pointer (&entry->like, koma_feature_vector_unref);
  g_clear_pointer (&entry->compared, koma_feature_vector_unref);
  entry->like = koma_feature_vector_ref (query->like);
  entry->compared = vector != NULL ? koma_feature_vector_ref (vector) : NULL;
  entry->likeness = is_named ? NAMED : 0;
  if (koma_shown_entry_has_likeness (entry, query))
    entry->likeness += koma_feature_vector_compare (query->like, vector);
}
