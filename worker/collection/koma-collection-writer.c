/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SQLite's connection belongs to one thread at a time: to the writer's while it writes a job or
 * commits, to the caller's while it reads. Who adds only leaves a job, and who asks for a file that
 * the filter has nothing like of needs no connection. So the two seldom meet:
 *
 *   caller:  find ─ filter: nothing like it ──────────────► not known
 *                 └ perhaps ─ hold ─ SQLite ─ release ────► known, or not
 *            add ─► jobs ─┐ some, or a moment later
 *   thread:               └► write, write, … ─ a second is over: commit
 */
#include "koma-collection-writer-private.h"

/* A filter is worth its filling when so many files were asked for in vain for each row of it. */
#define FILL_SHARE 16

/* The thread is to look whether it has something to do. With the lock. */
static void
wake (KomaCollectionWriter *self)
{
  const gint64 due_us = koma_writer_get_due (self);

  if (due_us >= self->wakes_us)
    return;
  self->wakes_us = due_us;
  g_cond_signal (&self->wake);
}

/* Waits until @n jobs at most are left. With the lock. */
static void
await (KomaCollectionWriter *self,
       guint                 n)
{
  self->is_awaited = TRUE;
  self->n_allowed = n;
  wake (self);
  while (self->n_jobs > n || self->is_writing)
    g_cond_wait (&self->done, &self->lock);
  self->is_awaited = FALSE;
}

static gboolean
has_job (KomaCollectionWriter *self,
         const char           *path)
{
  const guint hash = g_str_hash (path);

  for (guint i = 0; i < self->n_jobs; i++) {
    const KomaWriterJob *job = &self->jobs[(self->first_job + i) % KOMA_WRITER_MAX_JOBS];

    if (job->hash == hash && g_str_equal (job->path, path))
      return TRUE;
  }
  return FALSE;
}

/* The connection is the caller's. @path: (nullable) what is known of it is written before; NULL:
 * all that is */
static KomaCollection *
hold (KomaCollectionWriter *self,
      const char           *path)
{
  g_mutex_lock (&self->lock);
  if (self->n_jobs > 0 && (path == NULL || has_job (self, path)))
    await (self, 0);
  self->is_held = TRUE;
  while (self->is_writing)
    g_cond_wait (&self->done, &self->lock);
  g_mutex_unlock (&self->lock);
  return self->collection;
}

KomaCollection *
koma_collection_writer_hold (KomaCollectionWriter *self)
{
  return hold (self, NULL);
}

void
koma_collection_writer_release (KomaCollectionWriter *self)
{
  g_mutex_lock (&self->lock);
  self->is_held = FALSE;
  self->commit_us = koma_collection_get_due (self->collection);
  wake (self);
  g_mutex_unlock (&self->lock);
}

/**
 * koma_collection_writer_new:
 *
 * Returns: (transfer full):
 */
KomaCollectionWriter *
koma_collection_writer_new (KomaCollection            *collection,
                            KomaCollectionWriterFailed failed,
                            gpointer                   user_data)
{
  KomaCollectionWriter *self = g_new0 (KomaCollectionWriter, 1);

  self->collection = collection;
  self->failed = failed;
  self->user_data = user_data;
  self->context = g_main_context_ref_thread_default ();
  koma_collection_place_init (&self->place, koma_collection_get_path (collection));
  self->n_pictures = -1;
  self->commit_us = koma_collection_get_due (collection);
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  g_cond_init (&self->done);
  self->thread = g_thread_new ("koma-writer", koma_writer_main, self);
  return self;
}

static void
end_thread (KomaCollectionWriter *self)
{
  g_mutex_lock (&self->lock);
  self->is_held = FALSE;
  self->is_ending = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  g_thread_join (self->thread);
}

void
koma_collection_writer_free (KomaCollectionWriter *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  koma_writer_drop_jobs (self);
  g_mutex_unlock (&self->lock);
  if (self->thread != NULL)
    end_thread (self);
  if (self->telling != NULL)
    g_source_destroy (self->telling);
  g_clear_pointer (&self->telling, g_source_unref);
  g_clear_error (&self->error);
  koma_collection_free (self->collection);
  koma_collection_filter_clear (&self->filter);
  koma_collection_place_clear (&self->place);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->wake);
  g_cond_clear (&self->done);
  g_free (self);
}

gboolean
koma_collection_writer_close (KomaCollectionWriter *self,
                              GError              **error)
{
  gboolean is_done = TRUE;

  if (self == NULL)
    return TRUE;
  end_thread (self);
  self->thread = NULL;
  is_done = koma_collection_writer_check (self, error) &&
            koma_collection_close (g_steal_pointer (&self->collection), error);
  koma_collection_writer_free (self);
  return is_done;
}

