/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-measurement-thread.h"

#include "worker/koma-thread.h"
#include "worker/queue/koma-event-count.h"

struct _KomaMeasurementThread
{
  KomaEventCount   bell;
  KomaMeasurement *next;       /* atomic (nullable) (owned) not begun */
  gint             is_stopped; /* atomic */

  /* Of who starts, one at a time. */
  GThread         *thread; /* (nullable) not started yet */
  KomaMeasurement *newest; /* (nullable) (owned) the last that was started */
};

/* Returns: (transfer full) (nullable): the next study; NULL when stopped */
static KomaMeasurement *
wait_for_study (KomaMeasurementThread *self)
{
  for (;;) {
    gint             heard = koma_event_count_listen (&self->bell);
    KomaMeasurement *measurement = g_atomic_pointer_exchange (&self->next, NULL);

    if (measurement != NULL)
      return measurement;
    if (g_atomic_int_get (&self->is_stopped))
      return NULL;
    koma_event_count_wait (&self->bell, heard);
  }
}

static gpointer
study_main (gpointer data)
{
  KomaMeasurementThread *self = data;
  KomaMeasurement       *measurement = NULL;

  koma_thread_enter (KOMA_THREAD_STUDY);
  while ((measurement = wait_for_study (self)) != NULL) {
    koma_measurement_run (measurement);
    koma_measurement_unref (measurement);
  }
  return NULL;
}

/**
 * koma_measurement_thread_new:
 *
 * Returns: (transfer full): one that has nothing to do, and no thread yet
 */
KomaMeasurementThread *
koma_measurement_thread_new (void)
{
  return g_new0 (KomaMeasurementThread, 1);
}

static void
replace_newest (KomaMeasurementThread *self,
                KomaMeasurement       *measurement) /* (transfer full) (nullable) */
{
  g_autoptr (KomaMeasurement) old = g_steal_pointer (&self->newest);
  g_autoptr (KomaMeasurement) skipped = NULL;

  if (old != NULL)
    koma_measurement_cancel (old);
  self->newest = measurement;
  skipped = g_atomic_pointer_exchange (
    &self->next, measurement != NULL ? koma_measurement_ref (measurement) : NULL);
  if (skipped != NULL)
    koma_measurement_drop (skipped);
  koma_event_count_ring (&self->bell, KOMA_EVENT_COUNT_ALL);
}

/**
 * koma_measurement_thread_start:
 * @study: (transfer full): what to do next
 *
 * Every study started before, and not ended, ends cancelled.
 *
 * Thread: any, one at a time; does not wait for the study thread.
 */
void
koma_measurement_thread_start (KomaMeasurementThread *self,
                               KomaMeasurement       *measurement)
{
  replace_newest (self, measurement);
  if (self->thread == NULL)
    self->thread = g_thread_new ("koma-measurement", study_main, self);
}

/**
 * koma_measurement_thread_join:
 * @self: (transfer full)
 *
 * Cancels the study and waits for the thread: at longest for one run, or one
 * program that is being compiled.
 *
 * Thread: any but its own.
 */
void
koma_measurement_thread_join (KomaMeasurementThread *self)
{
  g_atomic_int_set (&self->is_stopped, TRUE);
  replace_newest (self, NULL);
  if (self->thread != NULL)
    g_thread_join (self->thread);
  g_free (self);
}
