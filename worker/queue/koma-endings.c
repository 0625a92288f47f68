/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why not g_task_return_*() where the ending happens:
 *
 * - On the thread that sent the request, inside a source of its context,
 *   GTask calls back at once: koma_worker_cancel_all() would call thousands of
 *   callbacks before it returned, and a cancelled GCancellable would call them
 *   from inside g_cancellable_cancel(), where they may not touch it.
 * - A task holds a reference to the worker. Where a worker's own thread drops
 *   the last task, it would have to join itself.
 * - A window with 20 000 answers to take must be able to draw between them.
 * - It takes locks that the window takes too, see koma-context-queue.h.
 *
 * So an ending is carried to its context first and the task returned, and
 * dropped, there, a few at a time. Whoever sends a task makes sure that there
 * is a way; the last ending that arrives closes it. */
#include "koma-endings.h"

#include "koma-context-queue.h"

typedef struct
{
  KomaMpscItem item; /* first */
  KomaEnding   ending;
} Letter;

struct _KomaWayBack
{
  /* Immutable after construction. */
  KomaContextQueue *outbox;
  GMainContext     *context; /* of the outbox */
  int               priority;

  /* Guarded by ways_lock. */
  guint n_expected;
};

/* Of those who send and those who are told, never of a compute thread. */
static GMutex     ways_lock;
static GPtrArray *ways; /* (element-type KomaWayBack) NULL: none */

static void
letter_free (gpointer data)
{
  Letter     *letter = data;
  KomaEnding *ending = NULL;

  if (letter == NULL)
    return;
  ending = &letter->ending;
  if (ending->value != NULL)
    ending->free_value (ending->value);
  g_clear_error (&ending->error);
  g_clear_object (&ending->task);
  g_free (letter);
}

/* One that was expected has arrived. */
static void
leave_way (KomaWayBack *way)
{
  gboolean is_last = FALSE;

  g_mutex_lock (&ways_lock);
  is_last = --way->n_expected == 0;
  if (is_last)
    g_ptr_array_remove_fast (ways, way);
  if (ways->len == 0)
    g_clear_pointer (&ways, g_ptr_array_unref);
  g_mutex_unlock (&ways_lock);
  if (!is_last)
    return;

  koma_context_queue_close (way->outbox);
  koma_context_queue_free (way->outbox, letter_free);
  g_free (way);
}

static void
deliver (KomaMpscItem *item,
         gpointer      user_data)
{
  Letter     *letter = (Letter *) item;
  KomaEnding *ending = &letter->ending;

  if (ending->told != NULL)
    ending->told (g_steal_pointer (&ending->sender), ending->task);
  if (ending->error != NULL)
    g_task_return_error (ending->task, g_steal_pointer (&ending->error));
  else if (ending->value != NULL)
    g_task_return_pointer (ending->task, g_steal_pointer (&ending->value), ending->free_value);
  else
    g_task_return_new_error (ending->task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  letter_free (letter);
  leave_way (user_data);
}

static KomaWayBack *
find_way (GTask *task)
{
  for (guint i = 0; ways != NULL && i < ways->len; i++) {
    KomaWayBack *way = g_ptr_array_index (ways, i);

    if (way->context == g_task_get_context (task) && way->priority == g_task_get_priority (task))
      return way;
  }
  return NULL;
}

static KomaWayBack *
open_way (GTask *task)
{
  KomaWayBack *way = g_new0 (KomaWayBack, 1);

  way->context = g_task_get_context (task);
  way->priority = g_task_get_priority (task);
  way->outbox = koma_context_queue_new (way->context, way->priority, deliver, way);
  if (ways == NULL)
    ways = g_ptr_array_new ();
  g_ptr_array_add (ways, way);
  return way;
}

/**
 * koma_endings_expect:
 * @task: what is going to end; has its priority
 *
 * Opens the way to the context of @task. Exactly one ending of @task is to be
 * posted then.
 *
 * Thread: who sends the task; one of the window's priority.
 *
 * Returns: (transfer none): the way, there until that ending has arrived
 */
KomaWayBack *
koma_endings_expect (GTask *task)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&ways_lock);
  KomaWayBack  *way = find_way (task);

  if (way == NULL)
    way = open_way (task);
  way->n_expected++;
  return way;
}

/**
 * koma_endings_new:
 *
 * Thread: any.
 *
 * Returns: (transfer full): an empty list
 */
KomaEndings *
koma_endings_new (void)
{
  return g_ptr_array_new_with_free_func (letter_free);
}

/**
 * koma_endings_add:
 * @endings: a list
 * @ending: how a task ends; copied
 *
 * Thread: any; takes no lock.
 */
void
koma_endings_add (KomaEndings      *endings,
                  const KomaEnding *ending)
{
  Letter *letter = g_new0 (Letter, 1);

  g_assert (ending->value == NULL || ending->error == NULL);

  letter->ending = *ending;
  g_ptr_array_add (endings, letter);
}

static KomaWayBack *
get_way (const KomaEndings *endings,
         guint              index)
{
  const Letter *letter = g_ptr_array_index (endings, index);

  return letter->ending.way;
}

/**
 * koma_endings_post:
 * @endings: (transfer full): a list, possibly empty
 *
 * Sends the endings to the contexts of their tasks, in order within each
 * context and priority. No lock may be held.
 *
 * Thread: any; takes no lock.
 */
void
koma_endings_post (KomaEndings *endings)
{
  for (guint i = 0; i < endings->len; i++) {
    KomaWayBack *way = get_way (endings, i);
    gboolean     is_last = i + 1 == endings->len || get_way (endings, i + 1) != way;
    g_autoptr (GMainContext) context = g_main_context_ref (way->context);
    Letter *letter = g_steal_pointer (&endings->pdata[i]);

    /* May be the last that is expected: the way may be gone after this. */
    koma_context_queue_put (way->outbox, &letter->item);
    if (is_last)
      g_main_context_wakeup (context);
  }
  g_ptr_array_unref (endings);
}
