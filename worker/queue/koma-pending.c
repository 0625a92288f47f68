/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-pending.h"

typedef struct
{
  guint64 key;
  GQueue  jobs; /* (element-type KomaJob) never empty, all of one generation */
} Namesakes;

/**
 * koma_pending_init:
 * @pending: where to wait
 *
 * Makes @pending empty.
 */
void
koma_pending_init (KomaPending *pending)
{
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++)
    g_queue_init (&pending->by_priority[i]);
  pending->by_key = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
}

/**
 * koma_pending_clear:
 * @pending: where nobody waits any more
 */
void
koma_pending_clear (KomaPending *pending)
{
  g_assert (koma_pending_get_n (pending) == 0);

  g_clear_pointer (&pending->by_key, g_hash_table_unref);
}

static GQueue *
get_queue (KomaPending   *pending,
           const KomaJob *job)
{
  return &pending->by_priority[koma_request_get_priority (job->request)];
}

static Namesakes *
find_namesakes (const KomaPending *pending,
                const KomaJob     *job)
{
  guint64 key = koma_request_get_key (job->request);

  return g_hash_table_lookup (pending->by_key, &key);
}

static void
link_key (KomaPending *pending,
          KomaJob     *job)
{
  Namesakes *namesakes = find_namesakes (pending, job);

  if (namesakes == NULL) {
    namesakes = g_new0 (Namesakes, 1);
    namesakes->key = koma_request_get_key (job->request);
    g_queue_init (&namesakes->jobs);
    g_hash_table_insert (pending->by_key, &namesakes->key, namesakes);
  }
  g_queue_push_tail_link (&namesakes->jobs, &job->key_link);
}

/**
 * koma_pending_push:
 * @pending: where to wait
 * @job: (transfer full): a job that waits nowhere, none of its key being of
 *   another generation
 */
void
koma_pending_push (KomaPending *pending,
                   KomaJob     *job)
{
  link_key (pending, job);
  g_queue_push_tail_link (get_queue (pending, job), &job->state_link);
}

/**
 * koma_pending_put_back:
 * @pending: where to wait
 * @job: (transfer full): a job that waited before and is the next again
 */
void
koma_pending_put_back (KomaPending *pending,
                       KomaJob     *job)
{
  link_key (pending, job);
  g_queue_push_head_link (get_queue (pending, job), &job->state_link);
}

/**
 * koma_pending_remove:
 * @pending: where @job waits
 * @job: a job
 *
 * Returns: (transfer full): @job, which does not wait any more
 */
KomaJob *
koma_pending_remove (KomaPending *pending,
                     KomaJob     *job)
{
  Namesakes *namesakes = find_namesakes (pending, job);

  g_queue_unlink (get_queue (pending, job), &job->state_link);
  g_queue_unlink (&namesakes->jobs, &job->key_link);
  if (g_queue_is_empty (&namesakes->jobs))
    g_hash_table_remove (pending->by_key, &namesakes->key);
  return job;
}

/**
 * koma_pending_peek:
 * @pending: where jobs wait
 * @priority: which of them
 *
 * Returns: (nullable) (transfer none): the next
 */
KomaJob *
koma_pending_peek (const KomaPending *pending,
                   KomaPriority       priority)
{
  const GList *head = pending->by_priority[priority].head;

  return head != NULL ? head->data : NULL;
}

/**
 * koma_pending_find_namesake:
 * @pending: where jobs wait
 * @job: a job
 *
 * Returns: (nullable) (transfer none): one with the key of @job, if any waits
 */
KomaJob *
koma_pending_find_namesake (const KomaPending *pending,
                            const KomaJob     *job)
{
  Namesakes *namesakes = find_namesakes (pending, job);

  return namesakes != NULL ? namesakes->jobs.head->data : NULL;
}

/**
 * koma_pending_remove_ended:
 * @pending: where jobs wait
 * @ret_jobs: (element-type KomaJob): gets those that have ended meanwhile
 *
 * Looks at every job: takes as long as there are jobs.
 */
void
koma_pending_remove_ended (KomaPending *pending,
                           GPtrArray   *ret_jobs)
{
  for (guint i = 0; i < KOMA_N_PRIORITIES; i++) {
    GList *next = NULL;

    for (GList *link = pending->by_priority[i].head; link != NULL; link = next) {
      next = link->next;
      if (koma_job_is_ended (link->data))
        g_ptr_array_add (ret_jobs, koma_pending_remove (pending, link->data));
    }
  }
}

/**
 * koma_pending_get_n:
 * @pending: where jobs wait
 *
 * Returns: how many there are
 */
guint
koma_pending_get_n (const KomaPending *pending)
{
  guint n = 0;

  for (guint i = 0; i < KOMA_N_PRIORITIES; i++)
    n += pending->by_priority[i].length;
  return n;
}
