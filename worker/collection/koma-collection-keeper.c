/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-keeper-private.h"

#define COMMIT_SECONDS 1

enum {
  SIGNAL_DAMAGED,
  SIGNAL_FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaCollectionKeeper, koma_collection_keeper, G_TYPE_OBJECT)

static void
job_free (gpointer data)
{
  KomaKeeperJob *job = data;

  g_free (job->path);
  g_clear_pointer (&job->paths, g_ptr_array_unref);
  g_clear_pointer (&job->info, koma_model_info_unref);
  g_clear_pointer (&job->result, koma_result_unref);
  g_clear_error (&job->failure);
  g_clear_pointer (&job->correction, koma_correction_unref);
  g_clear_pointer (&job->rating, koma_rating_unref);
  g_free (job->sha256);
  g_free (job);
}

static void
run_job (GTask *run)
{
  GTask               *task = g_task_get_task_data (run);
  const KomaKeeperJob *job = g_task_get_task_data (task);

  job->run (g_task_get_source_object (task), task);
  g_task_return_boolean (run, TRUE);
}

/* What ends the thread. */
static char end;

static gpointer
thread_main (gpointer data)
{
  g_autoptr (GAsyncQueue) jobs = data;
  gpointer run = NULL;

  while ((run = g_async_queue_pop (jobs)) != &end) {
    run_job (run);
    g_object_unref (run);
  }
  return NULL;
}

static void
has_run_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      task)
{
  g_object_unref (task);
}

/* As koma_task_run_in_thread (): what the task holds is released where it was made. */
void
koma_keeper_push (KomaCollectionKeeper *self,
                  const KomaKeeperJob  *job, /* (transfer full) what it has */
                  GCancellable         *cancellable,
                  GAsyncReadyCallback   callback,
                  gpointer              user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  GTask *run = g_task_new (NULL, NULL, has_run_cb, task);

  g_task_set_task_data (task, g_memdup2 (job, sizeof *job), job_free);
  g_task_set_task_data (run, task, NULL);
  g_async_queue_push (self->jobs, run);
}

/* ---- Object ---- */

static void
opened_clear (KomaCollectionOpened *opened)
{
  g_free (opened->path);
  g_free (opened->notice);
  koma_collection_last_model_clear (&opened->last);
  g_clear_pointer (&opened->folders, g_ptr_array_unref);
}

static void
give_up (KomaCollectionKeeper *self)
{
  g_clear_pointer (&self->check, koma_collection_check_free);
  g_clear_pointer (&self->collection, koma_collection_free);
}

/* Its jobs hold it: there is none any more. */
static void
koma_collection_keeper_finalize (GObject *object)
{
  KomaCollectionKeeper *self = KOMA_COLLECTION_KEEPER (object);

  g_clear_handle_id (&self->commit_source, g_source_remove);
  g_async_queue_push (self->jobs, &end);
  g_async_queue_unref (self->jobs);
  give_up (self);
  g_hash_table_unref (self->asked);
  opened_clear (&self->opened);

  G_OBJECT_CLASS (koma_collection_keeper_parent_class)->finalize (object);
}

