/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list that is searched, filtered and sorted, against its definition, with random pictures,
 * changes and queries. */

#include "shown-definition.h"
#include "ui/results/koma-shown-list.h"
#include "tests/test-main.h"

#include <glib/gstdio.h>
#include <math.h>

#define N_ROUNDS 12
#define N_MANY   25000

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
static const char *const class_names[] = { "dog", "Egyptian cat", "crane", "ネコ", "zebra" };

typedef struct
{
  GListStore      *items;
  KomaPreferences *preferences;
  KomaShownList   *list;
  KomaModelInfo   *info;
  GPtrArray       *mirror; /* the items, as "items-changed" tells */
} Fixture;

static void
changed_cb (Fixture *fixture,
            guint    position,
            guint    n_removed,
            guint    n_added)
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
  kinds = koma_kinds_read (folder, G_N_ELEMENTS (class_names), koma_localized_get_languages (),
                           FALSE);
  g_assert_nonnull (kinds);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return kinds;
}

static void
set_up (Fixture      *fixture,
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

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  g_ptr_array_unref (fixture->mirror);
  g_assert_finalize_object (fixture->list);
  g_object_unref (fixture->items);
  g_object_unref (fixture->preferences);
  koma_model_info_unref (fixture->info);
}

/* ---- Pictures ---- */

static KomaResultItem *
create_item (void)
{
  g_autofree char *path = g_build_filename (
    folders[g_test_rand_int_range (0, G_N_ELEMENTS (folders))],
    file_names[g_test_rand_int_range (0, G_N_ELEMENTS (file_names))], NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return koma_result_item_new_for_file (file);
}

static void
answer (Fixture        *fixture,
        KomaResultItem *item)
{
  const guint          first = g_test_rand_int_range (0, G_N_ELEMENTS (class_names));
  const float          score = g_test_rand_int_range (20, 101) / 100.0f;
  const KomaClassScore top[] = {
    { .index = first, .score = score },
    { .index = (first + 1) % G_N_ELEMENTS (class_names), .score = (1.0f - score) / 2 },
  };
  const KomaResult values = { .info = fixture->info, .labels = fixture->info->labels };

  koma_result_item_take_result (item, koma_result_new (&values, top, G_N_ELEMENTS (top)));
}

static void
add_items (Fixture *fixture,
           guint    n)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (fixture->items));
  guint at = g_test_rand_int_range (0, n_items + 1);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++) {
    g_ptr_array_add (items, create_item ());
    if (g_test_rand_int_range (0, 4) > 0)
      answer (fixture, items->pdata[i]);
  }
  g_list_store_splice (fixture->items, at, 0, items->pdata, items->len);
}

static void
change_item (Fixture *fixture)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->items));
  g_autoptr (KomaResultItem) item = NULL;

  if (n == 0)
    return;
  item = g_list_model_get_item (G_LIST_MODEL (fixture->items), g_test_rand_int_range (0, n));
  switch (g_test_rand_int_range (0, 6)) {
  case 0:
    koma_result_item_take_error (item, g_error_new_literal (G_IO_ERROR, 0, "broken"));
    break;
  case 1:
    koma_result_item_set_waiting (item);
    break;
  case 2:
    koma_result_item_set_stopped (item);
    break;
  default:
    answer (fixture, item);
  }
}

static void
remove_items (Fixture *fixture)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->items));
  guint first = g_test_rand_int_range (0, n + 1);

  g_list_store_splice (fixture->items, first, g_test_rand_int_range (0, MIN (n - first, 20) + 1),
                       NULL, 0);
}

/* ---- The list beside its definition ---- */

static void
wait_until_arranged (Fixture *fixture)
{
  while (!koma_shown_list_is_settled (fixture->list))
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_same (GPtrArray *found,
             GPtrArray *expected)
{
  g_assert_cmpuint (found->len, ==, expected->len);
  for (guint i = 0; i < found->len; i++)
    g_assert_true (g_ptr_array_index (found, i) == g_ptr_array_index (expected, i));
}

/* Headers are where the group of a row is not that of the row before, and count to the next. */
static void
assert_headers (Fixture               *fixture,
                const KomaResultQuery *query)
{
  guint next = 0;

  for (guint i = 0; i < fixture->mirror->len; i++) {
    const char *title = NULL;
    guint       n_shown = 0;
    gboolean    has_header = koma_shown_list_get_header (fixture->list, i, &title, &n_shown);

    g_assert_cmpint (has_header, ==,
                     query->group != KOMA_GROUP_NONE &&
                       (i == 0 || shown_compare_groups (fixture->mirror->pdata[i - 1],
                                                        fixture->mirror->pdata[i],
                                                        query->group) != 0));
    if (!has_header)
      continue;
    g_assert_cmpuint (i, ==, next);
    next = i + n_shown;
  }
  g_assert_cmpuint (next, ==, query->group != KOMA_GROUP_NONE ? fixture->mirror->len : 0);
}

static void
check (Fixture *fixture)
{
  const KomaResultQuery *query = koma_shown_list_get_query (fixture->list);
  g_autoptr (GPtrArray) expected = shown_list_expected (G_LIST_MODEL (fixture->items), query);

  wait_until_arranged (fixture);
  assert_same (fixture->mirror, expected);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, expected->len);
  g_assert_cmpuint (koma_shown_list_get_n_all (fixture->list), ==,
                    g_list_model_get_n_items (G_LIST_MODEL (fixture->items)));
  assert_headers (fixture, query);
}

