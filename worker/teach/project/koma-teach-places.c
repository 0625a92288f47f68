/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-places.h"

#include "koma-teach-class-private.h"
#include "koma-teach-example-private.h"

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  const guint64 first = koma_teach_example_get_key (*(KomaTeachExample *const *) a);
  const guint64 second = koma_teach_example_get_key (*(KomaTeachExample *const *) b);

  return first < second ? -1 : first > second;
}

/* class → (element-type KomaTeachExample) those that come */
static GPtrArray *
get_coming (GHashTable     *changes,
            KomaTeachClass *klass)
{
  GPtrArray *coming = g_hash_table_lookup (changes, klass);

  if (coming == NULL) {
    coming = g_ptr_array_new ();
    g_hash_table_insert (changes, klass, coming);
  }
  return coming;
}

static void
rebuild (KomaTeachClass  *klass,
         const GPtrArray *coming)
{
  const GPtrArray *before = koma_teach_class_get_examples (klass);
  GPtrArray       *after = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < before->len; i++)
    if (koma_teach_example_get_class (before->pdata[i]) == klass)
      g_ptr_array_add (after, g_object_ref (before->pdata[i]));
  for (guint i = 0; i < coming->len; i++)
    if (koma_teach_example_get_class (coming->pdata[i]) == klass)
      g_ptr_array_add (after, g_object_ref (coming->pdata[i]));
  g_ptr_array_sort (after, compare_keys);
  /* One that went away and came back was in both. */
  for (guint i = after->len; i > 1; i--)
    if (after->pdata[i - 1] == after->pdata[i - 2])
      g_ptr_array_remove_index (after, i - 1);
  koma_teach_class_set_examples (klass, after);
}

/**
 * koma_teach_places_take:
 * @places: `[n]` where examples go
 * @n: how many
 *
 * Thread: main. Complexity: that of sorting the classes that change.
 */
void
koma_teach_places_take (const KomaTeachPlace *places,
                        guint                 n)
{
  g_autoptr (GHashTable) changes =
    g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  GHashTableIter  iter;
  KomaTeachClass *klass = NULL;
  GPtrArray      *coming = NULL;

  for (guint i = 0; i < n; i++) {
    KomaTeachClass *before = koma_teach_example_get_class (places[i].example);

    if (before == places[i].klass)
      continue;
    if (before != NULL)
      get_coming (changes, before);
    if (places[i].klass != NULL)
      g_ptr_array_add (get_coming (changes, places[i].klass), places[i].example);
    koma_teach_example_set_class (places[i].example, places[i].klass);
  }
  g_hash_table_iter_init (&iter, changes);
  while (g_hash_table_iter_next (&iter, (gpointer *) &klass, (gpointer *) &coming))
    rebuild (klass, coming);
}
