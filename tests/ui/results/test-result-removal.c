/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-result-removal.h"
#include "tests/test-main.h"

#define N_ITEMS 200

static KomaItemStore *
create_store (void)
{
  KomaItemStore *store = koma_item_store_new ();

  for (guint i = 0; i < N_ITEMS; i++) {
    g_autoptr (KomaResultItem) item = koma_result_item_new_for_path ("/p.jpg");

    g_object_set_data (G_OBJECT (item), "number", GUINT_TO_POINTER (i));
    koma_item_store_splice (store, i, 0, (gpointer *) &item, 1);
  }
  return store;
}

static void
assert_numbers (KomaItemStore *store,
                GtkBitset     *removed) /* (nullable) */
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
  g_autoptr (KomaItemStore) store = create_store ();
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
  g_autoptr (KomaItemStore) store = create_store ();
  g_autoptr (GtkBitset) last = gtk_bitset_new_range (N_ITEMS - 10, 10);
  g_autoptr (KomaResultRemoval) removal = koma_result_removal_new (store, last);

  koma_item_store_splice (store, 0, N_ITEMS - 10, NULL, 0);
  koma_result_removal_undo (removal, store);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (store)), ==, 10);
}

/* What was shared stays as it was. */
static void
test_shared (void)
{
  g_autoptr (KomaItemStore) store = create_store ();
  g_autoptr (GPtrArray) before = koma_item_store_share_items (store);
  gpointer fifth = before->pdata[5];

  koma_item_store_splice (store, 5, 10, NULL, 0);
  g_assert_cmpuint (before->len, ==, N_ITEMS);
  g_assert_true (before->pdata[5] == fifth);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (store)), ==, N_ITEMS - 10);
}

static void
test_find (void)
{
  g_autoptr (KomaItemStore) store = create_store ();
  g_autoptr (KomaResultItem) item = g_list_model_get_item (G_LIST_MODEL (store), 42);
  guint position = 0;

  g_assert_true (koma_item_store_find (store, item, &position));
  g_assert_cmpuint (position, ==, 42);
  koma_item_store_splice (store, 42, 1, NULL, 0);
  g_assert_false (koma_item_store_find (store, item, &position));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (store)), ==, N_ITEMS - 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/result-removal/some", test_some);
  g_test_add_func ("/ui/result-removal/edges", test_edges);
  g_test_add_func ("/ui/result-removal/shorter", test_shorter);
  g_test_add_func ("/ui/result-removal/find", test_find);
  g_test_add_func ("/ui/result-removal/shared", test_shared);
  return g_test_run ();
}
