/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The thread that starts helpers, and looks after those that have nothing to do. Linux ends a
 * helper together with the thread that started it, see koma-confinement.c: so this one ends with
 * Koma, and not before, as a thread that decodes may. */
#include "koma-box-keeper.h"

#include <errno.h>

#include "engine/koma-app.h"

#define LOOK_INTERVAL_US (KOMA_MAX_BOX_IDLE_SECONDS * G_USEC_PER_SEC)

typedef struct
{
  /* To start a helper. */
  KomaBoxSpawn spawn;
  int          socket;
  pid_t        pid;
  int          code;
  GAsyncQueue *done; /* where it comes back; NULL: to watch */
  /* To watch. */
  KomaBoxLook look;
} Task;

static void
start (Task *task)
{
  task->code = task->spawn (task->socket, &task->pid);
  g_async_queue_push (task->done, task);
}

static gpointer
keeper_main (gpointer tasks)
{
  KomaBoxLook look = NULL;

  for (;;) {
    Task *task = look != NULL ? g_async_queue_timeout_pop (tasks, LOOK_INTERVAL_US)
                              : g_async_queue_pop (tasks);

    if (task == NULL) {
      look = look () ? look : NULL;
    } else if (task->done != NULL) {
      start (task);
    } else {
      look = task->look;
      g_free (task);
    }
  }
  return NULL;
}

/* (nullable) (transfer none) what the thread listens to */
static GAsyncQueue *
get_tasks (void)
{
  static GMutex       lock;
  static GAsyncQueue *tasks;
  G_GNUC_UNUSED       g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  g_autoptr (GAsyncQueue) queue = NULL;
  GThread *thread = NULL;

  if (tasks != NULL)
    return tasks;
  queue = g_async_queue_new ();
  thread = g_thread_try_new ("koma-box", keeper_main, queue, NULL);
  if (thread == NULL)
    return NULL;
  g_thread_unref (thread);
  tasks = g_steal_pointer (&queue);
  return tasks;
}

/**
 * koma_box_keeper_start:
 * @spawn: starts a process
 * @socket: for @spawn
 * @ret_pid: (out): the process
 *
 * Has the process started by a thread that ends with Koma, and waits for that.
 *
 * Thread: any but main.
 *
 * Returns: what @spawn returned; %EAGAIN where there can be no thread
 */
int
koma_box_keeper_start (KomaBoxSpawn spawn,
                       int          socket,
                       pid_t       *ret_pid)
{
  GAsyncQueue *tasks = get_tasks ();
  g_autoptr (GAsyncQueue) done = g_async_queue_new ();
  Task task = { .spawn = spawn, .socket = socket, .done = done };

  if (tasks == NULL)
    return EAGAIN;
  g_async_queue_push (tasks, &task);
  (void) g_async_queue_pop (done);
  *ret_pid = task.pid;
  return task.code;
}

/**
 * koma_box_keeper_watch:
 * @look: run on the keeper's thread, %KOMA_MAX_BOX_IDLE_SECONDS from now, and again and again while
 *   it returns %TRUE
 *
 * Thread: any but main; after koma_box_keeper_start().
 */
void
koma_box_keeper_watch (KomaBoxLook look)
{
  const Task task = { .look = look };

  g_async_queue_push (get_tasks (), g_memdup2 (&task, sizeof task));
}
