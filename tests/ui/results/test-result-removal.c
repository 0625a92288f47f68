/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-result-removal.h"
#include "tests/test-main.h"

#define N_ITEMS 200

static GListStore *
create_store (void)
{
  GListStore *store = g_list_store_new (G_TYPE_OBJECT);

  for (guint i = 0; i < N_ITEMS; i++) {
    g_autoptr (GObject) item = g_object_new (G_TYPE_OBJECT, NULL);

    g_object_set_data (item, "number", GUINT_TO_POINTER (i));
    g_list_store_append (store, item);
  }
  return store;
}

static void
assert_numbers (GListStore *store,
                GtkBitset  *removed) /* (nullable) */
{
  guint at = 0;

  for (guint i = 0; i < N_ITEMS; i++) {
    g_autoptr (GObject) item = NULL;

    if (removed != NULL && gtk_bitset_contains (removed, i))
      continue;
    item = g_list_model_get_item (G_LIST_MODEL (store), at++);
    g_assert_cmpuint (GPOINTER_TO_UINT (g_object_get_data (item, "number")), ==, i);
  }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (store)), ==, at);
}

static void
check (GtkBitset *positions)
{
  g_autoptr (GListStore) store = create_store ();
  g_autoptr (KomaResultRemoval) removal = koma_result_removal_new (store, positions);

  g_assert_cmpuint (koma_result_removal_get_n_items (removal), ==, gtk_bitset_get_size (positions));
  assert_numbers (store, positions);
  koma_result_removal_undo (removal, store);
  assert_numbers (store, NULL);
}

static void
test_some (void)
{
  for (guint round = 0; round < 50; round++) {
    g_autoptr (GtkBitset) positions = gtk_bitset_new_empty ();
    guint n_runs = g_test_rand_int_range (0, 12);

    for (guint i = 0; i < n_runs; i++) {
      guint first = g_test_rand_int_range (0, N_ITEMS);

      gtk_bitset_add_range (positions, first, g_test_rand_int_range (0, N_ITEMS - first + 1));
      gtk_bitset_remove (positions, g_test_rand_int_range (0, N_ITEMS));
    }
    check (positions);
  }
}

static void
test_edges (void)
{
  g_autoptr (GtkBitset) none = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, N_ITEMS);
  g_autoptr (GtkBitset) first = gtk_bitset_new_range (0, 1);
  g_autoptr (GtkBitset) last = gtk_bitset_new_range (N_ITEMS - 1, 1);

  check (none);
  check (all);
  check (first);
  check (last);
}

/* The list has become shorter before the undo. */
static void
test_shorter (void)
{
  g_autoptr (GListStore) store = create_store ();
  g_autoptr (GtkBitset) last = gtk_bitset_new_range (N_ITEMS - 10, 10);
  g_autoptr (KomaResultRemoval) removal = koma_result_removal_new (store, last);

  g_list_store_remove_all (store);
  koma_result_removal_undo (removal, store);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (store)), ==, 10);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/result-removal/some", test_some);
  g_test_add_func ("/ui/result-removal/edges", test_edges);
  g_test_add_func ("/ui/result-removal/shorter", test_shorter);
  return g_test_run ();
}
