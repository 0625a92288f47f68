/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-removal.h"

#include "worker/koma-thread.h"

/**
 * KomaResultRemoval:
 *
 * Stores runs of adjacent items rather than single items: to clear a long list,
 * or to restore it, takes one splice.
 */
struct _KomaResultRemoval
{
  GPtrArray *runs; /* Run, in the order of their removal: the last of the list first */
  guint      n_items;
};

typedef struct
{
  guint      position;
  GPtrArray *items;
} Run;

static void
run_free (gpointer data)
{
  Run *run = data;

  g_ptr_array_unref (run->items);
  g_free (run);
}

static Run *
take_run (KomaItemStore *store,
          guint          first,
          guint          last)
{
  Run *run = g_new (Run, 1);

  run->position = first;
  run->items = g_ptr_array_new_full (last - first + 1, g_object_unref);
  for (guint i = first; i <= last; i++)
    g_ptr_array_add (run->items, g_list_model_get_item (G_LIST_MODEL (store), i));

  koma_item_store_splice (store, first, run->items->len, NULL, 0);
  return run;
}

/**
 * koma_result_removal_new:
 * @store: a list
 * @positions: which items to take out of it
 *
 * Returns: (transfer full): the items that were taken out
 */
KomaResultRemoval *
koma_result_removal_new (KomaItemStore *store,
                         GtkBitset     *positions)
{
  KomaResultRemoval *removal = g_new0 (KomaResultRemoval, 1);
  guint64            n_left = gtk_bitset_get_size (positions);

  KOMA_ASSERT_MAIN_THREAD ();

  removal->n_items = n_left;
  removal->runs = g_ptr_array_new_with_free_func (run_free);

  /* From the end: the positions before stay valid. */
  while (n_left > 0) {
    guint last = gtk_bitset_get_nth (positions, n_left - 1);
    guint first = last;

    while (--n_left > 0 && gtk_bitset_get_nth (positions, n_left - 1) == first - 1)
      first--;
    g_ptr_array_add (removal->runs, take_run (store, first, last));
  }

  return removal;
}

/**
 * koma_result_removal_undo:
 * @removal: items that were taken out
 * @store: their list
 *
 * Puts the items back to their old positions, or to the end of a list that
 * has become shorter since.
 */
void
koma_result_removal_undo (KomaResultRemoval *removal,
                          KomaItemStore     *store)
{
  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = removal->runs->len; i-- > 0;) {
    Run  *run = g_ptr_array_index (removal->runs, i);
    guint n_items = g_list_model_get_n_items (G_LIST_MODEL (store));

    koma_item_store_splice (store, MIN (run->position, n_items), 0, run->items->pdata,
                            run->items->len);
  }
}

void
koma_result_removal_free (KomaResultRemoval *removal)
{
  g_ptr_array_unref (removal->runs);
  g_free (removal);
}

guint
koma_result_removal_get_n_items (const KomaResultRemoval *removal)
{
  return removal->n_items;
}

void
koma_result_removal_foreach (const KomaResultRemoval *removal,
                             GFunc                    func,
                             gpointer                 user_data)
{
  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = removal->runs->len; i-- > 0;) {
    Run *run = g_ptr_array_index (removal->runs, i);

    g_ptr_array_foreach (run->items, func, user_data);
  }
}
