/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* They start with the first segment that divides work among them: with a graphics card, or where
 * all steps are small, never.
 *
 * XNNPACK wants a pool of pthreadpool, whose threads spin before they sleep, for tens of
 * milliseconds. Where there is one, all work is divided among its threads: those of a team would
 * find no processor free. */
#include "threads.h"

struct _KomaThreads
{
  guint         n_threads;
  KomaTeam     *team; /* (nullable) not started */
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
  g_clear_pointer (&threads->team, koma_team_free);
  g_clear_pointer (&threads->pool, pthreadpool_destroy);
  g_free (threads);
}

static gboolean
are_several (const KomaThreads *threads)
{
  return threads != NULL && threads->n_threads > 1;
}

/**
 * koma_threads_start:
 * @threads: (nullable): as with one thread
 *
 * Starts the threads, unless they have been. Not while a session runs, which
 * allocates nothing.
 */
void
koma_threads_start (KomaThreads *threads)
{
  if (are_several (threads) && threads->team == NULL && threads->pool == NULL)
    threads->team = koma_team_new (threads->n_threads);
}

/**
 * koma_threads_start_pool:
 * @threads: (nullable): as with one thread
 *
 * As koma_threads_start(), for XNNPACK.
 *
 * Returns: (transfer none) (nullable): what divides work among them; nothing
 *   where the caller is alone
 */
pthreadpool_t
koma_threads_start_pool (KomaThreads *threads)
{
  if (!are_several (threads))
    return NULL;
  if (threads->pool == NULL)
    threads->pool = pthreadpool_create (threads->n_threads);
  return threads->pool;
}

/**
 * koma_threads_divide:
 * @threads: (nullable): those that have been started; without, the caller is alone
 * @run: (scope call): what a unit is
 * @context: for @run
 * @n_units: units 0 … @n_units − 1
 *
 * As koma_team_divide().
 */
void
koma_threads_divide (KomaThreads *threads,
                     KomaUnitFunc run,
                     gpointer     context,
                     gsize        n_units)
{
  if (threads != NULL && threads->pool != NULL)
    pthreadpool_parallelize_1d (threads->pool, run, context, n_units,
                                PTHREADPOOL_FLAG_DISABLE_DENORMALS);
  else
    koma_team_divide (threads != NULL ? threads->team : NULL, run, context, n_units);
}
