/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pictures are shown, and in what order: by dates, by what they show, by what persons say. */
#include "shown-definition.h"
#include "shown-fixture.h"
#include "tests/test-main.h"

#include <math.h>

static void
write_dated (Shown      *fixture,
             const char *folder,
             const char *name,
             guint64     date)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_true (g_file_set_attribute_uint64 (file, G_FILE_ATTRIBUTE_TIME_MODIFIED, date,
                                              G_FILE_QUERY_INFO_NONE, NULL, NULL));
  g_list_store_append (fixture->items, item);
}

static void
assert_order (Shown      *fixture,
              const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  shown_wait (fixture);
  for (guint i = 0; i < fixture->mirror->len; i++) {
    g_autofree char *name =
      g_file_get_basename (koma_result_item_get_file (fixture->mirror->pdata[i]));

    g_string_append_printf (names, "%s ", name);
  }
  g_assert_cmpstr (names->str, ==, expected);
}

/* Dates are the files'; those of pictures that come later are read then. */
static void
test_dates (Shown        *fixture,
            gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-dates-XXXXXX", NULL);
  g_autofree char *remove = g_strdup_printf ("rm -r '%s'", folder);
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();

  write_dated (fixture, folder, "b", 2000);
  write_dated (fixture, folder, "c", 3000);
  query->sort = KOMA_SORT_DATE;
  query->is_descending = TRUE;
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "c b ");
  write_dated (fixture, folder, "a", 2500);
  write_dated (fixture, folder, "d", 1000);
  assert_order (fixture, "c a b d ");
  g_assert_true (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}

/* A few at a time. */
static GHashTable *
count_classes (KomaShownList *list)
{
  GHashTable *classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint position = 0;

  while (koma_shown_list_count_on (list, 7, &position, classes, kinds))
    continue;
  g_assert_cmpuint (position, ==, koma_shown_list_get_n_all (list));
  return classes;
}

static void
test_classes (Shown        *fixture,
              gconstpointer data)
{
  g_autoptr (GHashTable) counts = NULL;
  guint n = 0;

  shown_add_items (fixture, 100);
  counts = count_classes (fixture->list);
  for (guint i = 0; i < SHOWN_N_CLASSES; i++) {
    guint n_named = 0;

    for (guint k = 0; k < 100; k++) {
      const KomaResultClass best = shown_get_class (fixture->mirror->pdata[k], 0);

      n_named += best.name != NULL && g_str_equal (best.name, shown_class_names[i]);
    }
    g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, shown_class_names[i])), ==,
                      n_named);
    n += n_named;
  }
  g_assert_cmpuint (n, >, 0);
}

/* ---- By what pictures show ---- */

/* A picture of that name whose vector points so far around a circle. */
static KomaResultItem *
add_pointing (Shown      *fixture,
              const char *name,
              double      turn) /* 0 … 1: a quarter of a circle */
{
  const float          values[] = { (float) cos (turn * G_PI_2), (float) sin (turn * G_PI_2) };
  const KomaClassScore top = { .index = 0, .score = 1 };
  g_autoptr (KomaFeatureVector) vector = koma_feature_vector_new (values, 2);
  const KomaResult values_of_result = { .info = fixture->info,
                                        .labels = fixture->info->labels,
                                        .vector = vector };
  g_autoptr (GFile) file = g_file_new_for_path (name);
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

  g_list_store_append (fixture->items, item);
  koma_result_item_take_result (item, koma_result_new (&values_of_result, &top, 1));
  return item;
}

static KomaFeatureVector *
get_vector (KomaResultItem *item)
{
  return koma_feature_vector_ref (koma_result_item_get_result (item)->vector);
}

/* Best first; a name that has the words comes before that; what has no vector is left out. */
static void
test_like (Shown        *fixture,
           gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  KomaResultItem *wanted = NULL;

  add_pointing (fixture, "a", 0.9);
  wanted = add_pointing (fixture, "b", 0.2);
  add_pointing (fixture, "c", 0.6);
  add_pointing (fixture, "d", 0);
  shown_add_items (fixture, 5);
  query->like = get_vector (wanted);
  query->like_name = g_strdup ("b");
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "b d c a ");

  /* Each text has a vector of its own. */
  koma_feature_vector_unref (query->like);
  query->like = koma_feature_vector_new (koma_feature_vector_get_values (
                                           koma_result_item_get_result (wanted)->vector),
                                         2);
  g_clear_pointer (&query->like_name, g_free);
  g_free (query->text);
  query->text = g_strdup ("C");
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "c b d a ");

  /* One more is placed by itself. */
  add_pointing (fixture, "e", 0.25);
  assert_order (fixture, "c b e d a ");
}

