/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A hash table that grows in parts, beside one that does not. */
#include "ui/results/koma-split-table.h"

#include "tests/test-main.h"

#define N_KEYS 3000

typedef struct
{
  KomaSplitTable table;
  GHashTable    *plain;
  GPtrArray     *keys;
  guint          n_freed;
} Fixture;

static guint *n_freed;

static void
count_cb (gpointer value)
{
  ++*n_freed;
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  n_freed = &fixture->n_freed;
  koma_split_table_init (&fixture->table, count_cb);
  fixture->plain = g_hash_table_new (g_str_hash, g_str_equal);
  fixture->keys = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < N_KEYS; i++)
    g_ptr_array_add (fixture->keys, g_strdup_printf ("/pictures/%04u.jpg", i));
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  koma_split_table_clear (&fixture->table);
  g_hash_table_unref (fixture->plain);
  g_ptr_array_unref (fixture->keys);
}

static guint
fill (Fixture *fixture)
{
  guint n_replaced = 0;

  for (guint i = 0; i < 2 * N_KEYS; i++) {
    const char *key = fixture->keys->pdata[g_test_rand_int_range (0, N_KEYS)];

    n_replaced += !g_hash_table_replace (fixture->plain, (char *) key, GUINT_TO_POINTER (i + 1));
    koma_split_table_replace (&fixture->table, key, GUINT_TO_POINTER (i + 1));
  }
  return n_replaced;
}

static void
check (Fixture *fixture)
{
  for (guint i = 0; i < N_KEYS; i++) {
    g_autofree char *key = g_strdup (fixture->keys->pdata[i]);

    g_assert_true (koma_split_table_lookup (&fixture->table, key) ==
                   g_hash_table_lookup (fixture->plain, key));
  }
}

static void
test_random (Fixture      *fixture,
             gconstpointer data)
{
  const guint n_replaced = fill (fixture);

  check (fixture);
  g_assert_cmpuint (fixture->n_freed, ==, n_replaced);
  for (guint i = 0; i < N_KEYS; i += 3) {
    koma_split_table_steal (&fixture->table, fixture->keys->pdata[i]);
    g_hash_table_steal (fixture->plain, fixture->keys->pdata[i]);
  }
  check (fixture);
  g_assert_cmpuint (fixture->n_freed, ==, n_replaced);
  koma_split_table_remove_all (&fixture->table);
  g_assert_cmpuint (fixture->n_freed, ==, n_replaced + g_hash_table_size (fixture->plain));
  g_hash_table_remove_all (fixture->plain);
  check (fixture);
}

/* None grows by much at a time. */
static void
test_even (Fixture      *fixture,
           gconstpointer data)
{
  for (guint i = 0; i < N_KEYS; i++)
    koma_split_table_replace (&fixture->table, fixture->keys->pdata[i], GUINT_TO_POINTER (1));
  for (guint i = 0; i < KOMA_N_SPLIT; i++)
    g_assert_cmpuint (g_hash_table_size (fixture->table.parts[i]), <, N_KEYS / 50);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/split-table/random", Fixture, NULL, set_up, test_random, tear_down);
  g_test_add ("/split-table/even", Fixture, NULL, set_up, test_even, tear_down);
  return g_test_run ();
}
