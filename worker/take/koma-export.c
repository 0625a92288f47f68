/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-export.h"

#include <errno.h>
#include <unistd.h>

#include <gio/gfiledescriptorbased.h>

/* Enough for one write, not so much that a contact sheet is in memory as a whole. */
#define FLUSH_BYTES (256u << 10)

typedef struct
{
  KomaExportQueue  *queue;
  KomaSheet        *table;
  gboolean          has_sha256;
  GFile            *file;
  KomaTakeProgress *progress;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  koma_export_queue_unref (export->queue);
  koma_sheet_free (export->table);
  g_object_unref (export->file);
  g_clear_pointer (&export->progress, koma_take_progress_unref);
  g_free (export);
}

static gboolean
flush (GString       *text,
       gsize          from,
       GOutputStream *stream,
       GCancellable  *cancellable,
       GError       **error)
{
  if (text->len < from)
    return TRUE;
  if (!g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, error))
    return FALSE;
  g_string_truncate (text, 0);
  return TRUE;
}

/* A file that can not be read any more has no hash, and its row is there all the same. */
static gboolean
hash_row (Export *export,
          KomaExportRow *row,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autoptr (GError) reason = NULL;

  if (!export->has_sha256 || koma_export_row_hash (row, cancellable, &reason) ||
      !g_cancellable_is_cancelled (cancellable))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* @n: of the rows before; goes on */
static gboolean
write_part (Export *export,
            GPtrArray     *rows,
            guint         *n,
            GString       *text,
            GOutputStream *stream,
            GCancellable  *cancellable,
            GError       **error)
{
  for (guint i = 0; i < rows->len; i++) {
    if (!hash_row (export, rows->pdata[i], cancellable, error))
      return FALSE;
    koma_sheet_append_row (export->table, text, rows->pdata[i]);
    if (!flush (text, FLUSH_BYTES, stream, cancellable, error))
      return FALSE;
    koma_take_progress_set (export->progress, ++*n, koma_export_queue_get_n_rows (export->queue));
  }
  return TRUE;
}

static gboolean
write_rows (Export *export,
            GOutputStream *stream,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  koma_sheet_append_head (export->table, text);
  while (n < koma_export_queue_get_n_rows (export->queue)) {
    g_autoptr (GPtrArray) rows = koma_export_queue_pop (export->queue, cancellable, error);

    if (rows == NULL || !write_part (export, rows, &n, text, stream, cancellable, error))
      return FALSE;
  }
  koma_sheet_append_tail (export->table, text);
  return flush (text, 0, stream, cancellable, error);
}

/* On the disk before it takes the other's place. */
static gboolean
sync_stream (GOutputStream *stream,
             GError       **error)
{
  if (!G_IS_FILE_DESCRIPTOR_BASED (stream) ||
      fsync (g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (stream))) == 0)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  return FALSE;
}

static gboolean
write_file (Export *export,
            GFile        *file,
            GCancellable *cancellable,
            GError      **error)
{
  g_autoptr (GFileOutputStream) stream =
    g_file_create (file, G_FILE_CREATE_NONE, cancellable, error);

  return stream != NULL && write_rows (export, G_OUTPUT_STREAM (stream), cancellable, error) &&
         sync_stream (G_OUTPUT_STREAM (stream), error) &&
         g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, error);
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Export *export = data;
  g_autofree char *name = g_strdup_printf (".koma-%08x.part", g_random_int ());
  g_autofree char *target = g_file_get_parse_name (export->file);
  g_autoptr (GFile) folder = g_file_get_parent (export->file);
  g_autoptr (GFile) part = folder != NULL ? g_file_get_child (folder, name) : NULL;
  g_autoptr (GError) error = NULL;

  if (part == NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, g_strerror (EISDIR));
  else if (write_file (export, part, cancellable, &error) &&
           g_file_move (part, export->file, G_FILE_COPY_OVERWRITE, cancellable, NULL, NULL,
                        &error)) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  if (part != NULL)
    g_file_delete (part, NULL, NULL);
  /* GIO names the unfinished file, or none. */
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_prefix_error (&error, "%s: ", target);
  g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * koma_export_async:
 * @queue: who puts rows into it stops when this has ended
 * @file: to write; it is replaced once all has been written
 *
 * Thread: main.
 */
void
koma_export_async (KomaExportQueue        *queue,
                   const KomaSheetOptions *options,
                   GFile                  *file,
                   KomaTakeProgress       *progress,
                   GCancellable           *cancellable,
                   GAsyncReadyCallback     callback,
                   gpointer                user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Export *export = g_new0 (Export, 1);

  export->queue = koma_export_queue_ref (queue);
  export->table = koma_sheet_new (options);
  export->has_sha256 = options->has_sha256;
  export->file = g_object_ref (file);
  export->progress = progress != NULL ? koma_take_progress_ref (progress) : NULL;
  g_task_set_source_tag (task, koma_export_async);
  g_task_set_task_data (task, export, export_free);
  g_task_run_in_thread (task, export_thread);
}

gboolean
koma_export_finish (GAsyncResult *result,
                    GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
