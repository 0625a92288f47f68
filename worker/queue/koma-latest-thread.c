/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-latest-thread.h"

#include "koma-event-count.h"

struct _KomaLatestThread
{
  /* Immutable after construction. */
  const char         *name;
  KomaThreadKind      kind;
  KomaLatestThreadRun run;
  gpointer            user_data;

  KomaEventCount  changed;
  KomaCompletion *next;       /* atomic (nullable) (owned) not begun */
  gint            is_stopped; /* atomic */

  /* Of the threads that push, one at a time. */
  GThread        *thread; /* (nullable) not started yet */
  KomaCompletion *latest; /* (nullable) (owned) the last that was pushed */
};

/* Returns: (transfer full) (nullable): the next; NULL when stopped */
static KomaCompletion *
wait_for_next (KomaLatestThread *self)
{
  for (;;) {
    gint            seen = koma_event_count_prepare (&self->changed);
    KomaCompletion *next = g_atomic_pointer_exchange (&self->next, NULL);

    if (next != NULL)
      return next;
    if (g_atomic_int_get (&self->is_stopped))
      return NULL;
    koma_event_count_wait (&self->changed, seen);
  }
}

static gpointer
thread_main (gpointer data)
{
  KomaLatestThread *self = data;
  KomaCompletion   *next = NULL;

  koma_thread_enter (self->kind);
  while ((next = wait_for_next (self)) != NULL) {
    self->run (next, self->user_data);
    koma_completion_unref (next);
  }
  return NULL;
}

/**
 * koma_latest_thread_new:
 * @name: of the thread; static
 * @kind: of the thread
 * @run: works on a completion, and ends it
 * @user_data: for @run
 *
 * Returns: (transfer full): one that has nothing to do, and no thread yet
 */
KomaLatestThread *
koma_latest_thread_new (const char         *name,
                        KomaThreadKind      kind,
                        KomaLatestThreadRun run,
                        gpointer            user_data)
{
  KomaLatestThread *self = g_new0 (KomaLatestThread, 1);

  self->name = name;
  self->kind = kind;
  self->run = run;
  self->user_data = user_data;
  koma_event_count_init (&self->changed);
  return self;
}

static void
replace_latest (KomaLatestThread *self,
                KomaCompletion   *latest) /* (transfer full) (nullable) */
{
  g_autoptr (KomaCompletion) old = g_steal_pointer (&self->latest);
  g_autoptr (KomaCompletion) skipped = NULL;

  self->latest = latest;
  skipped =
    g_atomic_pointer_exchange (&self->next, latest != NULL ? koma_completion_ref (latest) : NULL);
  koma_event_count_notify (&self->changed, KOMA_EVENT_COUNT_ALL);
  if (old != NULL)
    koma_completion_cancel (old);
}

/**
 * koma_latest_thread_push:
 * @self: a thread that has not been joined
 * @latest: (type KomaCompletion) (transfer full): what to do next
 *
 * All that were pushed before, and have not ended, end cancelled.
 *
 * Thread: any, one at a time; does not wait for this one.
 */
void
koma_latest_thread_push (KomaLatestThread *self,
                         gpointer          latest)
{
  replace_latest (self, latest);
  if (self->thread == NULL)
    self->thread = g_thread_new (self->name, thread_main, self);
}

/**
 * koma_latest_thread_join:
 * @self: (transfer full): a thread
 *
 * Cancels the latest and waits for the thread: at longest until the file that
 * it reads has been read, or the program that it compiles.
 *
 * Thread: any but this one.
 */
void
koma_latest_thread_join (KomaLatestThread *self)
{
  g_atomic_int_set (&self->is_stopped, TRUE);
  replace_latest (self, NULL);
  if (self->thread != NULL)
    g_thread_join (self->thread);
  koma_event_count_clear (&self->changed);
  g_free (self);
}
