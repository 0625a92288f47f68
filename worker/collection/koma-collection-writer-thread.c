/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The thread, which has the lock but while it writes. */
#include "koma-collection-writer-private.h"

/* The thread is woken for so many, or after a moment: to wake it for each would cost more than to
 * write it. */
#define MANY_JOBS 64

void
koma_writer_job_clear (KomaWriterJob *job)
{
  g_clear_pointer (&job->path, g_free);
  g_clear_pointer (&job->result, koma_result_unref);
  g_clear_error (&job->failure);
  g_clear_pointer (&job->sha256, g_free);
}

static KomaWriterJob
take_job (KomaCollectionWriter *self)
{
  KomaWriterJob job = self->jobs[self->first_job];

  self->jobs[self->first_job] = (KomaWriterJob){ 0 };
  self->first_job = (self->first_job + 1) % KOMA_WRITER_MAX_JOBS;
  self->n_jobs--;
  return job;
}

void
koma_writer_drop_jobs (KomaCollectionWriter *self)
{
  while (self->n_jobs > 0) {
    KomaWriterJob job = take_job (self);

    koma_writer_job_clear (&job);
  }
}

static gboolean
tell_cb (gpointer data)
{
  KomaCollectionWriter *self = data;

  self->failed (self->user_data);
  return G_SOURCE_REMOVE;
}

/* @error: (transfer full) */
static void
give_up (KomaCollectionWriter *self,
         GError               *error)
{
  self->error = error;
  koma_writer_drop_jobs (self);
  self->telling = g_idle_source_new ();
  g_source_set_static_name (self->telling, "[koma] collection failed");
  g_source_set_callback (self->telling, tell_cb, self, NULL);
  g_source_attach (self->telling, self->context);
}

/* Answers at once, then hashes of their pictures. */
static gboolean
write_jobs (KomaCollection      *collection,
            const KomaWriterJob *jobs,
            guint                n,
            GError             **error)
{
  KomaCollectionEntry entries[KOMA_COLLECTION_MAX_AT_ONCE] = { 0 };
  guint               n_entries = 0, top_k = 0;
  gboolean            is_done = TRUE;

  for (guint i = 0; i < n; i++) {
    const KomaWriterJob *job = &jobs[i];

    if (job->sha256 != NULL)
      continue;
    entries[n_entries++] = (KomaCollectionEntry){
      .path = job->path, .id = job->id, .result = job->result, .failure = job->failure
    };
    top_k = job->top_k;
  }
  if (n_entries > 0)
    is_done = koma_collection_add_all (collection, entries, n_entries, top_k, error);
  for (guint i = 0; is_done && i < n; i++)
    is_done = jobs[i].sha256 == NULL || koma_collection_add_sha256 (collection, jobs[i].path,
                                                                    &jobs[i].id, jobs[i].sha256,
                                                                    error);
  return is_done;
}

static void
begin_writing (KomaCollectionWriter *self)
{
  self->is_writing = TRUE;
  g_mutex_unlock (&self->lock);
}

/* @error: (transfer full) (nullable) */
static void
end_writing (KomaCollectionWriter *self,
             GError               *error)
{
  g_mutex_lock (&self->lock);
  self->is_writing = FALSE;
  self->commit_us = koma_collection_get_due (self->collection);
  if (error != NULL && self->error == NULL)
    give_up (self, g_steal_pointer (&error));
  g_clear_error (&error);
  if (self->is_held || (self->is_awaited && self->n_jobs <= self->n_allowed))
    g_cond_signal (&self->done);
}

/* Some that may be written at once, and @max at most. */
static guint
take_jobs (KomaCollectionWriter *self,
           guint                 max,
           KomaWriterJob        *ret_jobs)
{
  guint n = 0, top_k = 0;

  while (n < max && self->n_jobs > 0) {
    const KomaWriterJob *next = &self->jobs[self->first_job];

    if (next->sha256 == NULL && top_k != 0 && next->top_k != top_k)
      break;
    if (next->sha256 == NULL)
      top_k = next->top_k;
    ret_jobs[n++] = take_job (self);
  }
  return n;
}

/* Those that are due; who came meanwhile waits for more. */
static void
write_due (KomaCollectionWriter *self)
{
  guint n_due = self->n_jobs;

  while (n_due > 0 && !self->is_held) {
    KomaWriterJob jobs[KOMA_COLLECTION_MAX_AT_ONCE];
    const guint   n = take_jobs (self, MIN (n_due, G_N_ELEMENTS (jobs)), jobs);
    GError       *error = NULL;

    begin_writing (self);
    write_jobs (self->collection, jobs, n, &error);
    for (guint i = 0; i < n; i++)
      koma_writer_job_clear (&jobs[i]);
    end_writing (self, error);
    n_due = MIN (n_due - n, self->n_jobs);
  }
  self->due_us = g_get_monotonic_time () + KOMA_WRITER_JOB_US;
}

static void
commit (KomaCollectionWriter *self)
{
  GError *error = NULL;

  begin_writing (self);
  koma_collection_commit (self->collection, &error);
  end_writing (self, error);
}

gint64
koma_writer_get_due (KomaCollectionWriter *self)
{
  if (self->is_held)
    return G_MAXINT64;
  if (self->is_ending || self->n_jobs >= MANY_JOBS || (self->n_jobs > 0 && self->is_awaited))
    return 0;
  return self->n_jobs > 0 ? MIN (self->due_us, self->commit_us) : self->commit_us;
}

static void
wait_until_due (KomaCollectionWriter *self)
{
  for (;;) {
    self->wakes_us = koma_writer_get_due (self);
    if (self->wakes_us == G_MAXINT64)
      g_cond_wait (&self->wake, &self->lock);
    else if (self->wakes_us <= g_get_monotonic_time () ||
             !g_cond_wait_until (&self->wake, &self->lock, self->wakes_us))
      return;
  }
}

gpointer
koma_writer_main (gpointer data)
{
  KomaCollectionWriter *self = data;

  g_mutex_lock (&self->lock);
  while (self->n_jobs > 0 || !self->is_ending) {
    wait_until_due (self);
    write_due (self);
    if (!self->is_held && self->commit_us <= g_get_monotonic_time ())
      commit (self);
  }
  g_mutex_unlock (&self->lock);
  return NULL;
}
