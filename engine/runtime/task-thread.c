/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "task-thread.h"

typedef struct
{
  GTask          *task; /* borrowed of the callback */
  GTaskThreadFunc function;
} Run;

static void
run_thread (GTask        *task,
            gpointer      source_object,
            gpointer      task_data,
            GCancellable *cancellable)
{
  const Run *run = task_data;

  run->function (run->task, g_task_get_source_object (run->task), g_task_get_task_data (run->task),
                 g_task_get_cancellable (run->task));
  g_task_return_boolean (task, TRUE);
}

static void
has_run_cb (GObject      *source_object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_object_unref (user_data);
}

/**
 * koma_task_run_in_thread:
 * @task: a task; its source object may belong to the calling thread
 * @function: the work; returns from @task
 *
 * As g_task_run_in_thread(), but for who releases @task. There, the thread keeps a reference until
 * after the callback may have been called: if it is the last, @task, its data and its source object
 * are disposed of on that thread. Here all of them are released in the main context that the
 * callback is called in, perhaps a turn after the callback.
 *
 * Thread: one whose default main context runs until @function has ended.
 */
void
koma_task_run_in_thread (GTask          *task,
                         GTaskThreadFunc function)
{
  g_autoptr (GTask) thread = g_task_new (NULL, NULL, has_run_cb, g_object_ref (task));
  Run *run = g_new (Run, 1);

  *run = (Run){ task, function };
  g_task_set_source_tag (thread, koma_task_run_in_thread);
  g_task_set_priority (thread, g_task_get_priority (task));
  g_task_set_task_data (thread, run, g_free);
  g_task_run_in_thread (thread, run_thread);
}
