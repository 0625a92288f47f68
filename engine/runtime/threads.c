/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads of pthreadpool spin before they sleep, for tens of milliseconds, new
 * ones too. So they start with the first segment that divides work among them:
 * with a graphics card, or where all steps are small, never. */
#include "threads.h"

struct _KomaThreads
{
  guint         n_threads;
  pthreadpool_t pool; /* (nullable) not started */
};

/**
 * koma_threads_new:
 * @n_threads: the caller's included
 *
 * Returns: (transfer full): threads, none of them started
 */
KomaThreads *
koma_threads_new (guint n_threads)
{
  KomaThreads *threads = g_new0 (KomaThreads, 1);

  threads->n_threads = n_threads;
  return threads;
}

/**
 * koma_threads_free:
 * @threads: (nullable) (transfer full)
 */
void
koma_threads_free (KomaThreads *threads)
{
  if (threads == NULL)
    return;
  g_clear_pointer (&threads->pool, pthreadpool_destroy);
  g_free (threads);
}

/**
 * koma_threads_start:
 * @threads: (nullable): as with one thread
 *
 * Starts the threads, unless they have been. Not while a session runs, which
 * allocates nothing.
 *
 * Returns: (transfer none) (nullable): what divides work among them; nothing
 *   where the caller is alone
 */
pthreadpool_t
koma_threads_start (KomaThreads *threads)
{
  if (threads == NULL || threads->n_threads < 2)
    return NULL;
  if (threads->pool == NULL)
    threads->pool = pthreadpool_create (threads->n_threads);
  return threads->pool;
}
