/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The selection of rows beside GtkMultiSelection, and classes counted over several turns. */
#include "ui/results/koma-class-count.h"
#include "ui/results/koma-row-selection.h"

#include "tests/test-main.h"
#include "tests/worker/take/answer-fixture.h"

#define N_ROUNDS 300

typedef struct
{
  GListStore        *items;
  KomaPreferences   *preferences;
  KomaShownList     *list;
  GtkSelectionModel *selection;
  GtkSelectionModel *expected;
  guint              n_told; /* of "selection-changed" */
} Fixture;

static void
told_cb (Fixture *fixture,
         guint    position,
         guint    n_items)
{
  g_assert_cmpuint (n_items, >, 0);
  g_assert_cmpuint (position + n_items, <=,
                    g_list_model_get_n_items (G_LIST_MODEL (fixture->selection)));
  fixture->n_told++;
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->items = g_list_store_new (KOMA_TYPE_RESULT_ITEM);
  fixture->preferences = koma_preferences_new ();
  fixture->list = koma_shown_list_new (G_LIST_MODEL (fixture->items), fixture->preferences);
  fixture->selection = GTK_SELECTION_MODEL (koma_row_selection_new (fixture->list));
  fixture->expected =
    GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (fixture->list))));
  g_signal_connect_swapped (fixture->selection, "selection-changed", G_CALLBACK (told_cb), fixture);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  g_object_unref (fixture->expected);
  g_assert_finalize_object (fixture->selection);
  g_assert_finalize_object (fixture->list);
  g_object_unref (fixture->preferences);
  g_object_unref (fixture->items);
}

static void
settle (Fixture *fixture)
{
  while (!koma_shown_list_is_settled (fixture->list))
    g_main_context_iteration (NULL, TRUE);
}

static void
add_items (GListStore *items,
           guint       position,
           guint       n)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf ("/p/%06d.jpg", g_test_rand_int_range (0, 1000000));

    g_ptr_array_add (added, koma_result_item_new_for_path (path));
  }
  g_list_store_splice (items, position, 0, added->pdata, added->len);
}

static void
assert_same (Fixture *fixture)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->list));
  g_autoptr (GtkBitset) selection = gtk_selection_model_get_selection (fixture->selection);
  guint n_selected = 0;

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->selection)), ==, n);
  for (guint i = 0; i < n; i++) {
    const gboolean is_selected = gtk_selection_model_is_selected (fixture->expected, i);

    g_assert_cmpint (gtk_selection_model_is_selected (fixture->selection, i), ==, is_selected);
    n_selected += is_selected;
  }
  g_assert_cmpuint (gtk_bitset_get_size (selection), ==, n_selected);
}

static void
select_some (GtkSelectionModel *model,
             guint              how,
             guint              first,
             guint              n)
{
  g_autoptr (GtkBitset) some = gtk_bitset_new_range (first, n);
  g_autoptr (GtkBitset) mask = gtk_bitset_new_range (first / 2, n);

  if (how == 0)
    gtk_selection_model_select_all (model);
  else if (how == 1)
    gtk_selection_model_unselect_range (model, first, n);
  else if (how == 2)
    gtk_selection_model_set_selection (model, some, mask);
  else if (how == 3)
    gtk_selection_model_unselect_all (model);
  else
    gtk_selection_model_select_range (model, first, n, how == 4);
}

/* Several runs of items go before the list looks. */
static void
remove_runs (Fixture *fixture)
{
  for (guint i = 0; i < 3; i++) {
    const guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->items));
    const guint first = g_test_rand_int_range (0, n);

    g_list_store_splice (fixture->items, first, MIN (n - first, 4), NULL, 0);
  }
}

static void
test_random (Fixture      *fixture,
             gconstpointer data)
{
  KomaResultQuery query = { .text = (char *) "", .max_score = 1, .sort = GPOINTER_TO_UINT (data) };

  add_items (fixture->items, 0, 200);
  koma_shown_list_set_query (fixture->list, &query);
  settle (fixture);
  for (guint round = 0; round < N_ROUNDS; round++) {
    const guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->list));
    const guint how = g_test_rand_int_range (0, 10);
    const guint first = g_test_rand_int_range (0, n);
    const guint n_some = g_test_rand_int_range (1, n - first + 1);

    select_some (fixture->selection, how, first, n_some);
    select_some (fixture->expected, how, first, n_some);
    assert_same (fixture);
    if (how % 2 == 0 && n > 50)
      remove_runs (fixture);
    else
      add_items (fixture->items, 0, 7);
    settle (fixture);
    assert_same (fixture);
  }
  g_assert_cmpuint (fixture->n_told, >, N_ROUNDS / 4);
}

/* Who asked for it keeps it as it was. */
static void
test_kept (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GtkBitset) before = NULL;

  add_items (fixture->items, 0, 20);
  settle (fixture);
  gtk_selection_model_select_range (fixture->selection, 3, 5, TRUE);
  before = gtk_selection_model_get_selection (fixture->selection);
  gtk_selection_model_select_all (fixture->selection);
  g_list_store_remove (fixture->items, 4);
  settle (fixture);
  g_assert_cmpuint (gtk_bitset_get_size (before), ==, 5);
}

/* ---- Classes ---- */

static void
counted_cb (GHashTable *classes,
            GHashTable *kinds,
            gpointer    user_data)
{
  GArray *counts = user_data;
  guint   n = GPOINTER_TO_UINT (g_hash_table_lookup (classes, "cat"));

  g_array_append_val (counts, n);
}

/* More than one turn counts: those of the first are told at once, all of them later. */
static void
check_count (Fixture *fixture,
             guint    n,
             guint    n_calls)
{
  g_autoptr (KomaResult) result = make_answer ("cat,dog", 0.9);
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (KomaClassCount) count = NULL;

  add_items (fixture->items, 0, n);
  for (guint i = 0; i < n; i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->items), i);

    koma_result_item_take_result (item, koma_result_ref (result));
  }
  settle (fixture);
  count = koma_class_count_new (fixture->list, counted_cb, counts);
  g_assert_cmpuint (counts->len, ==, 1);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (counts->len, ==, n_calls);
  g_assert_cmpuint (g_array_index (counts, guint, n_calls - 1), ==, n);
}

static void
test_count (Fixture      *fixture,
            gconstpointer data)
{
  check_count (fixture, 100, 1);
}

static void
test_count_many (Fixture      *fixture,
                 gconstpointer data)
{
  check_count (fixture, 25000, 2);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, sort, func) \
  g_test_add ("/ui/row-selection/" name, Fixture, GUINT_TO_POINTER (sort), set_up, func, tear_down)
  ADD ("random", KOMA_SORT_ADDED, test_random);
  ADD ("random/sorted", KOMA_SORT_NAME, test_random);
  ADD ("kept", KOMA_SORT_ADDED, test_kept);
  ADD ("count", KOMA_SORT_ADDED, test_count);
  ADD ("count/many", KOMA_SORT_ADDED, test_count_many);
#undef ADD
  return g_test_run ();
}
