/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why no g_task_return_*() where the task ends:
 *
 * - On the thread that sent the request, inside a source of its context,
 *   GTask calls back at once: koma_worker_stop() would call thousands of
 *   callbacks before it returned, and a cancelled GCancellable would call them
 *   from inside g_cancellable_cancel(), where they may not touch it.
 * - A task holds a reference to the worker. A thread of the worker that drops
 *   the last task would have to join itself.
 * - A window with 20 000 answers to take must be able to draw between them.
 * - It takes locks that the window takes too, see koma-context-queue.h.
 *
 * So a completion is carried into the context of its task, and the task
 * returns and is dropped there, a few at a time. */
#include "koma-completion.h"

typedef struct
{
  KomaMpscItem   item; /* first */
  gpointer       value;
  GDestroyNotify free_value;
} Report;

static void
report_free (gpointer data)
{
  Report *report = data;

  report->free_value (report->value);
  g_free (report);
}

static void
report_cb (KomaMpscItem *item,
           gpointer      user_data)
{
  KomaCompletion *self = user_data;

  self->klass->report (self, ((Report *) item)->value);
  report_free (item);
}

/* What was reported before the end is told before it, nothing after. */
static void
finish_reports (KomaCompletion *self)
{
  if (self->reports == NULL)
    return;
  koma_context_queue_open_all (self->reports);
  koma_context_queue_close (self->reports);
}

static void
return_task (KomaCompletion *self,
             GTask          *task)
{
  if (self->error != NULL)
    g_task_return_error (task, g_steal_pointer (&self->error));
  else if (self->value != NULL)
    g_task_return_pointer (task, g_steal_pointer (&self->value), self->klass->free_value);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
}

/* In the context of the task. */
static void
deliver (KomaMpscItem *item,
         gpointer      user_data)
{
  g_autoptr (KomaCompletion) self = (KomaCompletion *) item;
  GTask *task = g_steal_pointer (&self->task);

  finish_reports (self);
  /* Does not wait for a handler that runs, as g_cancellable_disconnect() does:
   * that handler finds the task ended. */
  if (self->handler != 0)
    g_signal_handler_disconnect (g_task_get_cancellable (task), self->handler);
  return_task (self, task);
  g_object_unref (task);
  koma_completion_queue_leave (self->queue);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      data)
{
  koma_completion_cancel (data);
}

/**
 * koma_completion_init:
 * @self: zeros, in the last step of the constructor
 * @klass: how it differs from others
 * @task: (transfer full): has its priority; ends with the cancellable that it
 *   has, if any
 *
 * Makes @self a completion of one reference, the caller's. It may end, on any
 * thread, before this returns.
 *
 * Thread: the one that sends @task, of the window's priority.
 */
void
koma_completion_init (KomaCompletion            *self,
                      const KomaCompletionClass *klass,
                      GTask                     *task)
{
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_atomic_ref_count_init (&self->ref_count);
  g_atomic_ref_count_inc (&self->ref_count); /* until it is delivered */
  self->klass = klass;
  self->task = task;
  self->queue = koma_completion_queue_enter (task, deliver);
  if (klass->report != NULL)
    self->reports =
      koma_context_queue_new (g_task_get_context (task), G_PRIORITY_DEFAULT, report_cb, self);
  /* A handler that is called before the handler's number is stored must not
   * end the task: it finds it closed, and the question below does that. */
  if (cancellable != NULL)
    self->handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb),
                                           koma_completion_ref (self), koma_completion_unref);
  g_atomic_int_set (&self->is_open, TRUE);
  if (cancellable != NULL && g_cancellable_is_cancelled (cancellable))
    koma_completion_cancel (self);
}

/**
 * koma_completion_ref:
 * @self: (type KomaCompletion): a completion
 *
 * Thread: any.
 *
 * Returns: (transfer full): @self
 */
gpointer
koma_completion_ref (gpointer self)
{
  g_atomic_ref_count_inc (&((KomaCompletion *) self)->ref_count);
  return self;
}

/**
 * koma_completion_unref:
 * @self: (type KomaCompletion) (nullable) (transfer full): a completion
 *
 * Thread: any.
 */
