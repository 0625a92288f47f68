/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-inbox.h"

/**
 * koma_inbox_push:
 * @inbox: an inbox
 * @item: (transfer full): what is left in it
 *
 * Leaves @item. Everything written before is seen by whoever takes it, who
 * may have freed it before this returns. Wakes nobody.
 *
 * Thread: any; never waits.
 */
void
koma_inbox_push (KomaInbox     *inbox,
                 KomaInboxItem *item)
{
  KomaInboxItem *newest = g_atomic_pointer_get (&inbox->newest);

  do {
    item->next = newest;
  } while (!g_atomic_pointer_compare_and_exchange_full (&inbox->newest, newest, item, &newest));
}

/**
 * koma_inbox_take_all:
 * @inbox: an inbox
 *
 * Empties it. Several threads may do so at once: each item goes to one.
 *
 * Thread: any; never waits.
 *
 * Returns: (transfer full) (nullable): the items, linked by `next` in the
 *   order in which they were pushed
 */
KomaInboxItem *
koma_inbox_take_all (KomaInbox *inbox)
{
  KomaInboxItem *newest = g_atomic_pointer_exchange (&inbox->newest, NULL);
  KomaInboxItem *oldest = NULL;

  while (newest != NULL) {
    KomaInboxItem *item = newest;

    newest = item->next;
    item->next = oldest;
    oldest = item;
  }
  return oldest;
}

/**
 * koma_inbox_is_empty:
 * @inbox: an inbox
 *
 * Thread: any; never waits.
 *
 * Returns: whether there was nothing in it a moment ago
 */
gboolean
koma_inbox_is_empty (KomaInbox *inbox)
{
  return g_atomic_pointer_get (&inbox->newest) == NULL;
}