/* What comes later is in no group until all are there, and then in its own. */
static void
test_similar (Shown        *fixture,
              gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  const char *title = NULL;
  guint       n = 0;

  add_pointing (fixture, "a", 0);
  add_pointing (fixture, "b", 1);
  add_pointing (fixture, "c", 0);
  add_pointing (fixture, "d", 0.5);
  query->group = KOMA_GROUP_SIMILAR;
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "a c b d ");
  g_assert_true (koma_shown_list_get_header (fixture->list, 0, &title, &n));
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (koma_shown_list_get_header (fixture->list, 2, &title, &n));
  g_assert_cmpuint (n, ==, 2);

  add_pointing (fixture, "e", 1);
  assert_order (fixture, "a c b e d ");
  g_assert_true (koma_shown_list_get_header (fixture->list, 4, &title, &n));
  g_assert_cmpuint (n, ==, 1);
}

/* ---- By what persons say ---- */

static void
say (KomaResultItem *item,
     const char     *label)
{
  g_autoptr (KomaCorrection) correction = koma_correction_new (label, "Ada", 5);

  koma_result_item_set_correction (item, correction);
}

static void
search (Shown           *fixture,
        KomaResultQuery *query,
        const char      *text)
{
  g_free (query->text);
  query->text = g_strdup (text);
  koma_shown_list_set_query (fixture->list, query);
}

static void
rate (KomaResultItem *item,
      int             stars)
{
  g_autoptr (KomaRating) rating = koma_rating_new_now (stars);

  koma_result_item_set_rating (item, rating);
}

/* By any stars, by their number, and those that are rejected; the list follows what is said. */
static void
test_rated (Shown        *fixture,
            gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  KomaResultItem *a = add_pointing (fixture, "a", 0);
  KomaResultItem *b = add_pointing (fixture, "b", 0);

  rate (add_pointing (fixture, "c", 0), KOMA_RATING_REJECTED);
  rate (a, 5);
  query->only = KOMA_ONLY_RATED;
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "a ");
  rate (b, 1);
  assert_order (fixture, "a b ");
  query->only = KOMA_ONLY_ONE_STAR;
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "b ");
  query->only = KOMA_ONLY_FIVE_STARS;
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "a ");
  query->only = KOMA_ONLY_REJECTED;
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "c ");
}

/* A person's word is what a picture is found, grouped and filtered by: a class of the model, or a
 * word of their own. */
static void
test_corrected (Shown        *fixture,
                gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  KomaResultItem *a = add_pointing (fixture, "a", 0);
  KomaResultItem *b = add_pointing (fixture, "b", 0);
  const char     *answered = koma_result_get_class (koma_result_item_get_result (a), 0).label;
  const char     *other = koma_labels_get (fixture->info->labels, 1);
  g_autoptr (GHashTable) counts = NULL;

  add_pointing (fixture, "c", 0);
  say (a, other);
  query->only = KOMA_ONLY_CORRECTED;
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "a ");
  say (b, "Ünlike any");
  assert_order (fixture, "a b ");

  query->only = KOMA_ONLY_ALL;
  search (fixture, query, "unlike");
  assert_order (fixture, "b ");
  search (fixture, query, answered);
  assert_order (fixture, "c ");
  search (fixture, query, "");
  counts = count_classes (fixture->list);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "Ünlike any")), ==, 1);
  query->class_name = g_strdup (koma_labels_get_name (fixture->info->labels, 1));
  koma_shown_list_set_query (fixture->list, query);
  assert_order (fixture, "a ");
  koma_result_item_set_correction (a, NULL);
  assert_order (fixture, "");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/ui/shown-order/" path, Shown, NULL, shown_set_up, func, shown_tear_down)
  ADD ("dates", test_dates);
  ADD ("classes", test_classes);
  ADD ("like", test_like);
  ADD ("similar", test_similar);
  ADD ("corrected", test_corrected);
  ADD ("rated", test_rated);
#undef ADD
  return g_test_run ();
}
