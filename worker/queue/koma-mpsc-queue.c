/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-mpsc-queue.h"

/**
 * koma_mpsc_queue_push:
 * @queue: a queue
 * @item: (transfer full): what is left in it
 *
 * Leaves @item. Everything written before is seen by whoever takes it, who
 * may have freed it before this returns. Wakes nobody.
 *
 * Thread: any; never waits.
 */
void
koma_mpsc_queue_push (KomaMpscQueue *queue,
                      KomaMpscItem  *item)
{
  KomaMpscItem *newest = g_atomic_pointer_get (&queue->newest);

  do {
    item->next = newest;
  } while (!g_atomic_pointer_compare_and_exchange_full (&queue->newest, newest, item, &newest));
}

/**
 * koma_mpsc_queue_take_all:
 * @queue: a queue
 *
 * Empties it. Several threads may do so at once: each item goes to one.
 *
 * Thread: any; never waits.
 *
 * Returns: (transfer full) (nullable): the items, linked by `next` in the
 *   order in which they were pushed
 */
KomaMpscItem *
koma_mpsc_queue_take_all (KomaMpscQueue *queue)
{
  KomaMpscItem *newest = g_atomic_pointer_exchange (&queue->newest, NULL);
  KomaMpscItem *oldest = NULL;

  while (newest != NULL) {
    KomaMpscItem *item = newest;

    newest = item->next;
    item->next = oldest;
    oldest = item;
  }
  return oldest;
}

/**
 * koma_mpsc_queue_is_empty:
 * @queue: a queue
 *
 * Thread: any; never waits.
 *
 * Returns: whether there was nothing in it a moment ago
 */
gboolean
koma_mpsc_queue_is_empty (KomaMpscQueue *queue)
{
  return g_atomic_pointer_get (&queue->newest) == NULL;
}
