/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-thread.h"

#include <sys/resource.h>
#include <unistd.h>

#include "engine/koma-app.h"
#include "worker/crash/koma-crash-report.h"

static _Thread_local KomaThreadKind current_kind = KOMA_THREAD_OTHER;

/**
 * koma_thread_enter:
 * @kind: what the calling thread is for
 *
 * Declares the calling thread to be one of the worker's, gives it the stack
 * that a report of its crash is written on, and, unless the flag BACKGROUND
 * is 0, lowers its scheduling priority. Linux gives each thread its own
 * niceness, and new threads that of their maker: called first in a thread's
 * function, it also holds for the threads that a session starts from there.
 *
 * Thread: the new one.
 */
void
koma_thread_enter (KomaThreadKind kind)
{
  const id_t thread = (id_t) gettid ();

  current_kind = kind;
  koma_crash_report_cover_thread ();
  if (koma_flags_get (KOMA_FLAG_BACKGROUND) == 0)
    return;
  /* Relative, for who started Koma with nice(1). Never refused for a higher
   * value; if it were, nothing would be lost. */
  (void) setpriority (PRIO_PROCESS, thread,
                      getpriority (PRIO_PROCESS, thread) + KOMA_COMPUTE_NICENESS);
}

/**
 * koma_thread_put_behind:
 * @process: one that was started, by whichever thread
 *
 * Gives it the priority of the worker's threads, unless the flag BACKGROUND is 0.
 *
 * Thread: any.
 */
void
koma_thread_put_behind (pid_t process)
{
  if (koma_flags_get (KOMA_FLAG_BACKGROUND) == 0)
    return;
  (void) setpriority (PRIO_PROCESS, (id_t) process,
                      getpriority (PRIO_PROCESS, (id_t) getpid ()) + KOMA_COMPUTE_NICENESS);
}

/**
 * koma_thread_get_kind:
 *
 * Thread: any.
 *
 * Returns: what the calling thread is for
 */
KomaThreadKind
koma_thread_get_kind (void)
{
  return current_kind;
}

/**
 * koma_thread_is_main:
 *
 * Thread: any.
 *
 * Returns: whether the calling thread is the one the process began with
 */
gboolean
koma_thread_is_main (void)
{
  return gettid () == getpid ();
}
