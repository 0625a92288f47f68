/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-keeper.h"

#define COMMIT_SECONDS 1

struct _KomaCollectionKeeper
{
  GObject parent_instance;

  GAsyncQueue         *jobs; /* of a thread that does them in turn */
  KomaCollectionOpened opened;
  guint                commit_source;
  gboolean             has_failed;

  /* For jobs alone. */
  KomaCollection *collection; /* (nullable) */
  GHashTable     *asked;      /* filename → KomaFileId, of what is not known */
  gboolean        has_model;
};

enum {
  SIGNAL_FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaCollectionKeeper, koma_collection_keeper, G_TYPE_OBJECT)

/* One thing that is asked. What it does not need is zero. */
typedef struct
{
  void (*run) (KomaCollectionKeeper *self, GTask *task);
  char           *path;
  GPtrArray      *paths;
  KomaModelInfo  *info;
  KomaResult     *result;
  GError         *failure;
  KomaCorrection *correction;
  gint64          after;
  guint           n;
  guint           most;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_clear_pointer (&job->paths, g_ptr_array_unref);
  g_clear_pointer (&job->info, koma_model_info_unref);
  g_clear_pointer (&job->result, koma_result_unref);
  g_clear_error (&job->failure);
  g_clear_pointer (&job->correction, koma_correction_unref);
  g_free (job);
}