static void
koma_collection_keeper_class_init (KomaCollectionKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_collection_keeper_finalize;

  signals[SIGNAL_DAMAGED] = g_signal_new ("damaged", KOMA_TYPE_COLLECTION_KEEPER,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FAILED] = g_signal_new ("failed", KOMA_TYPE_COLLECTION_KEEPER, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
koma_collection_keeper_init (KomaCollectionKeeper *self)
{
  self->jobs = g_async_queue_new ();
  g_thread_unref (
    g_thread_new ("koma-collection", thread_main, g_async_queue_ref (self->jobs)));
  self->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* ---- Opening and closing ---- */

static gboolean
read_opened (KomaCollectionKeeper *self,
             GError              **error)
{
  KomaCollectionOpened *opened = &self->opened;

  opened->path = g_strdup (koma_collection_get_path (self->collection));
  opened->notice = g_strdup (koma_collection_get_notice (self->collection));
  opened->folders = koma_collection_read_folders (self->collection, error);
  return opened->folders != NULL &&
         koma_collection_get_last_model (self->collection, &opened->last, error) &&
         koma_collection_count (self->collection, &opened->n_pictures, error);
}

static gboolean
open_file (KomaCollectionKeeper *self,
           const char           *path,
           gboolean              is_checked,
           GError              **error)
{
  self->collection = is_checked ? koma_collection_open (path, error)
                                : koma_collection_open_unchecked (path, error);
  if (self->collection != NULL && read_opened (self, error))
    return TRUE;
  give_up (self);
  opened_clear (&self->opened);
  self->opened = (KomaCollectionOpened){ 0 };
  return FALSE;
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (KomaCollectionKeeper) self = user_data;

  if (!koma_collection_check_finish (result))
    g_signal_emit (self, signals[SIGNAL_DAMAGED], 0);
}

/* What is damaged at its beginning is checked at once. */
static void
open_job (KomaCollectionKeeper *self,
          GTask                *task)
{
  const KomaKeeperJob *job = g_task_get_task_data (task);
  GError              *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  if (open_file (self, job->path, job->is_checked, &error) ||
      (!job->is_checked && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA) &&
       (g_clear_error (&error), open_file (self, job->path, TRUE, &error))))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
koma_collection_keeper_open_async (const char         *path,
                                   gboolean            is_checked,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  g_autoptr (KomaCollectionKeeper) self = g_object_new (KOMA_TYPE_COLLECTION_KEEPER, NULL);
  const KomaKeeperJob job = { .run = open_job, .path = g_strdup (path), .is_checked = is_checked };

  koma_keeper_push (self, &job, cancellable, callback, user_data);
}

KomaCollectionKeeper *
koma_collection_keeper_open_finish (GAsyncResult *result,
                                    GError      **error)
{
  KomaCollectionKeeper *self = g_task_get_source_object (G_TASK (result));
  const KomaKeeperJob  *job = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  /* No job runs yet. */
  if (!job->is_checked)
    self->check = koma_collection_check_new (self->opened.path, checked_cb, g_object_ref (self));
  return g_object_ref (self);
}

const KomaCollectionOpened *
koma_collection_keeper_get_opened (KomaCollectionKeeper *self)
{
  return &self->opened;
}

static void
close_job (KomaCollectionKeeper *self,
           GTask                *task)
{
  GError *error = NULL;

  g_clear_pointer (&self->check, koma_collection_check_free);
  if (koma_collection_close (g_steal_pointer (&self->collection), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* ---- What is kept ---- */

/* Whoever asks whether all went well hears it by the signal. */
static void
kept_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  KomaCollectionKeeper *self = KOMA_COLLECTION_KEEPER (object);
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error) || self->has_failed)
    return;
  self->has_failed = TRUE;
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, error);
}

/* After an error that it could not be written, the collection is given up. */
static void
change_job (KomaCollectionKeeper *self,
            GTask                *task)
{
  const KomaKeeperJob *job = g_task_get_task_data (task);
  GError              *error = NULL;

  if (self->collection == NULL || job->change (self, job, &error)) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  give_up (self);
  g_task_return_error (task, error);
}

/* @job: (transfer full) what it has */
static void
push_change (KomaCollectionKeeper *self,
             const KomaKeeperJob  *job)
{
  KomaKeeperJob change = *job;

  change.run = change_job;
  koma_keeper_push (self, &change, NULL, kept_cb, NULL);
}

static gboolean
commit (KomaCollectionKeeper *self,
        const KomaKeeperJob  *job,
        GError              **error)
{
  return koma_collection_commit (self->collection, error);
}

static gboolean
commit_cb (gpointer user_data)
{
  KomaCollectionKeeper *self = user_data;

  self->commit_source = 0;
  push_change (self, &(KomaKeeperJob){ .change = commit });
  return G_SOURCE_REMOVE;
}

void
koma_keeper_commit_soon (KomaCollectionKeeper *self)
{
  if (self->commit_source == 0)
    self->commit_source = g_timeout_add_seconds (COMMIT_SECONDS, commit_cb, self);
}

void
koma_keeper_change (KomaCollectionKeeper *self,
                    const KomaKeeperJob  *job)
{
  push_change (self, job);
  koma_keeper_commit_soon (self);
}

void
koma_collection_keeper_close_async (KomaCollectionKeeper *self,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data)
{
  g_clear_handle_id (&self->commit_source, g_source_remove);
  koma_keeper_push (self, &(KomaKeeperJob){ .run = close_job }, NULL, callback, user_data);
}
