/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where any number of threads leave something for another, without a lock.
 *
 * Why no lock: compute threads run at a lower priority than the window, and
 * one that loses its processor while it holds a lock may not get it back for
 * tens of milliseconds. Whoever waits for that lock waits as long, whatever
 * its own priority. Here nobody can hold anything: a push is one
 * compare-and-swap, which only fails because another push succeeded.
 *
 * Nothing but the whole list is ever taken out, so an item that comes back at
 * the same address (the ABA problem) does no harm. */
typedef struct _KomaMpscItem KomaMpscItem;

/* The first member of whatever is sent. */
struct _KomaMpscItem
{
  KomaMpscItem *next; /* of whoever has it */
};

/* All zeros is an empty one. */
typedef struct
{
  KomaMpscItem *newest; /* atomic */
} KomaMpscQueue;

void          koma_mpsc_queue_push (KomaMpscQueue *queue, KomaMpscItem *item);
KomaMpscItem *koma_mpsc_queue_take_all (KomaMpscQueue *queue); /* oldest first */
gboolean      koma_mpsc_queue_is_empty (KomaMpscQueue *queue);

G_END_DECLS
