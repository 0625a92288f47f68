/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-event-count.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/**
 * koma_event_count_listen:
 * @bell: a bell
 *
 * Called before looking whether there is anything to do.
 *
 * Thread: any; never waits.
 *
 * Returns: for koma_event_count_wait(), if there is nothing
 */
gint
koma_event_count_listen (KomaEventCount *bell)
{
  return g_atomic_int_get (&bell->n_rings);
}

/**
 * koma_event_count_wait:
 * @bell: a bell
 * @heard: what koma_event_count_listen() returned
 *
 * Sleeps until the bell rings; not at all if it rang since. May return
 * without a ring: look again.
 *
 * Thread: any but main.
 */
void
koma_event_count_wait (KomaEventCount *bell,
                       gint            heard)
{
  /* Before the kernel compares: a ringer that sees nobody waiting has rung,
   * and the kernel finds another number. */
  g_atomic_int_inc (&bell->n_waiting);
  /* Fails where the number is another, or a signal came: look again. */
  (void) syscall (SYS_futex, &bell->n_rings, FUTEX_WAIT_PRIVATE, heard, NULL, NULL, 0);
  g_atomic_int_add (&bell->n_waiting, -1);
}

/**
 * koma_event_count_ring:
 * @bell: a bell
 * @n_threads: how many sleepers to wake: 1 for one more thing that any of
 *   them can do; %KOMA_EVENT_COUNT_ALL
 *
 * Called after the change that is to be seen. Costs nothing but an addition
 * while nobody sleeps.
 *
 * Thread: any; never waits.
 */
void
koma_event_count_ring (KomaEventCount *bell,
                       gint            n_threads)
{
  g_atomic_int_inc (&bell->n_rings);
  if (g_atomic_int_get (&bell->n_waiting) > 0)
    (void) syscall (SYS_futex, &bell->n_rings, FUTEX_WAKE_PRIVATE, n_threads, NULL, NULL, 0);
}