static void
run_job (GTask *run)
{
  GTask     *task = g_task_get_task_data (run);
  const Job *job = g_task_get_task_data (task);

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
static void
push (KomaCollectionKeeper *self,
      const Job            *job, /* (transfer full) what it has */
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

/* Its jobs hold it: there is none any more. */
static void
koma_collection_keeper_finalize (GObject *object)
{
  KomaCollectionKeeper *self = KOMA_COLLECTION_KEEPER (object);

  g_clear_handle_id (&self->commit_source, g_source_remove);
  g_async_queue_push (self->jobs, &end);
  g_async_queue_unref (self->jobs);
  koma_collection_free (self->collection);
  g_hash_table_unref (self->asked);
  opened_clear (&self->opened);

  G_OBJECT_CLASS (koma_collection_keeper_parent_class)->finalize (object);
}

static void
koma_collection_keeper_class_init (KomaCollectionKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_collection_keeper_finalize;

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

static void
open_job (KomaCollectionKeeper *self,
          GTask                *task)
{
  const Job *job = g_task_get_task_data (task);
  GError    *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  self->collection = koma_collection_open (job->path, &error);
  if (self->collection != NULL && read_opened (self, &error)) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  g_clear_pointer (&self->collection, koma_collection_free);
  g_task_return_error (task, error);
}

void
koma_collection_keeper_open_async (const char         *path,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  g_autoptr (KomaCollectionKeeper) self = g_object_new (KOMA_TYPE_COLLECTION_KEEPER, NULL);

  push (self, &(Job){ .run = open_job, .path = g_strdup (path) }, cancellable, callback, user_data);
}

KomaCollectionKeeper *
koma_collection_keeper_open_finish (GAsyncResult *result,
                                    GError      **error)
{
  return g_task_propagate_boolean (G_TASK (result), error)
           ? g_object_ref (g_task_get_source_object (G_TASK (result)))
           : NULL;
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
end_change (KomaCollectionKeeper *self,
            GTask                *task,
            gboolean              is_done,
            GError               *error) /* (transfer full) */
{
  if (is_done) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  g_clear_pointer (&self->collection, koma_collection_free);
  g_task_return_error (task, error);
}

static void
commit_job (KomaCollectionKeeper *self,
            GTask                *task)
{
  GError        *error = NULL;
  const gboolean is_done =
    self->collection == NULL || koma_collection_commit (self->collection, &error);

  end_change (self, task, is_done, error);
}

static gboolean
commit_cb (gpointer user_data)
{
  KomaCollectionKeeper *self = user_data;

  self->commit_source = 0;
  push (self, &(Job){ .run = commit_job }, NULL, kept_cb, NULL);
  return G_SOURCE_REMOVE;
}

static void
commit_soon (KomaCollectionKeeper *self)
{
  if (self->commit_source == 0)
    self->commit_source = g_timeout_add_seconds (COMMIT_SECONDS, commit_cb, self);
}

static void
change (KomaCollectionKeeper *self,
        const Job            *job)
{
  push (self, job, NULL, kept_cb, NULL);
  commit_soon (self);
}

void
koma_collection_keeper_close_async (KomaCollectionKeeper *self,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data)
{
  g_clear_handle_id (&self->commit_source, g_source_remove);
  push (self, &(Job){ .run = close_job }, NULL, callback, user_data);
}

static void
choose_job (KomaCollectionKeeper *self,
            GTask                *task)
{
  const Job     *job = g_task_get_task_data (task);
  GError        *error = NULL;
  const gboolean is_done =
    self->collection == NULL || koma_collection_choose_model (self->collection, job->info, &error);

  g_hash_table_remove_all (self->asked);
  self->has_model = is_done;
  end_change (self, task, is_done, error);
}

void
koma_collection_keeper_choose_model (KomaCollectionKeeper *self,
                                     KomaModelInfo        *info)
{
  push (self, &(Job){ .run = choose_job, .info = koma_model_info_ref (info) }, NULL, kept_cb, NULL);
}

/* An answer of the list may be older than the file. Times to come are of clocks that are wrong. */
static gboolean
is_changed_since (const KomaFileId *id,
                  const KomaResult *result) /* (nullable) */
{
  const gint64 changed_us = id->mtime_ns / 1000;
  const gint64 now_us = g_get_real_time ();

  return result != NULL && result->answered_us > 0 && changed_us <= now_us &&
         changed_us > now_us - (g_get_monotonic_time () - result->answered_us);
}

static gboolean
add (KomaCollectionKeeper *self,
     const Job            *job,
     const KomaFileId     *id,
     GError              **error)
{
  const KomaCollectionEntry entry = {
    .path = job->path, .id = *id, .result = job->result, .failure = job->failure
  };

  return koma_collection_add (self->collection, &entry, job->most, error);
}

static void
add_job (KomaCollectionKeeper *self,
         GTask                *task)
{
  const Job        *job = g_task_get_task_data (task);
  const KomaFileId *id = g_hash_table_lookup (self->asked, job->path);
  GError           *error = NULL;
  const gboolean    is_done =
    self->collection == NULL || id == NULL || is_changed_since (id, job->result) ||
    add (self, job, id, &error);

  g_hash_table_remove (self->asked, job->path);
  end_change (self, task, is_done, error);
}

void
koma_collection_keeper_add (KomaCollectionKeeper *self,
                            const char           *path,
                            KomaResult           *result,
                            const GError         *failure)
{
  change (self, &(Job){
                  .run = add_job,
                  .path = g_strdup (path),
                  .result = result != NULL ? koma_result_ref (result) : NULL,
                  .failure = result == NULL ? g_error_copy (failure) : NULL,
                  .most = result != NULL ? result->n_classes : 1,
                });
}

static void
correct_job (KomaCollectionKeeper *self,
             GTask                *task)
{
  const Job     *job = g_task_get_task_data (task);
  GError        *error = NULL;
  const gboolean is_done =
    self->collection == NULL ||
    koma_collection_correct (self->collection, job->path, job->correction, &error);

  end_change (self, task, is_done, error);
}

void
koma_collection_keeper_correct (KomaCollectionKeeper *self,
                                const char           *path,
                                KomaCorrection       *correction)
{
  change (self, &(Job){
                  .run = correct_job,
                  .path = g_strdup (path),
                  .correction = correction != NULL ? koma_correction_ref (correction) : NULL,
                });
}

static void
add_folder_job (KomaCollectionKeeper *self,
                GTask                *task)
{
  const Job     *job = g_task_get_task_data (task);
  GError        *error = NULL;
  const gboolean is_done =
    self->collection == NULL || koma_collection_add_folder (self->collection, job->path, &error);

  end_change (self, task, is_done, error);
}

void
koma_collection_keeper_add_folder (KomaCollectionKeeper *self,
                                   const char           *path)
{
  change (self, &(Job){ .run = add_folder_job, .path = g_strdup (path) });
}

static void
forget_job (KomaCollectionKeeper *self,
            GTask                *task)
{
  const Job     *job = g_task_get_task_data (task);
  GError        *error = NULL;
  const gboolean is_done =
    self->collection == NULL || koma_collection_forget (self->collection, job->path, &error);

  end_change (self, task, is_done, error);
}

void
koma_collection_keeper_forget (KomaCollectionKeeper *self,
                               const char           *path)
{
  change (self, &(Job){ .run = forget_job, .path = g_strdup (path) });
}

/* ---- What is known ---- */

/* (nullable) Sets the error of a collection that was given up. */
static KomaCollection *
get_open (KomaCollectionKeeper *self,
          GError              **error)
{
  if (self->collection == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "the collection is closed");
  return self->collection;
}

static void
list_job (KomaCollectionKeeper *self,
          GTask                *task)
{
  const Job      *job = g_task_get_task_data (task);
  GError         *error = NULL;
  KomaCollection *collection = get_open (self, &error);
  GPtrArray      *pictures =
    collection != NULL ? koma_collection_list (collection, job->after, job->n, job->most, &error)
                            : NULL;

  if (pictures != NULL)
    g_task_return_pointer (task, pictures, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

void
koma_collection_keeper_list_async (KomaCollectionKeeper *self,
                                   gint64                after,
                                   guint                 n,
                                   guint                 most,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  push (self, &(Job){ .run = list_job, .after = after, .n = n, .most = most }, NULL, callback,
        user_data);
}

/* The last one says where to go on. */
static void
drop_unchanged (GPtrArray *pictures)
{
  for (guint i = pictures->len; i > 0; i--) {
    KomaCollectionPicture *picture = pictures->pdata[i - 1];

    koma_collection_picture_look (picture);
    if (picture->change == KOMA_FILE_SAME && i < pictures->len)
      g_ptr_array_remove_index (pictures, i - 1);
  }
}

static void
look_job (KomaCollectionKeeper *self,
          GTask                *task)
{
  const Job      *job = g_task_get_task_data (task);
  GError         *error = NULL;
  KomaCollection *collection = get_open (self, &error);
  GPtrArray      *pictures =
    collection != NULL ? koma_collection_list (collection, job->after, job->n, 1, &error) : NULL;

  if (pictures == NULL) {
    g_task_return_error (task, error);
    return;
  }
  drop_unchanged (pictures);
  g_task_return_pointer (task, pictures, (GDestroyNotify) g_ptr_array_unref);
}

void
koma_collection_keeper_look_async (KomaCollectionKeeper *self,
                                   gint64                after,
                                   guint                 n,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  push (self, &(Job){ .run = look_job, .after = after, .n = n }, NULL, callback, user_data);
}

GPtrArray *
koma_collection_keeper_list_finish (GAsyncResult *result,
                                    GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* What can not be read is computed anew, as what is not known. */
static void
find (KomaCollectionKeeper *self,
      const char           *path,
      guint                 most,
      KomaCollectionKnown  *ret_known)
{
  KomaFileId id = { 0 };

  if (!koma_collection_get_file_id (path, &id))
    return;
  koma_collection_find (self->collection, path, &id, 1, most, ret_known, NULL);
  /* What failed may be tried again. */
  if (ret_known->result == NULL)
    g_hash_table_insert (self->asked, g_strdup (path), g_memdup2 (&id, sizeof id));
}

static void
known_clear (gpointer known)
{
  koma_collection_known_clear (known);
}

static void
find_job (KomaCollectionKeeper *self,
          GTask                *task)
{
  const Job *job = g_task_get_task_data (task);
  GArray    *found = g_array_sized_new (FALSE, TRUE, sizeof (KomaCollectionKnown), job->paths->len);

  g_array_set_clear_func (found, known_clear);
  g_array_set_size (found, job->paths->len);
  for (guint i = 0; self->collection != NULL && self->has_model && i < job->paths->len; i++)
    find (self, job->paths->pdata[i], job->most,
          &g_array_index (found, KomaCollectionKnown, i));
  g_task_return_pointer (task, found, (GDestroyNotify) g_array_unref);
}

void
koma_collection_keeper_find_async (KomaCollectionKeeper *self,
                                   GPtrArray            *paths,
                                   guint                 most,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  push (self, &(Job){ .run = find_job, .paths = g_ptr_array_ref (paths), .most = most }, NULL,
        callback, user_data);
  /* One that was moved has its new path. */
  commit_soon (self);
}

GArray *
koma_collection_keeper_find_finish (GAsyncResult *result,
                                    GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
