/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A program that handles SIGINT, as Python does, mostly notes it and acts later, when its own code
 * runs again. So its handler is called from one here that counts. A program that has none ends by
 * the signal, as before, and one that ignores it goes on. */
#include "interrupt.h"

#include <signal.h>

static GMutex           lock;
static guint            n_watches; /* guarded by lock */
static struct sigaction theirs;    /* while it is watched */
static volatile gint    count;     /* atomic */

static void
handle (int        number,
        siginfo_t *info,
        void      *context)
{
  g_atomic_int_inc (&count);
  if (theirs.sa_flags & SA_SIGINFO)
    theirs.sa_sigaction (number, info, context);
  else
    theirs.sa_handler (number);
}

static gboolean
has_handler (const struct sigaction *action)
{
  return (action->sa_flags & SA_SIGINFO) != 0 ||
         (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

/**
 * koma_interrupt_watch: (skip)
 *
 * Thread: any.
 */
void
koma_interrupt_watch (void)
{
  g_mutex_lock (&lock);
  if (n_watches++ == 0 && sigaction (SIGINT, NULL, &theirs) == 0 && has_handler (&theirs)) {
    struct sigaction ours = theirs;

    ours.sa_flags |= SA_SIGINFO;
    ours.sa_sigaction = handle;
    (void) sigaction (SIGINT, &ours, NULL);
  }
  g_mutex_unlock (&lock);
}

/**
 * koma_interrupt_unwatch: (skip)
 *
 * The program's handler is back, unless it has set another meanwhile. Thread: any.
 */
void
koma_interrupt_unwatch (void)
{
  struct sigaction now;

  g_mutex_lock (&lock);
  if (--n_watches == 0 && sigaction (SIGINT, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) &&
      now.sa_sigaction == handle)
    (void) sigaction (SIGINT, &theirs, NULL);
  g_mutex_unlock (&lock);
}

/**
 * koma_interrupt_count: (skip)
 *
 * Thread: any.
 */
guint
koma_interrupt_count (void)
{
  return (guint) g_atomic_int_get (&count);
}
