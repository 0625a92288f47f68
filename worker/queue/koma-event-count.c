/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-event-count.h"

#include <errno.h>

/**
 * koma_event_count_init:
 * @self: where no event has been counted
 */
void
koma_event_count_init (KomaEventCount *self)
{
  int status = sem_init (&self->wakes, 0, 0);

  g_assert (status == 0);

  self->n_events = 0;
  self->n_waiting = 0;
}

/**
 * koma_event_count_clear:
 * @self: an event count that no thread uses any more
 */
void
koma_event_count_clear (KomaEventCount *self)
{
  (void) sem_destroy (&self->wakes);
}

/**
 * koma_event_count_prepare:
 * @self: an event count
 *
 * Called before looking whether there is anything to do.
 *
 * Thread: any; never waits.
 *
 * Returns: for koma_event_count_wait(), if there is nothing
 */
gint
koma_event_count_prepare (KomaEventCount *self)
{
  return g_atomic_int_get (&self->n_events);
}

/* Takes up to @n_max out of the waiting. Returns: how many */
static gint
take_waiting (KomaEventCount *self,
              gint            n_max)
{
  gint n_waiting = g_atomic_int_get (&self->n_waiting);

  while (n_waiting > 0) {
    gint n = MIN (n_waiting, n_max);

    if (g_atomic_int_compare_and_exchange_full (&self->n_waiting, n_waiting, n_waiting - n,
                                                &n_waiting))
      return n;
  }
  return 0;
}

/**
 * koma_event_count_wait:
 * @self: an event count
 * @seen: what koma_event_count_prepare() returned
 *
 * Sleeps until the next event; not at all if there was one since. May return
 * without one: look again.
 *
 * Thread: any but main.
 */
void
koma_event_count_wait (KomaEventCount *self,
                       gint            seen)
{
  g_atomic_int_inc (&self->n_waiting);
  if (g_atomic_int_get (&self->n_events) != seen && take_waiting (self, 1) == 1)
    return;
  /* A wake is there, on its way, or comes with the next event. */
  while (sem_wait (&self->wakes) != 0)
    g_assert (errno == EINTR);
}

/**
 * koma_event_count_notify:
 * @self: an event count
 * @n_threads: how many waiters to wake: 1 for one more thing that any of them
 *   can do; %KOMA_EVENT_COUNT_ALL
 *
 * Called after the change that is to be seen. Costs nothing but an addition
 * while no thread waits.
 *
 * Thread: any; never waits.
 */
void
koma_event_count_notify (KomaEventCount *self,
                         gint            n_threads)
{
  g_atomic_int_inc (&self->n_events);
  for (gint n = take_waiting (self, n_threads); n > 0; n--)
    (void) sem_post (&self->wakes);
}
