/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <semaphore.h>

#include <glib.h>

G_BEGIN_DECLS

/* Wakes threads that wait for a change which no lock guards.
 *
 *   waiter                                     notifier
 *     seen = koma_event_count_prepare ()         make the change
 *     look: is there anything to do?             koma_event_count_notify ()
 *     if not: koma_event_count_wait (seen)
 *
 * No change is missed. One that comes after the preparing makes the number of
 * events another than @seen, and the waiter, once it is counted as one, looks
 * at that number again; the notifier counts its event before it looks for
 * waiters. So either the waiter sees the event or the notifier sees the waiter.
 * A condition variable needs a mutex for that; here the notifier never waits
 * for a waiter that lost its processor half-way.
 *
 * Several waiters must look for the same things: an event that is meant for
 * those that wait may wake one that begins to wait later in place of another. */
typedef struct
{
  gint  n_events;  /* atomic; may overflow */
  gint  n_waiting; /* atomic; that no notifier has promised to wake */
  sem_t wakes;
} KomaEventCount;

#define KOMA_EVENT_COUNT_ALL G_MAXINT

void koma_event_count_init (KomaEventCount *self);
void koma_event_count_clear (KomaEventCount *self);

gint koma_event_count_prepare (KomaEventCount *self);
void koma_event_count_wait (KomaEventCount *self, gint seen); /* may return for no reason */
void koma_event_count_notify (KomaEventCount *self, gint n_threads);

G_END_DECLS
