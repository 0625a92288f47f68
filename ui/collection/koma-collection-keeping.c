/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-keeping.h"

#include "worker/koma-thread.h"

typedef struct
{
  GPtrArray *items; /* (element-type KomaResultItem) */
  GPtrArray *paths; /* (element-type filename) */
} Keeping;

static void
keeping_free (gpointer data)
{
  Keeping *keeping = data;

  g_ptr_array_unref (keeping->items);
  g_ptr_array_unref (keeping->paths);
  g_free (keeping);
}

/* What the collection knows already stays as it is. */
static void
keep_item (KomaCollectionKeeper      *keeper,
           const char                *path,
           KomaResultItem            *item,
           const KomaCollectionKnown *known)
{
  KomaResult     *answer = koma_result_item_get_result (item);
  KomaCorrection *correction = koma_result_item_get_correction (item);
  KomaRating     *rating = koma_result_item_get_rating (item);

  if (correction != NULL)
    koma_collection_keeper_correct (keeper, path, correction);
  if (rating != NULL)
    koma_collection_keeper_rate (keeper, path, rating);
  /* It is in the list that the user wants to keep. */
  if (known->is_left_out)
    koma_collection_keeper_leave_out (keeper, path, FALSE);
  if (answer != NULL && known->result == NULL)
    koma_collection_keeper_add (keeper, path, answer, NULL);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  const Keeping *keeping = g_task_get_task_data (task);
  g_autoptr (GArray) known = koma_collection_keeper_find_finish (result, NULL);

  for (guint i = 0; known != NULL && i < keeping->items->len; i++)
    keep_item (KOMA_COLLECTION_KEEPER (source), keeping->paths->pdata[i],
               keeping->items->pdata[i], &g_array_index (known, KomaCollectionKnown, i));
  g_task_return_boolean (task, TRUE);
}

static void
collect (Keeping    *keeping,
         GListModel *list)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (list, i);
    const char *path = koma_result_item_get_path (item);

    if (path == NULL || koma_result_item_get_result (item) == NULL)
      continue;
    g_ptr_array_add (keeping->paths, g_strdup (path));
    g_ptr_array_add (keeping->items, g_steal_pointer (&item));
  }
}

void
koma_collection_keep_async (KomaCollectionKeeper *keeper,
                            KomaResultFeed       *feed,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data)
{
  GTask   *task = g_task_new (keeper, NULL, callback, user_data);
  Keeping *keeping = g_new (Keeping, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  keeping->items = g_ptr_array_new_with_free_func (g_object_unref);
  keeping->paths = g_ptr_array_new_with_free_func (g_free);
  g_task_set_task_data (task, keeping, keeping_free);
  collect (keeping, koma_result_feed_get_items (feed));
  koma_collection_keeper_find_async (keeper, keeping->paths, 1, found_cb, task);
}

void
koma_collection_keep_finish (GAsyncResult *result)
{
  g_task_propagate_boolean (G_TASK (result), NULL);
}
