/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-mpsc-queue.h"

/**
 * koma_mpsc_queue_push:
 * @inbox: an inbox
 * @item: (transfer full): what is left in it
 *
 * Leaves @item. Everything written before is seen by whoever takes it, who
 * may have freed it before this returns. Wakes nobody.
 *
 * Thread: any; never waits.
 */
void
koma_mpsc_queue_push (KomaMpscQueue *inbox,
                      KomaMpscItem  *item)
{
  KomaMpscItem *newest = g_atomic_pointer_get (&inbox->newest);

  do {
    item->next = newest;
  } while (!g_atomic_pointer_compare_and_exchange_full (&inbox->newest, newest, item, &newest));
}

/**
 * koma_mpsc_queue_take_all:
 * @inbox: an inbox
 *
 * Empties it. Several threads may do so at once: each item goes to one.
 *
 * Thread: any; never waits.
 *
 * Returns: (transfer full) (nullable): the items, linked by `next` in the
 *   order in which they were pushed
 */
KomaMpscItem *
koma_mpsc_queue_take_all (KomaMpscQueue *inbox)
{
  KomaMpscItem *newest = g_atomic_pointer_exchange (&inbox->newest, NULL);
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
 * @inbox: an inbox
 *
 * Thread: any; never waits.
 *
 * Returns: whether there was nothing in it a moment ago
 */
gboolean
koma_mpsc_queue_is_empty (KomaMpscQueue *inbox)
{
  return g_atomic_pointer_get (&inbox->newest) == NULL;
}
