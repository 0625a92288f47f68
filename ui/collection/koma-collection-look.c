/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-reading.h"

#include "worker/koma-thread.h"

/* Files that are looked at in one go. */
#define N_AT_ONCE 1000

typedef struct
{
  KomaCollectionKeeper *keeper;
  KomaResultFeed       *feed;
  GPtrArray            *gone; /* (element-type KomaResultItem) */
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_object_unref (look->keeper);
  g_object_unref (look->feed);
  g_clear_pointer (&look->gone, g_ptr_array_unref);
  g_free (look);
}

static void
take_picture (Look                        *self,
              const KomaCollectionPicture *picture)
{
  KomaResultItem *item = koma_result_feed_find (self->feed, picture->path);

  if (item == NULL || picture->change == KOMA_FILE_SAME)
    return;
  if (picture->change == KOMA_FILE_CHANGED)
    koma_result_feed_ask_again (self->feed, item);
  else
    g_ptr_array_add (self->gone, g_object_ref (item));
}

static void looked_cb (GObject *keeper, GAsyncResult *result, gpointer user_data);

static void
go_on (GTask *task, /* (transfer full) */
       gint64 after)
{
  Look *self = g_task_get_task_data (task);

  koma_collection_keeper_look_async (self->keeper, after, N_AT_ONCE, looked_cb, task);
}

static void
looked_cb (GObject      *keeper,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Look   *self = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) pictures = koma_collection_keeper_list_finish (result, &error);

  if (g_task_return_error_if_cancelled (task)) {
    g_clear_error (&error);
    return;
  }
  if (pictures == NULL) {
    g_task_return_error (task, error);
    return;
  }
  for (guint i = 0; i < pictures->len; i++)
    take_picture (self, pictures->pdata[i]);
  if (pictures->len == 0)
    g_task_return_pointer (task, g_steal_pointer (&self->gone),
                           (GDestroyNotify) g_ptr_array_unref);
  else
    go_on (g_object_ref (task),
           ((KomaCollectionPicture *) pictures->pdata[pictures->len - 1])->row);
}

void
koma_collection_look_async (KomaCollectionKeeper *keeper,
                            KomaResultFeed       *feed,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Look  *self = g_new (Look, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  *self = (Look){
    .keeper = g_object_ref (keeper),
    .feed = g_object_ref (feed),
    .gone = g_ptr_array_new_with_free_func (g_object_unref),
  };
  g_task_set_task_data (task, self, look_free);
  go_on (task, 0);
}

GPtrArray *
koma_collection_look_finish (GAsyncResult *result,
                             GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
