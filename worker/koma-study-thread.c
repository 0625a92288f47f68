/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-study-thread.h"

#include "koma-bell.h"
#include "koma-thread.h"

struct _KomaStudyThread
{
  KomaBell   bell;
  KomaStudy *next;       /* atomic (nullable) (owned) not begun */
  gint       is_stopped; /* atomic */

  /* Of who starts, one at a time. */
  GThread   *thread; /* (nullable) not started yet */
  KomaStudy *newest; /* (nullable) (owned) the last that was started */
};

/* Returns: (transfer full) (nullable): the next study; NULL when stopped */
static KomaStudy *
wait_for_study (KomaStudyThread *self)
{
  for (;;) {
    gint       heard = koma_bell_listen (&self->bell);
    KomaStudy *study = g_atomic_pointer_exchange (&self->next, NULL);

    if (study != NULL)
      return study;
    if (g_atomic_int_get (&self->is_stopped))
      return NULL;
    koma_bell_wait (&self->bell, heard);
  }
}

static gpointer
study_main (gpointer data)
{
  KomaStudyThread *self = data;
  KomaStudy       *study = NULL;

  koma_thread_enter (KOMA_THREAD_STUDY);
  while ((study = wait_for_study (self)) != NULL) {
    koma_study_run (study);
    koma_study_unref (study);
  }
  return NULL;
}

/**
 * koma_study_thread_new:
 *
 * Returns: (transfer full): one that has nothing to do, and no thread yet
 */
KomaStudyThread *
koma_study_thread_new (void)
{
  return g_new0 (KomaStudyThread, 1);
}

static void
replace_newest (KomaStudyThread *self,
                KomaStudy       *study) /* (transfer full) (nullable) */
{
  g_autoptr (KomaStudy) old = g_steal_pointer (&self->newest);
  g_autoptr (KomaStudy) skipped = NULL;

  if (old != NULL)
    koma_study_cancel (old);
  self->newest = study;
  skipped = g_atomic_pointer_exchange (&self->next,
                                       study != NULL ? koma_study_ref (study) : NULL);
  if (skipped != NULL)
    koma_study_drop (skipped);
  koma_bell_ring (&self->bell, KOMA_BELL_ALL);
}

/**
 * koma_study_thread_start:
 * @study: (transfer full): what to do next
 *
 * Every study started before, and not ended, ends cancelled.
 *
 * Thread: any, one at a time; does not wait for the study thread.
 */
void
koma_study_thread_start (KomaStudyThread *self,
                         KomaStudy       *study)
{
  replace_newest (self, study);
  if (self->thread == NULL)
    self->thread = g_thread_new ("koma-study", study_main, self);
}

/**
 * koma_study_thread_join:
 * @self: (transfer full)
 *
 * Cancels the study and waits for the thread: at longest for one run, or one
 * program that is being compiled.
 *
 * Thread: any but its own.
 */
void
koma_study_thread_join (KomaStudyThread *self)
{
  g_atomic_int_set (&self->is_stopped, TRUE);
  replace_newest (self, NULL);
  if (self->thread != NULL)
    g_thread_join (self->thread);
  g_free (self);
}
