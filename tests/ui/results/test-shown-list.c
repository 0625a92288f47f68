/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list that is searched, filtered and sorted, against its definition, with random pictures,
 * changes and queries. */

#include "shown-definition.h"
#include "shown-fixture.h"
#include "tests/test-main.h"

#include <glib/gstdio.h>
#include <math.h>

#define N_ROUNDS 12
#define N_MANY   25000

static void
change_item (Shown *fixture)
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
    shown_answer (fixture, item);
  }
}

static void
remove_items (Shown *fixture)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->items));
  guint first = g_test_rand_int_range (0, n + 1);

  g_list_store_splice (fixture->items, first, g_test_rand_int_range (0, MIN (n - first, 20) + 1),
                       NULL, 0);
}

/* ---- The list beside its definition ---- */

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
assert_headers (Shown                 *fixture,
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
check (Shown *fixture)
{
  const KomaResultQuery *query = koma_shown_list_get_query (fixture->list);
  g_autoptr (GPtrArray) expected = shown_list_expected (G_LIST_MODEL (fixture->items), query);

  shown_wait (fixture);
  assert_same (fixture->mirror, expected);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, expected->len);
  g_assert_cmpuint (koma_shown_list_get_n_all (fixture->list), ==,
                    g_list_model_get_n_items (G_LIST_MODEL (fixture->items)));
  assert_headers (fixture, query);
}

static void
ask (Shown *fixture)
{
  static const char *const texts[] = { "", "", "cat", "DOG", "acai", "strasse", "ネコ", "none",
                                       "horse" };
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();

  g_free (query->text);
  query->text = g_strdup (texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]);
  if (g_test_rand_int_range (0, 4) == 0)
    query->class_name =
      g_strdup (shown_class_names[g_test_rand_int_range (0, SHOWN_N_CLASSES)]);
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
test_random (Shown        *fixture,
             gconstpointer data)
{
  for (guint round = 0; round < N_ROUNDS; round++) {
    for (guint i = g_test_rand_int_range (0, 12); i > 0; i--) {
      switch (g_test_rand_int_range (0, 7)) {
      case 0:
        shown_add_items (fixture, g_test_rand_int_range (0, 80));
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
test_emptied (Shown        *fixture,
              gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();

  query->sort = KOMA_SORT_NAME;
  query->group = KOMA_GROUP_CLASS;
  koma_shown_list_set_query (fixture->list, query);
  for (guint i = 0; i < 3; i++) {
    shown_add_items (fixture, 50);
    check (fixture);
    g_list_store_remove_all (fixture->items);
    check (fixture);
  }
}

/* Pictures go while a thread reads them. They are so few that all rows come at once, and nothing
 * else is to be done after. */
static void
test_gone_meanwhile (Shown        *fixture,
                     gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();

  query->sort = KOMA_SORT_NAME;
  shown_add_items (fixture, 8);
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
test_few_at_once (Shown        *fixture,
                  gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  guint most = 0;

  shown_add_items (fixture, 1000);
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
test_all_changed (Shown        *fixture,
                  gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  GListModel *items = G_LIST_MODEL (fixture->items);

  query->sort = KOMA_SORT_SCORE;
  koma_shown_list_set_query (fixture->list, query);
  shown_add_items (fixture, 9000);
  check (fixture);
  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    shown_answer (fixture, item);
  }
  check (fixture);
}

/* More than are gone through in a turn; meanwhile pictures come, go and change before and behind
 * those that were, rows are asked for at once, and another query is asked. */
static void
test_many (Shown        *fixture,
           gconstpointer data)
{
  shown_add_items (fixture, N_MANY);
  for (guint round = 0; round < N_ROUNDS; round++) {
    ask (fixture);
    for (guint i = g_test_rand_int_range (0, 24); i > 0; i--) {
      g_main_context_iteration (NULL, FALSE);
      change_item (fixture);
      if (i % 4 == 0)
        remove_items (fixture);
      if (i % 5 == 0)
        shown_add_items (fixture, g_test_rand_int_range (0, 30));
      if (i == 3 && round % 4 == 0)
        koma_shown_list_complete (fixture->list);
    }
    check (fixture);
  }
}

static void
iterate_busy (Shown *fixture,
              guint *n_turns)
{
  while (koma_shown_list_is_busy (fixture->list)) {
    g_main_context_iteration (NULL, TRUE);
    ++*n_turns;
  }
}

/* To look at all of them, and to tell them where they are, is no work of one turn. */
static void
test_turns (Shown        *fixture,
            gconstpointer data)
{
  g_autoptr (KomaResultQuery) query = koma_result_query_new ();
  guint n_few = 0, n_many = 0;

  query->sort = KOMA_SORT_SCORE;
  shown_add_items (fixture, 100);
  check (fixture);
  koma_shown_list_set_query (fixture->list, query);
  iterate_busy (fixture, &n_few);
  shown_add_items (fixture, N_MANY);
  check (fixture);
  query->is_descending = TRUE;
  koma_shown_list_set_query (fixture->list, query);
  iterate_busy (fixture, &n_many);
  g_assert_cmpuint (n_many, >=, n_few + 5);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/ui/shown-list/" path, Shown, NULL, shown_set_up, func, shown_tear_down)
  ADD ("random", test_random);
  ADD ("emptied", test_emptied);
  ADD ("gone-meanwhile", test_gone_meanwhile);
  ADD ("few-at-once", test_few_at_once);
  ADD ("all-changed", test_all_changed);
  ADD ("many", test_many);
  ADD ("turns", test_turns);
  return g_test_run ();
}
