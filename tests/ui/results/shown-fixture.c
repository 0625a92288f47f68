/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "shown-fixture.h"

#include <glib/gstdio.h>

static const char *const file_names[] = {
  "cat 2.jpg",
  "cat 10.jpg",
  "Straße.png",
  "açaí.jpg",
  "ＤＯＧ.webp",
  "ﾈｺ.jpg",
  "10.jpg",
  "9.jpg",
};
static const char *const folders[] = { "/b", "/a", "/a/10", "/a/9" };

const char *const shown_class_names[SHOWN_N_CLASSES] = { "dog", "Egyptian cat", "crane", "ネコ",
                                                         "zebra" };

static void
changed_cb (Shown *fixture,
            guint  position,
            guint  n_removed,
            guint  n_added)
{
  if (n_removed > 0)
    g_ptr_array_remove_range (fixture->mirror, position, n_removed);
  for (guint i = 0; i < n_added; i++)
    g_ptr_array_insert (fixture->mirror, position + i,
                        g_list_model_get_item (G_LIST_MODEL (fixture->list), position + i));
}

/* All but the crane are animals, and the zebra is called a horse, too. */
static KomaKinds *
read_kinds (void)
{
  static const char text[] =
    "{\"kinds\": {\"animal\": {\"en\": \"Animals\"}, \"horse\": {\"en\": \"Horses\"}}, "
    "\"classes\": ["
    "{\"kinds\": [\"animal\"], \"lines\": [1, 2, 4]}, "
    "{\"kinds\": [\"animal\", \"horse\"], \"lines\": [5]}]}";
  g_autofree char *folder = g_dir_make_tmp ("koma-kinds-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "kinds.json", NULL);
  KomaKinds       *kinds = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  kinds = koma_kinds_read (folder, SHOWN_N_CLASSES, koma_localized_get_languages (),
                           FALSE);
  g_assert_nonnull (kinds);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return kinds;
}

void
shown_set_up (Shown        *fixture,
              gconstpointer data)
{
  fixture->items = g_list_store_new (KOMA_TYPE_RESULT_ITEM);
  fixture->preferences = koma_preferences_new ();
  fixture->list = koma_shown_list_new (G_LIST_MODEL (fixture->items), fixture->preferences);
  fixture->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->info = g_new0 (KomaModelInfo, 1);
  g_atomic_ref_count_init (&fixture->info->ref_count);
  fixture->info->hash = g_strdup ("hash");
  fixture->info->values.sure_from = 0.5;
  fixture->info->labels = koma_labels_new (g_strdupv ((char **) (const char *[]){
                                             "dog", "Egyptian cat", "crane", "ネコ", "zebra", NULL }),
                                           "test");
  koma_labels_take_kinds (fixture->info->labels, read_kinds (), 0);
  g_signal_connect_swapped (fixture->list, "items-changed", G_CALLBACK (changed_cb), fixture);
}

void
shown_tear_down (Shown        *fixture,
                 gconstpointer data)
{
  g_ptr_array_unref (fixture->mirror);
  g_assert_finalize_object (fixture->list);
  g_object_unref (fixture->items);
  g_object_unref (fixture->preferences);
  koma_model_info_unref (fixture->info);
}

/* ---- Pictures ---- */

KomaResultItem *
shown_create_item (void)
{
  g_autofree char *path = g_build_filename (
    folders[g_test_rand_int_range (0, G_N_ELEMENTS (folders))],
    file_names[g_test_rand_int_range (0, G_N_ELEMENTS (file_names))], NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return koma_result_item_new_for_file (file);
}

void
shown_answer (Shown          *fixture,
              KomaResultItem *item)
{
  const guint          first = g_test_rand_int_range (0, SHOWN_N_CLASSES);
  const float          score = g_test_rand_int_range (20, 101) / 100.0f;
  const KomaClassScore top[] = {
    { .index = first, .score = score },
    { .index = (first + 1) % SHOWN_N_CLASSES, .score = (1.0f - score) / 2 },
  };
  const KomaResult values = { .info = fixture->info, .labels = fixture->info->labels };

  koma_result_item_take_result (item, koma_result_new (&values, top, G_N_ELEMENTS (top)));
}

void
shown_add_items (Shown *fixture,
                 guint  n)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (fixture->items));
  guint at = g_test_rand_int_range (0, n_items + 1);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++) {
    g_ptr_array_add (items, shown_create_item ());
    if (g_test_rand_int_range (0, 4) > 0)
      shown_answer (fixture, items->pdata[i]);
  }
  g_list_store_splice (fixture->items, at, 0, items->pdata, items->len);
}

void
shown_wait (Shown *fixture)
{
  while (!koma_shown_list_is_settled (fixture->list))
    g_main_context_iteration (NULL, TRUE);
}
