/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-take-export.h"

#include "koma-take-rows.h"
#include "worker/koma-thread.h"

/* Both are well within a frame. */
#define N_MADE_A_TURN   500
#define N_LOOKED_A_TURN 10000

/* The thread that writes has enough for longer. */
#define INTERVAL_MS 5

typedef struct
{
  GPtrArray        *items;
  KomaSheetOptions  options;
  GFile            *file;
  KomaTakeProgress *progress;
  KomaExportQueue  *queue;
  guint             position; /* of the item that is next */
  guint             source;
} TakeExport;

static void
take_export_free (gpointer data)
{
  TakeExport *export = data;

  g_clear_handle_id (&export->source, g_source_remove);
  g_ptr_array_unref (export->items);
  g_object_unref (export->file);
  koma_take_progress_unref (export->progress);
  koma_export_queue_unref (export->queue);
  g_free (export);
}

gboolean
koma_take_export_look_on (GPtrArray        *items,
                          guint             n,
                          guint            *position,
                          KomaSheetOptions *options)
{
  const guint end = *position + MIN (n, items->len - *position);

  options->top_k = MAX (options->top_k, 1);
  for (; *position < end; (*position)++) {
    KomaResultItem *item = items->pdata[*position];
    KomaResult     *result = koma_result_item_get_result (item);

    options->top_k = MAX (options->top_k, result != NULL ? result->n_classes : 0);
    options->has_corrections |= koma_result_item_get_correction (item) != NULL;
    options->has_ratings |= koma_result_item_get_stars (item) != KOMA_RATING_NONE;
  }
  return end < items->len;
}

/* ---- Rows, while others are written ---- */

static void
push_some (TakeExport *export)
{
  g_autoptr (GPtrArray) rows =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_export_row_free);
  const guint end = export->position + MIN (N_MADE_A_TURN, export->items->len - export->position);

  for (; export->position < end; export->position++)
    g_ptr_array_add (rows, koma_take_row_new (export->items->pdata[export->position]));
  koma_export_queue_push (export->queue, rows);
}

static gboolean
make_rows_cb (gpointer data)
{
  TakeExport *export = g_task_get_task_data (data);

  if (!koma_export_queue_is_full (export->queue))
    push_some (export);
  if (export->position < export->items->len)
    return G_SOURCE_CONTINUE;
  export->source = 0;
  return G_SOURCE_REMOVE;
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TakeExport *export = g_task_get_task_data (task);
  GError *error = NULL;

  g_clear_handle_id (&export->source, g_source_remove);
  if (koma_export_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
write_file (GTask *task)
{
  TakeExport *export = g_task_get_task_data (task);

  export->position = 0;
  export->source = g_timeout_add (INTERVAL_MS, make_rows_cb, task);
  koma_export_async (export->queue, &export->options, export->file, export->progress,
                     g_task_get_cancellable (task), written_cb, g_object_ref (task));
}

/* ---- Columns ---- */

static gboolean
look_cb (gpointer data)
{
  GTask *task = data;
  TakeExport *export = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  if (koma_take_export_look_on (export->items, N_LOOKED_A_TURN, &export->position,
                                &export->options))
    return G_SOURCE_CONTINUE;
  write_file (task);
  return G_SOURCE_REMOVE;
}

void
koma_take_export_async (GPtrArray              *items,
                        const KomaSheetOptions *options,
                        GFile                  *file,
                        KomaTakeProgress       *progress,
                        GCancellable           *cancellable,
                        GAsyncReadyCallback     callback,
                        gpointer                user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  TakeExport *export = g_new0 (TakeExport, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  export->items = g_ptr_array_ref (items);
  export->options = *options;
  export->file = g_object_ref (file);
  export->progress = koma_take_progress_ref (progress);
  export->queue = koma_export_queue_new (items->len);
  g_task_set_task_data (task, export, take_export_free);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, look_cb, task, g_object_unref);
}

gboolean
koma_take_export_finish (GAsyncResult *result,
                         GError      **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
