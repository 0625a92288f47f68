/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-completion-queue.h"

struct _KomaCompletionQueue
{
  /* Immutable after construction. */
  KomaContextQueue *items;
  GMainContext     *context; /* of @items */
  int               priority;

  /* Guarded by queues_lock. */
  guint n_tasks;
};

/* Taken where tasks are sent and where they return, never by a compute thread. */
static GMutex     queues_lock;
static GPtrArray *queues; /* (element-type KomaCompletionQueue) (nullable) those that are open */

static KomaCompletionQueue *
find_queue (GTask *task)
{
  for (guint i = 0; queues != NULL && i < queues->len; i++) {
    KomaCompletionQueue *queue = g_ptr_array_index (queues, i);

    if (queue->context == g_task_get_context (task) &&
        queue->priority == g_task_get_priority (task))
      return queue;
  }
  return NULL;
}

static KomaCompletionQueue *
open_queue (GTask               *task,
            KomaContextQueueOpen deliver)
{
  KomaCompletionQueue *queue = g_new0 (KomaCompletionQueue, 1);

  queue->context = g_task_get_context (task);
  queue->priority = g_task_get_priority (task);
  queue->items = koma_context_queue_new (queue->context, queue->priority, deliver, NULL);
  if (queues == NULL)
    queues = g_ptr_array_new ();
  g_ptr_array_add (queues, queue);
  return queue;
}

/**
 * koma_completion_queue_enter:
 * @task: a task that has its priority
 * @deliver: takes an item in the context of @task; the same for all
 *
 * Opens the queue of the context and priority of @task, unless it is open.
 *
 * Thread: any of the window's priority.
 *
 * Returns: (transfer none): the queue, open until koma_completion_queue_leave()
 */
KomaCompletionQueue *
koma_completion_queue_enter (GTask               *task,
                             KomaContextQueueOpen deliver)
{
  G_GNUC_UNUSED        g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queues_lock);
  KomaCompletionQueue *queue = find_queue (task);

  if (queue == NULL)
    queue = open_queue (task, deliver);
  queue->n_tasks++;
  return queue;
}

/**
 * koma_completion_queue_leave:
 * @queue: a queue that a task entered
 *
 * Called once the task has returned. The last task closes the queue.
 *
 * Thread: that of the context.
 */
void
koma_completion_queue_leave (KomaCompletionQueue *queue)
{
  gboolean is_last = FALSE;

  g_mutex_lock (&queues_lock);
  is_last = --queue->n_tasks == 0;
  if (is_last)
    g_ptr_array_remove_fast (queues, queue);
  if (queues->len == 0)
    g_clear_pointer (&queues, g_ptr_array_unref);
  g_mutex_unlock (&queues_lock);
  if (!is_last)
    return;

  koma_context_queue_close (queue->items);
  koma_context_queue_free (queue->items, NULL); /* with nothing in it */
  g_free (queue);
}

/**
 * koma_completion_queue_put:
 * @queue: a queue that a task entered
 * @item: (transfer full): how the task ends
 *
 * Thread: any; takes no lock.
 */
void
koma_completion_queue_put (KomaCompletionQueue *queue,
                           KomaMpscItem        *item)
{
  g_autoptr (GMainContext) context = g_main_context_ref (queue->context);

  /* Where this is the last, the queue may be gone afterwards. */
  koma_context_queue_put (queue->items, item);
  g_main_context_wakeup (context);
}
