/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-compare-work.h"

#include "engine/koma-values.h"

#define N_CHANGES 200
#define N_PAGE    200

static void
work_free (KomaCompareWork *work)
{
  if (work == NULL)
    return;
  g_free (work->path);
  g_clear_pointer (&work->compare, koma_collection_compare_free);
  g_clear_pointer (&work->changes, g_ptr_array_unref);
  g_clear_pointer (&work->change, koma_collection_change_free);
  g_clear_pointer (&work->pictures, g_ptr_array_unref);
  g_free (work);
}

static gboolean
open_collection (KomaCompareWork *work,
                 GCancellable    *cancellable,
                 GError         **error)
{
  if (work->compare == NULL)
    work->compare = koma_collection_compare_new (work->path, cancellable, error);
  return work->compare != NULL;
}

/* With fewer than two models there is nothing to choose, and nothing to run. */
static gboolean
compare (KomaCompareWork *work,
         GError         **error)
{
  static const char *const any[KOMA_N_COMPARED] = { NULL, NULL };

  if (work->is_run || koma_collection_compare_get_models (work->compare)->len < KOMA_N_COMPARED)
    return TRUE;
  if (!work->is_chosen &&
      !koma_collection_compare_choose (work->compare, any, work->models, error))
    return FALSE;
  work->is_chosen = TRUE;
  if (!koma_collection_compare_run (work->compare, work->models, &work->counts, error))
    return FALSE;
  work->is_run = TRUE;
  work->changes = koma_collection_compare_list_changes (work->compare, N_CHANGES, error);
  return work->changes != NULL;
}

static gboolean
list (KomaCompareWork *work,
      GError         **error)
{
  if (!work->is_run)
    return TRUE;
  work->pictures =
    koma_collection_compare_list (work->compare, work->change, work->after, N_PAGE, error);
  return work->pictures != NULL;
}

static void
work_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  KomaCompareWork *work = data;
  GError          *error = NULL;

  if (open_collection (work, cancellable, &error) && compare (work, &error) && list (work, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
koma_compare_work_async (KomaCompareWork    *work,
                         GObject            *source,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  g_task_set_task_data (task, work, (GDestroyNotify) work_free);
  koma_task_run_in_thread (task, work_thread);
}

KomaCompareWork *
koma_compare_work_finish (GAsyncResult *result,
                          GError      **error)
{
  g_task_propagate_boolean (G_TASK (result), error);
  return g_task_get_task_data (G_TASK (result));
}
