/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrivals.h"

#include "worker/koma-thread.h"

/* GtkListView creates widgets for the first 200 rows or so, which takes time: those are added a few
 * in a frame, later ones as many as the time allows. */
#define INTERVAL_MS           16
#define N_ROWS_WITH_WIDGETS   208
#define N_A_TIME_WITH_WIDGETS 4
#define N_A_TIME              250
#define MAX_US                5000

struct _KomaArrivals
{
  KomaItemStore   *store;
  GQueue           items; /* owned */
  guint            source;
  KomaArrivalsFunc func;
  gpointer         user_data;
};

/**
 * koma_arrivals_new:
 * @store: the list; items are added at its end
 * @func: called after each addition, with the items
 * @user_data: for @func
 *
 * Thread: main
 *
 * Returns: (transfer full): an empty queue
 */
KomaArrivals *
koma_arrivals_new (KomaItemStore   *store,
                   KomaArrivalsFunc func,
                   gpointer         user_data)
{
  KomaArrivals *arrivals = g_new0 (KomaArrivals, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  arrivals->store = g_object_ref (store);
  arrivals->func = func;
  arrivals->user_data = user_data;
  g_queue_init (&arrivals->items);
  return arrivals;
}

void
koma_arrivals_free (KomaArrivals *arrivals)
{
  koma_arrivals_clear (arrivals);
  g_object_unref (arrivals->store);
  g_free (arrivals);
}

guint
koma_arrivals_get_n_items (const KomaArrivals *arrivals)
{
  return arrivals->items.length;
}

static void
let_in (KomaArrivals *arrivals,
        guint         max_items)
{
  GListModel *list = G_LIST_MODEL (arrivals->store);
  g_autoptr (GPtrArray) slice = g_ptr_array_new_with_free_func (g_object_unref);

  while (slice->len < max_items && arrivals->items.length > 0)
    g_ptr_array_add (slice, g_queue_pop_head (&arrivals->items));

  koma_item_store_splice (arrivals->store, g_list_model_get_n_items (list), 0, slice->pdata,
                          slice->len);
  arrivals->func (slice->pdata, slice->len, arrivals->user_data);
}

static gboolean
has_widgets (KomaArrivals *arrivals)
{
  return g_list_model_get_n_items (G_LIST_MODEL (arrivals->store)) < N_ROWS_WITH_WIDGETS;
}

static gboolean
interval_cb (gpointer user_data)
{
  KomaArrivals *arrivals = user_data;
  const gint64  end_us = g_get_monotonic_time () + MAX_US;

  KOMA_ASSERT_MAIN_THREAD ();

  do
    let_in (arrivals, has_widgets (arrivals) ? N_A_TIME_WITH_WIDGETS : N_A_TIME);
  while (arrivals->items.length > 0 && g_get_monotonic_time () < end_us);
  if (arrivals->items.length > 0)
    return G_SOURCE_CONTINUE;

  arrivals->source = 0;
  return G_SOURCE_REMOVE;
}

/**
 * koma_arrivals_append:
 * @items: (element-type GObject): of the list's type
 *
 * Adds @items to the list over several frames, the first few at once: the user
 * sees that a drop had an effect.
 */
void
koma_arrivals_append (KomaArrivals *arrivals,
                      GPtrArray    *items)
{
  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < items->len; i++)
    g_queue_push_tail (&arrivals->items, g_object_ref (g_ptr_array_index (items, i)));

  if (arrivals->source != 0)
    return;
  arrivals->source = g_timeout_add (INTERVAL_MS, interval_cb, arrivals);
  let_in (arrivals, N_A_TIME_WITH_WIDGETS);
}

/**
 * koma_arrivals_clear:
 *
 * Drops the items that are not in the list yet.
 */
void
koma_arrivals_clear (KomaArrivals *arrivals)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_handle_id (&arrivals->source, g_source_remove);
  g_queue_clear_full (&arrivals->items, g_object_unref);
}