gboolean
koma_collection_writer_check (KomaCollectionWriter *self,
                              GError              **error)
{
  GError *failure = NULL;

  g_mutex_lock (&self->lock);
  if (self->error != NULL)
    failure = g_error_copy (self->error);
  g_mutex_unlock (&self->lock);
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL;
}

/* @job: (transfer full) what it has */
static gboolean
push (KomaCollectionWriter *self,
      const KomaWriterJob  *job,
      GError              **error)
{
  KomaWriterJob own = *job;

  own.hash = g_str_hash (own.path);
  g_mutex_lock (&self->lock);
  if (self->n_jobs == KOMA_WRITER_MAX_JOBS)
    await (self, KOMA_WRITER_MAX_JOBS / 2);
  if (self->error != NULL) {
    g_propagate_error (error, g_error_copy (self->error));
    g_mutex_unlock (&self->lock);
    koma_writer_job_clear (&own);
    return FALSE;
  }
  if (self->n_jobs == 0)
    self->due_us = g_get_monotonic_time () + KOMA_WRITER_JOB_US;
  self->jobs[(self->first_job + self->n_jobs++) % KOMA_WRITER_MAX_JOBS] = own;
  wake (self);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/**
 * koma_collection_writer_add:
 *
 * As koma_collection_add(), but that it waits only where very many wait before it.
 *
 * Errors: those of koma_collection_add(), of this answer or an earlier one.
 */
gboolean
koma_collection_writer_add (KomaCollectionWriter      *self,
                            const KomaCollectionEntry *entry,
                            guint                      top_k,
                            GError                   **error)
{
  g_autofree char *name = koma_collection_place_dup_name (&self->place, entry->path);

  koma_collection_filter_add (&self->filter, name, &entry->id);
  return push (self,
               &(KomaWriterJob){
                 .path = g_strdup (entry->path),
                 .id = entry->id,
                 .result = entry->result != NULL ? koma_result_ref (entry->result) : NULL,
                 .failure = entry->result == NULL ? g_error_copy (entry->failure) : NULL,
                 .top_k = top_k,
               },
               error);
}

/**
 * koma_collection_writer_add_sha256:
 *
 * As koma_collection_add_sha256(); see koma_collection_writer_add().
 */
gboolean
koma_collection_writer_add_sha256 (KomaCollectionWriter *self,
                                   const char           *path,
                                   const KomaFileId     *id,
                                   const char           *sha256,
                                   GError              **error)
{
  const KomaWriterJob job = {
    .path = g_strdup (path), .id = *id, .sha256 = g_strdup (sha256)
  };

  koma_collection_filter_add_content (&self->filter, id->size_bytes);
  return push (self, &job, error);
}

/* Where most files are new, one look at all pictures saves a look for each file. What can not be
 * read is found out, and told, where it is asked for. */
static void
fill_filter (KomaCollectionWriter *self,
             KomaCollection       *collection)
{
  if (self->n_pictures < 0 &&
      !koma_sqlite_get_number (&collection->sqlite, "SELECT count(*) FROM pictures;",
                               &self->n_pictures, NULL))
    self->n_pictures = G_MAXINT64;
  if (self->n_unknown++ >= self->n_pictures / FILL_SHARE &&
      !koma_collection_filter_fill (&self->filter, collection, NULL))
    self->n_pictures = G_MAXINT64;
}

static gboolean
is_unknown (const KomaCollectionKnown *known)
{
  return known->result == NULL && known->failure == NULL && !known->is_left_out;
}

/**
 * koma_collection_writer_find:
 *
 * As koma_collection_find().
 *
 * Errors: those of koma_collection_find().
 */
gboolean
koma_collection_writer_find (KomaCollectionWriter *self,
                             const char           *path,
                             const KomaFileId     *id,
                             guint                 least,
                             guint                 most,
                             KomaCollectionKnown  *ret_known,
                             GError              **error)
{
  g_autofree char *name = koma_collection_place_dup_name (&self->place, path);
  KomaCollection  *collection = NULL;
  gboolean         is_read = FALSE;

  if (!koma_collection_filter_may_have (&self->filter, name, id))
    return TRUE;
  collection = hold (self, path);
  is_read = koma_collection_find (collection, path, id, least, most, ret_known, error);
  if (is_read && !self->filter.is_filled && is_unknown (ret_known))
    fill_filter (self, collection);
  koma_collection_writer_release (self);
  return is_read;
}