static void
ask (Fixture *fixture)
{
  static const char *const texts[] = { "", "", "cat", "DOG", "acai", "strasse", "ネコ", "none",
                                       "horse" };
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();

  g_free (query->text);
  query->text = g_strdup (texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]);
  if (g_test_rand_int_range (0, 4) == 0)
    query->class_name =
      g_strdup (class_names[g_test_rand_int_range (0, G_N_ELEMENTS (class_names))]);
  if (g_test_rand_int_range (0, 6) == 0)
    query->kind_name = g_strdup (g_test_rand_bit () ? "Animals" : "Other");
  if (g_test_rand_int_range (0, 4) == 0)
    query->min_score = 0.4;
  if (g_test_rand_int_range (0, 4) == 0)
    query->max_score = 0.8;
  if (g_test_rand_int_range (0, 3) == 0)
    query->only = g_test_rand_int_range (0, KOMA_N_ONLYS);
  do
    query->sort = g_test_rand_int_range (0, KOMA_N_SORTS);
  while (query->sort == KOMA_SORT_DATE); /* has a test of its own */
  query->is_descending = g_test_rand_bit ();
  query->group = g_test_rand_int_range (0, KOMA_N_GROUPS);
  if (g_test_rand_int_range (0, 5) > 0)
    koma_shown_list_set_query (fixture->list, query);
  else {
    g_autoptr (KomaResultQuery) plain = koma_result_query_new ();

    koma_shown_list_set_query (fixture->list, plain);
  }
}

/* While a query is answered, pictures come, go and change, and another query is asked. */
static void
test_random (Fixture      *fixture,
             gconstpointer data)
{
  for (guint round = 0; round < N_ROUNDS; round++) {
    for (guint i = g_test_rand_int_range (0, 12); i > 0; i--) {
      switch (g_test_rand_int_range (0, 7)) {
      case 0:
        add_items (fixture, g_test_rand_int_range (0, 80));
        break;
      case 1:
        remove_items (fixture);
        break;
      case 2:
        ask (fixture);
        break;
      case 3:
        g_main_context_iteration (NULL, FALSE);
        break;
      case 4:
        if (g_test_rand_bit ())
          koma_shown_list_restart (fixture->list);
        else
          koma_shown_list_complete (fixture->list);
        break;
      default:
        change_item (fixture);
      }
    }
    check (fixture);
  }
}

/* All items go, and their names and classes with them, while the list is in their order. */
static void
test_emptied (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();

  query->sort = KOMA_SORT_NAME;
  query->group = KOMA_GROUP_CLASS;
  koma_shown_list_set_query (fixture->list, query);
  for (guint i = 0; i < 3; i++) {
    add_items (fixture, 50);
    check (fixture);
    g_list_store_remove_all (fixture->items);
    check (fixture);
  }
}

/* Pictures go while a thread reads them. They are so few that all rows come at once, and nothing
 * else is to be done after. */
static void
test_gone_meanwhile (Fixture      *fixture,
                     gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();

  query->sort = KOMA_SORT_NAME;
  add_items (fixture, 8);
  check (fixture);
  koma_shown_list_set_query (fixture->list, query);
  g_main_context_iteration (NULL, TRUE);
  g_assert_true (koma_shown_list_is_busy (fixture->list));
  g_list_store_splice (fixture->items, 2, 3, NULL, 0);
  check (fixture);
}

/* GTK keeps widgets for some of the first rows, and replaces at once those of rows that change
 * together: see N_ROWS_WITH_WIDGETS. */
static void
count_at_once_cb (guint *most,
                  guint  position,
                  guint  n_removed,
                  guint  n_added)
{
  const guint n_with_widgets = position < 360 ? 360 - position : 0;

  *most = MAX (*most, MIN (MAX (n_removed, n_added), n_with_widgets));
}

/* All rows change, but few of those that have widgets at once; also if another query comes between,
 * and when the list starts again. */
