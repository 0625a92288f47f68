/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Wakes threads that wait for something which no lock guards.
 *
 *   sleeper                               ringer
 *     heard = koma_event_count_listen ()           change what is looked at
 *     look: is there anything to do?        koma_event_count_ring ()
 *     if not: koma_event_count_wait (heard)
 *
 * No ring is lost. One that comes after the listening makes the number of
 * rings another than @heard, and the kernel, which compares the two and falls
 * asleep in one step, does not fall asleep; one that came before it was rung
 * after a change that the looking sees. That is what a condition variable
 * needs its mutex for; the ringer needs none here, so that it never waits for
 * a sleeper that lost its processor on the way to bed. */
typedef struct
{
  gint n_rings;   /* atomic; may overflow */
  gint n_waiting; /* atomic */
} KomaEventCount; /* all zeros: a bell that was not rung */

#define KOMA_EVENT_COUNT_ALL G_MAXINT

gint koma_event_count_listen (KomaEventCount *bell);
void koma_event_count_wait (KomaEventCount *bell, gint heard); /* may return for no reason */
void koma_event_count_ring (KomaEventCount *bell, gint n_threads);

G_END_DECLS
