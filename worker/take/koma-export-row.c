/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-export-row.h"

#define PIECE_BYTES (256u << 10)

/**
 * koma_export_row_new_for_file:
 * @file: the picture
 * @path: as people spell it
 *
 * Thread: any.
 *
 * Returns: (transfer full): a row without an answer
 */
KomaExportRow *
koma_export_row_new_for_file (GFile      *file,
                              const char *path)
{
  KomaExportRow *row = g_new0 (KomaExportRow, 1);

  row->path = g_strdup (path);
  row->uri = g_file_get_uri (file);
  row->file = g_object_ref (file);
  return row;
}

/**
 * koma_export_row_new_for_cell:
 * @grid: a picture that is cut
 * @cell: which of its cells, row by row
 * @path: of the whole picture, as people spell it; "#1,2" is put behind it
 *
 * Thread: any.
 *
 * Returns: (transfer full): a row without an answer
 */
KomaExportRow *
koma_export_row_new_for_cell (KomaGridPicture *grid,
                              guint            cell,
                              const char      *path)
{
  KomaExportRow   *row = g_new0 (KomaExportRow, 1);
  GFile           *file = koma_grid_picture_get_file (grid);
  const guint      n_columns = koma_grid_picture_get_n_columns (grid);
  g_autofree char *place = g_strdup_printf ("#%u,%u", cell / n_columns + 1, cell % n_columns + 1);
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  row->path = g_strconcat (path, place, NULL);
  row->uri = uri != NULL ? g_strconcat (uri, place, NULL) : NULL;
  g_set_object (&row->file, file);
  row->grid = koma_grid_picture_ref (grid);
  row->cell = cell;
  return row;
}

/**
 * koma_export_row_new_for_bytes:
 * @bytes: (nullable): a picture that is in no file; %NULL: nor are its bytes known
 *
 * Thread: any.
 *
 * Returns: (transfer full): a row without an answer
 */
KomaExportRow *
koma_export_row_new_for_bytes (GBytes     *bytes,
                               const char *name)
{
  KomaExportRow *row = g_new0 (KomaExportRow, 1);

  row->path = g_strdup (name);
  row->bytes = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  return row;
}

void
koma_export_row_free (KomaExportRow *row)
{
  g_free (row->path);
  g_free (row->uri);
  g_clear_object (&row->file);
  g_clear_pointer (&row->bytes, g_bytes_unref);
  g_clear_pointer (&row->grid, koma_grid_picture_unref);
  g_clear_pointer (&row->result, koma_result_unref);
  g_clear_error (&row->error);
  g_clear_pointer (&row->info, koma_model_info_unref);
  g_clear_pointer (&row->thumbnail, g_bytes_unref);
  g_clear_pointer (&row->correction, koma_correction_unref);
  g_clear_pointer (&row->rating, koma_rating_unref);
  g_free (row->sha256);
  g_free (row);
}

static char *
hash_stream (GInputStream *stream,
             GCancellable *cancellable,
             GError      **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *piece = g_malloc (PIECE_BYTES);
  gssize             n = 0;

  while ((n = g_input_stream_read (stream, piece, PIECE_BYTES, cancellable, error)) > 0)
    g_checksum_update (checksum, piece, n);
  return n == 0 ? g_strdup (g_checksum_get_string (checksum)) : NULL;
}

/**
 * koma_export_row_hash:
 * @row: a picture; a cell has the hash of its file, and pixels of a camera have none
 *
 * Thread: any but main; it reads the file.
 *
 * Returns: whether the file could be read
 */
gboolean
koma_export_row_hash (KomaExportRow *row,
                      GCancellable  *cancellable,
                      GError       **error)
{
  g_autoptr (GFileInputStream) stream = NULL;

  g_clear_pointer (&row->sha256, g_free);
  if (row->bytes != NULL)
    row->sha256 = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, row->bytes);
  if (row->file == NULL)
    return TRUE;
  stream = g_file_read (row->file, cancellable, error);
  if (stream != NULL)
    row->sha256 = hash_stream (G_INPUT_STREAM (stream), cancellable, error);
  return row->sha256 != NULL;
}