static void
test_few_at_once (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  guint most = 0;

  add_items (fixture, 1000);
  check (fixture);
  g_signal_connect_swapped (fixture->list, "items-changed", G_CALLBACK (count_at_once_cb), &most);
  for (guint i = 0; i < 12; i++) {
    query->sort = i % 3 == 2 ? KOMA_SORT_ADDED : KOMA_SORT_NAME;
    query->is_descending = i % 3 == 1;
    koma_shown_list_set_query (fixture->list, query);
    if (i > 8)
      koma_shown_list_restart (fixture->list);
    if (i % 4 == 0)
      check (fixture);
    for (guint turn = 0; turn < i && !koma_shown_list_is_settled (fixture->list); turn++)
      g_main_context_iteration (NULL, TRUE);
  }
  check (fixture);
  g_assert_cmpuint (most, >, 0);
  g_assert_cmpuint (most, <=, 48);
}

/* More are changed at a time than are placed one by one. */
static void
test_all_changed (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  GListModel *items = G_LIST_MODEL (fixture->items);

  query->sort = KOMA_SORT_SCORE;
  koma_shown_list_set_query (fixture->list, query);
  add_items (fixture, 9000);
  check (fixture);
  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    answer (fixture, item);
  }
  check (fixture);
}

/* More than are gone through in a turn; meanwhile pictures come, go and change before and behind
 * those that were, rows are asked for at once, and another query is asked. */
static void
test_many (Fixture      *fixture,
           gconstpointer data)
{
  add_items (fixture, N_MANY);
  for (guint round = 0; round < N_ROUNDS; round++) {
    ask (fixture);
    for (guint i = g_test_rand_int_range (0, 24); i > 0; i--) {
      g_main_context_iteration (NULL, FALSE);
      change_item (fixture);
      if (i % 4 == 0)
        remove_items (fixture);
      if (i % 5 == 0)
        add_items (fixture, g_test_rand_int_range (0, 30));
      if (i == 3 && round % 4 == 0)
        koma_shown_list_complete (fixture->list);
    }
    check (fixture);
  }
}

static void
iterate_busy (Fixture *fixture,
              guint   *n_turns)
{
  while (koma_shown_list_is_busy (fixture->list)) {
    g_main_context_iteration (NULL, TRUE);
    ++*n_turns;
  }
}

/* To look at all of them, and to tell them where they are, is no work of one turn. */
static void
test_turns (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  guint n_few = 0, n_many = 0;

  query->sort = KOMA_SORT_SCORE;
  add_items (fixture, 100);
  check (fixture);
  koma_shown_list_set_query (fixture->list, query);
  iterate_busy (fixture, &n_few);
  add_items (fixture, N_MANY);
  check (fixture);
  query->is_descending = TRUE;
  koma_shown_list_set_query (fixture->list, query);
  iterate_busy (fixture, &n_many);
  g_assert_cmpuint (n_many, >=, n_few + 5);
}

static void
write_dated (Fixture    *fixture,
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
assert_order (Fixture    *fixture,
              const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  wait_until_arranged (fixture);
  for (guint i = 0; i < fixture->mirror->len; i++) {
    g_autofree char *name =
      g_file_get_basename (koma_result_item_get_file (fixture->mirror->pdata[i]));

    g_string_append_printf (names, "%s ", name);
  }
  g_assert_cmpstr (names->str, ==, expected);
}

/* Dates are the files'; those of pictures that come later are read then. */
static void
test_dates (Fixture      *fixture,
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
test_classes (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GHashTable) counts = NULL;
  guint n = 0;

  add_items (fixture, 100);
  counts = count_classes (fixture->list);
  for (guint i = 0; i < G_N_ELEMENTS (class_names); i++) {
    guint n_named = 0;

    for (guint k = 0; k < 100; k++) {
      const KomaResultClass best = shown_get_class (fixture->mirror->pdata[k], 0);

      n_named += best.name != NULL && g_str_equal (best.name, class_names[i]);
    }
    g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, class_names[i])), ==, n_named);
    n += n_named;
  }
  g_assert_cmpuint (n, >, 0);
}

/* ---- By what pictures show ---- */

/* A picture of that name whose vector points so far around a circle. */
static KomaResultItem *
add_pointing (Fixture    *fixture,
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
test_like (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  KomaResultItem *wanted = NULL;

  add_pointing (fixture, "a", 0.9);
  wanted = add_pointing (fixture, "b", 0.2);
  add_pointing (fixture, "c", 0.6);
  add_pointing (fixture, "d", 0);
  add_items (fixture, 5);
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
test_similar (Fixture      *fixture,
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
search (Fixture         *fixture,
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
test_rated (Fixture      *fixture,
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
test_corrected (Fixture      *fixture,
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
#define ADD(path, func) g_test_add ("/ui/shown-list/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("random", test_random);
  ADD ("emptied", test_emptied);
  ADD ("gone-meanwhile", test_gone_meanwhile);
  ADD ("few-at-once", test_few_at_once);
  ADD ("all-changed", test_all_changed);
  ADD ("many", test_many);
  ADD ("turns", test_turns);
  ADD ("dates", test_dates);
  ADD ("classes", test_classes);
  ADD ("like", test_like);
  ADD ("similar", test_similar);
  ADD ("corrected", test_corrected);
  ADD ("rated", test_rated);
  return g_test_run ();
}
