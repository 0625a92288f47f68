/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a keeper is asked. */
#include "koma-collection-keeper-private.h"

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
return_pictures (GTask     *task,
                 GPtrArray *pictures, /* (transfer full) (nullable) … */
                 GError    *error)       /* (transfer full) … or why not */
{
  if (pictures != NULL)
    g_task_return_pointer (task, pictures, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
list_job (KomaCollectionKeeper *self,
          GTask                *task)
{
  const KomaKeeperJob *job = g_task_get_task_data (task);
  GError              *error = NULL;
  KomaCollection      *collection = get_open (self, &error);
  GPtrArray           *pictures = NULL;

  if (collection != NULL)
    pictures = koma_collection_list (collection, job->after, job->n, job->most, &error);
  return_pictures (task, pictures, error);
}

void
koma_collection_keeper_list_async (KomaCollectionKeeper *self,
                                   gint64                after,
                                   guint                 n,
                                   guint                 most,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  koma_keeper_push (
    self, &(KomaKeeperJob){ .run = list_job, .after = after, .n = n, .most = most }, NULL,
    callback, user_data);
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

/* Neither answers nor scores are read for it. */
static void
look_job (KomaCollectionKeeper *self,
          GTask                *task)
{
  const KomaKeeperJob *job = g_task_get_task_data (task);
  GError              *error = NULL;
  KomaCollection      *collection = get_open (self, &error);
  GPtrArray           *pictures = NULL;

  if (collection != NULL)
    pictures = koma_collection_list_files (collection, job->after, job->n, FALSE, &error);
  if (pictures != NULL)
    drop_unchanged (pictures);
  return_pictures (task, pictures, error);
}

void
koma_collection_keeper_look_async (KomaCollectionKeeper *self,
                                   gint64                after,
                                   guint                 n,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  koma_keeper_push (self, &(KomaKeeperJob){ .run = look_job, .after = after, .n = n }, NULL,
                    callback, user_data);
}

static void
list_unhashed_job (KomaCollectionKeeper *self,
                   GTask                *task)
{
  const KomaKeeperJob *job = g_task_get_task_data (task);
  GError              *error = NULL;
  KomaCollection      *collection = get_open (self, &error);
  GPtrArray           *pictures = NULL;

  if (collection != NULL)
    pictures = koma_collection_list_files (collection, job->after, job->n, TRUE, &error);
  return_pictures (task, pictures, error);
}

void
koma_collection_keeper_list_unhashed_async (KomaCollectionKeeper *self,
                                            gint64                after,
                                            guint                 n,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data)
{
  koma_keeper_push (self,
                    &(KomaKeeperJob){ .run = list_unhashed_job, .after = after, .n = n },
                    NULL, callback, user_data);
  /* What is read is a transaction, too. */
  koma_keeper_commit_soon (self);
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
  const KomaKeeperJob *job = g_task_get_task_data (task);
  GArray              *found =
    g_array_sized_new (FALSE, TRUE, sizeof (KomaCollectionKnown), job->paths->len);

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
  koma_keeper_push (
    self,
    &(KomaKeeperJob){ .run = find_job, .paths = g_ptr_array_ref (paths), .most = most },
    NULL, callback, user_data);
  /* One that was moved has its new path. */
  koma_keeper_commit_soon (self);
}

GArray *
koma_collection_keeper_find_finish (GAsyncResult *result,
                                    GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