void
koma_completion_unref (gpointer self)
{
  KomaCompletion *completion = self;

  if (completion == NULL || !g_atomic_ref_count_dec (&completion->ref_count))
    return;

  g_assert (completion->task == NULL);

  if (completion->reports != NULL)
    koma_context_queue_free (completion->reports, report_free);
  g_clear_object (&completion->cancellable);
  completion->klass->finalize (completion);
}

/**
 * koma_completion_is_ended:
 * @self: a completion
 *
 * Thread: any; takes no lock.
 *
 * Returns: whether the task has ended: nobody waits for a result any more
 */
gboolean
koma_completion_is_ended (KomaCompletion *self)
{
  return !g_atomic_int_get (&self->is_open);
}

/**
 * koma_completion_claim:
 * @self: a completion
 *
 * Of all threads that want to end the task exactly one gets %TRUE, and calls
 * koma_completion_return().
 *
 * Thread: any; takes no lock.
 *
 * Returns: whether it is the caller that ends the task
 */
gboolean
koma_completion_claim (KomaCompletion *self)
{
  return g_atomic_int_compare_and_exchange (&self->is_open, TRUE, FALSE);
}

/**
 * koma_completion_return:
 * @self: a completion that the caller claimed
 * @value: (transfer full) (nullable): the result
 * @error: (transfer full) (nullable): why there is none; without both the task
 *   is cancelled
 *
 * Ends the task. Its callback is called in its context, never in here, and
 * @self may be gone afterwards unless the caller has a reference.
 *
 * Thread: any; takes no lock.
 */
void
koma_completion_return (KomaCompletion *self,
                        gpointer        value,
                        GError         *error)
{
  g_assert (value == NULL || error == NULL);

  self->value = value;
  self->error = error;
  if (self->klass->ended != NULL)
    self->klass->ended (self);
  koma_completion_queue_put (self->queue, &self->item);
}

/**
 * koma_completion_end:
 * @self: a completion that the caller has a reference to
 * @value: (transfer full) (nullable): the result
 * @error: (transfer full) (nullable): why there is none
 *
 * Ends the task, unless it has ended.
 *
 * Thread: any; takes no lock.
 */
void
koma_completion_end (KomaCompletion *self,
                     gpointer        value,
                     GError         *error)
{
  if (koma_completion_claim (self)) {
    koma_completion_return (self, value, error);
    return;
  }
  if (value != NULL)
    self->klass->free_value (value);
  g_clear_error (&error);
}

/**
 * koma_completion_cancel:
 * @self: a completion that the caller has a reference to
 *
 * Ends the task with %G_IO_ERROR_CANCELLED, unless it has ended. The thread
 * that works on it sees that, or is interrupted, and stops soon.
 *
 * Thread: any; waits for nobody.
 */
void
koma_completion_cancel (KomaCompletion *self)
{
  GCancellable *cancellable = NULL;

  if (!koma_completion_claim (self))
    return;
  cancellable = g_atomic_pointer_get (&self->cancellable);
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
  koma_completion_return (self, NULL, NULL);
}

/**
 * koma_completion_get_cancellable:
 * @self: a completion
 *
 * A thread of the worker must not touch the cancellable of the task: it would
 * take locks that the window takes too.
 *
 * Thread: the one that works on @self.
 *
 * Returns: (transfer none): cancelled when the task is
 */
GCancellable *
koma_completion_get_cancellable (KomaCompletion *self)
{
  if (self->cancellable == NULL) {
    g_atomic_pointer_set (&self->cancellable, g_cancellable_new ());
    /* Either koma_completion_cancel() finds it, or this finds the task ended. */
    if (koma_completion_is_ended (self))
      g_cancellable_cancel (self->cancellable);
  }
  return self->cancellable;
}

/**
 * koma_completion_report:
 * @self: a completion
 * @report: (transfer full): how far it is
 *
 * Tells the sender, in the context of the task, before that returns.
 *
 * Thread: the one that works on @self; takes no lock.
 */
void
koma_completion_report (KomaCompletion *self,
                        gpointer        report)
{
  Report *boxed = g_new0 (Report, 1);

  boxed->value = report;
  boxed->free_value = self->klass->free_report;
  if (self->reports == NULL || koma_completion_is_ended (self)) {
    report_free (boxed);
    return;
  }
  koma_context_queue_put (self->reports, &boxed->item);
  g_main_context_wakeup (koma_context_queue_get_context (self->reports));
}
