/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-reading.h"

#include "worker/decode/koma-picture-finder.h"
#include "worker/koma-thread.h"

/* Files that are looked at in one go. */
#define N_AT_ONCE 1000

typedef struct
{
  KomaCollectionKeeper *keeper;
  KomaResultFeed       *feed;
  GHashTable           *items; /* filename → KomaResultItem, of the collection */
  GHashTable           *gone;  /* likewise */
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_object_unref (look->keeper);
  g_object_unref (look->feed);
  g_hash_table_unref (look->items);
  g_clear_pointer (&look->gone, g_hash_table_unref);
  g_free (look);
}

static void
note_gone (Look           *self,
           KomaResultItem *item)
{
  g_hash_table_insert (self->gone, (char *) g_file_peek_path (koma_result_item_get_file (item)),
                       g_object_ref (item));
}

static void
take_picture (Look                        *self,
              const KomaCollectionPicture *picture)
{
  KomaResultItem *item = g_hash_table_lookup (self->items, picture->path);

  if (item == NULL || koma_result_item_is_removed (item))
    return;
  switch (picture->change) {
  case KOMA_FILE_CHANGED:
    koma_result_feed_ask_again (self->feed, item);
    break;
  case KOMA_FILE_GONE:
    note_gone (self, item);
    break;
  default:
    break;
  }
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
                           (GDestroyNotify) g_hash_table_unref);
  else
    go_on (g_object_ref (task),
           ((KomaCollectionPicture *) pictures->pdata[pictures->len - 1])->row);
}

/* ---- New files ---- */

static void
found_cb (GPtrArray *files,
          gpointer   user_data)
{
  GTask *task = user_data;
  Look  *self = g_task_get_task_data (task);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;
  for (guint i = 0; i < files->len; i++) {
    const char *path = g_file_peek_path (files->pdata[i]);

    if (path != NULL && !g_hash_table_contains (self->items, path))
      g_ptr_array_add (items, koma_result_item_new_for_file (files->pdata[i]));
  }
  koma_result_feed_append (self->feed, items);
}

/* A folder that is not there now is no error: its pictures will be found to be gone. */
static void
walked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  koma_picture_finder_find_finish (result, NULL, NULL);
  if (!g_task_return_error_if_cancelled (task))
    go_on (g_steal_pointer (&task), 0);
}

static GPtrArray *
create_files (const GPtrArray *paths)
{
  GPtrArray *files = g_ptr_array_new_full (paths->len, g_object_unref);

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (files, g_file_new_for_path (paths->pdata[i]));
  return files;
}

void
koma_collection_look_async (KomaCollectionKeeper *keeper,
                            KomaResultFeed       *feed,
                            GHashTable           *items,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data)
{
  const KomaCollectionOpened *opened = koma_collection_keeper_get_opened (keeper);
  g_autoptr (GPtrArray) files = create_files (opened->folders);
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Look  *self = g_new (Look, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  *self = (Look){
    .keeper = g_object_ref (keeper),
    .feed = g_object_ref (feed),
    .items = g_hash_table_ref (items),
    .gone = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref),
  };
  g_task_set_task_data (task, self, look_free);
  if (files->len > 0)
    koma_picture_finder_find_async (files, found_cb, task, cancellable, walked_cb, task);
  else
    go_on (task, 0);
}

GHashTable *
koma_collection_look_finish (GAsyncResult *result,
                             GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
