/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-take-rows.h"

#include <glib/gi18n-lib.h>

#include "worker/koma-thread.h"

/* Well within a frame. */
#define N_AT_ONCE 500

typedef struct
{
  GPtrArray *items;
  GPtrArray *rows;
} Taking;

static void
taking_free (gpointer data)
{
  Taking *taking = data;

  g_ptr_array_unref (taking->items);
  g_ptr_array_unref (taking->rows);
  g_free (taking);
}

static char *
dup_path (KomaResultItem    *item,
          const KomaRequest *request)
{
  g_autoptr (GFile) file = koma_result_item_dup_file (item);
  char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (file != NULL)
    return path != NULL ? path : g_file_get_uri (file);
  return request->grid != NULL ? g_strdup (koma_grid_picture_get_name (request->grid))
                               : koma_result_item_dup_name (item);
}

static KomaExportRow *
create_row (KomaResultItem *item)
{
  g_autoptr (KomaRequest) request =
    koma_result_item_create_request (item, &(KomaRequest){ .key = 0 });
  g_autofree char *path = dup_path (item, request);

  if (request->grid != NULL)
    return koma_export_row_new_for_cell (request->grid, request->cell, path);
  if (request->file != NULL)
    return koma_export_row_new_for_file (request->file, path);
  return koma_export_row_new_for_bytes (request->bytes, path);
}

KomaExportRow *
koma_take_row_new (KomaResultItem *item)
{
  KomaExportRow  *row = create_row (item);
  KomaResult     *result = koma_result_item_get_result (item);
  const GError   *error = koma_result_item_get_error (item);
  GBytes         *thumbnail = koma_result_item_get_thumbnail (item);
  KomaCorrection *correction = koma_result_item_get_correction (item);
  KomaRating     *rating = koma_result_item_get_rating (item);

  KOMA_ASSERT_MAIN_THREAD ();

  if (result != NULL)
    row->result = koma_result_ref (result);
  else if (error != NULL)
    row->error = g_error_copy (error);
  else
    row->error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PENDING, _ ("not classified yet"));
  if (correction != NULL)
    row->correction = koma_correction_ref (correction);
  if (rating != NULL)
    row->rating = koma_rating_ref (rating);
  row->thumbnail = thumbnail != NULL ? g_bytes_ref (thumbnail) : NULL;
  return row;
}

static gboolean
take_some_cb (gpointer data)
{
  GTask      *task = data;
  Taking     *taking = g_task_get_task_data (task);
  const guint end = MIN (taking->rows->len + N_AT_ONCE, taking->items->len);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  while (taking->rows->len < end)
    g_ptr_array_add (taking->rows,
                     koma_take_row_new (taking->items->pdata[taking->rows->len]));
  if (end < taking->items->len)
    return G_SOURCE_CONTINUE;
  g_task_return_pointer (task, g_ptr_array_ref (taking->rows),
                         (GDestroyNotify) g_ptr_array_unref);
  return G_SOURCE_REMOVE;
}

void
koma_take_rows_async (GPtrArray          *items,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  GTask  *task = g_task_new (NULL, cancellable, callback, user_data);
  Taking *taking = g_new0 (Taking, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  taking->items = g_ptr_array_ref (items);
  taking->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_export_row_free);
  g_task_set_task_data (task, taking, taking_free);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_some_cb, task, g_object_unref);
}

GPtrArray *
koma_take_rows_finish (GAsyncResult *result,
                       GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
