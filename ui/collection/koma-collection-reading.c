/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-reading.h"

#include "ui/preferences/koma-preferences.h"
#include "worker/koma-thread.h"

/* As many rows as have widgets come first. */
#define N_FIRST 250
#define N_MORE  2500

static KomaResultItem *
create_item (KomaCollectionPicture *picture)
{
  KomaResultItem *item = koma_result_item_new_for_path (picture->path);

  if (picture->known.result != NULL)
    koma_result_item_take_result (item, g_steal_pointer (&picture->known.result));
  else if (picture->known.failure != NULL)
    koma_result_item_take_error (item, g_steal_pointer (&picture->known.failure));
  if (picture->known.correction != NULL)
    koma_result_item_set_correction (item, picture->known.correction);
  koma_result_item_set_rating (item, picture->known.rating);
  return item;
}

static void
take_pictures (KomaResultFeed *feed,
               GPtrArray      *pictures)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_full (pictures->len, g_object_unref);

  for (guint i = 0; i < pictures->len; i++)
    g_ptr_array_add (items, create_item (pictures->pdata[i]));
  koma_result_feed_append (feed, items);
}

static void listed_cb (GObject *keeper, GAsyncResult *result, gpointer user_data);

static void
go_on (KomaCollectionKeeper *keeper,
       GTask                *task, /* (transfer full) */
       gint64                after,
       guint                 n)
{
  koma_collection_keeper_list_async (keeper, after, n, KOMA_MAX_RESULTS, listed_cb, task);
}

/* The next are read while these become items. */
static void
listed_cb (GObject      *keeper,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
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
  if (pictures->len == 0) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  go_on (KOMA_COLLECTION_KEEPER (keeper), g_object_ref (task),
         ((KomaCollectionPicture *) pictures->pdata[pictures->len - 1])->row, N_MORE);
  take_pictures (g_task_get_task_data (task), pictures);
}

void
koma_collection_read_async (KomaCollectionKeeper *keeper,
                            KomaResultFeed       *feed,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  KOMA_ASSERT_MAIN_THREAD ();

  g_task_set_task_data (task, g_object_ref (feed), g_object_unref);
  go_on (keeper, task, 0, N_FIRST);
}

gboolean
koma_collection_read_finish (GAsyncResult *result,
                             GError      **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
