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
  KomaShownEntry *entry = g_slice_new0 (KomaShownEntry);

  g_atomic_ref_count_init (&entry->ref_count);
  entry->item = g_object_ref (item);
  entry->list = list;
  if (!koma_result_item_has_file (item))
    koma_shown_entry_ensure_more (entry)->name = koma_result_item_dup_name (item);
  return entry;
}

KomaShownEntry *
koma_shown_entry_ref (KomaShownEntry *entry)
{
  g_atomic_ref_count_inc (&entry->ref_count);
  return entry;
}

static void
more_free (KomaShownMore *more)
{
  g_clear_pointer (&more->correction, koma_correction_unref);
  g_clear_pointer (&more->like, koma_feature_vector_unref);
  g_clear_pointer (&more->compared, koma_feature_vector_unref);
  g_free (more->name);
  g_free (more);
}

void
koma_shown_entry_unref (gpointer data)
{
  KomaShownEntry *entry = data;

  if (!g_atomic_ref_count_dec (&entry->ref_count))
    return;
  g_object_unref (entry->item);
  g_clear_pointer (&entry->result, koma_result_unref);
  g_clear_pointer (&entry->more, more_free);
  g_slice_free (KomaShownEntry, entry);
}

KomaShownMore *
koma_shown_entry_ensure_more (KomaShownEntry *entry)
{
  if (entry->more == NULL)
    entry->more = g_new0 (KomaShownMore, 1);
  return entry->more;
}

KomaCorrection *
koma_shown_entry_get_correction (const KomaShownEntry *entry)
{
  return entry->more != NULL ? entry->more->correction : NULL;
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
         (entry->more != NULL && entry->more->like == query->like &&
          entry->more->compared == (entry->result != NULL ? entry->result->vector : NULL));
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
  KomaShownMore     *more = NULL;

  if (koma_shown_entry_is_compared (entry, query))
    return;
  more = koma_shown_entry_ensure_more (entry);
  g_clear_pointer (&more->like, koma_feature_vector_unref);
  g_clear_pointer (&more->compared, koma_feature_vector_unref);
  more->like = koma_feature_vector_ref (query->like);
  more->compared = vector != NULL ? koma_feature_vector_ref (vector) : NULL;
  more->likeness = is_named ? NAMED : 0;
  if (koma_shown_entry_has_likeness (entry, query))
    more->likeness += koma_feature_vector_compare (query->like, vector);
}
