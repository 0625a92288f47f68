/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "format.h"

#include <unistd.h>

#include "engine/koma-error.h"
#include "file.h"
#include "graphdef/tfjs-2018.h"
#include "tfjs/tfjs.h"

/* What `matches` sees of a file. */
#define HEAD_BYTES 4096

/* One row for each format that Koma reads. */
static const KomaFormat *const formats[] = {
  &koma_format_tfjs,
  &koma_format_tfjs_2018,
};

/**
 * koma_raw_model_clear:
 * @raw: what a reader filled, also in part
 *
 * Frees what @raw holds, and leaves it empty.
 */
void
koma_raw_model_clear (KomaRawModel *raw)
{
  g_clear_pointer (&raw->graph, koma_graph_free);
  g_clear_pointer (&raw->op_counts, g_hash_table_unref);
  g_clear_pointer (&raw->unsupported, g_hash_table_unref);
  g_clear_pointer (&raw->format, g_free);
  g_clear_pointer (&raw->hash, g_free);
  g_clear_pointer (&raw->metadata, g_free);
  g_clear_pointer (&raw->labels, koma_tensor_unref);
}

static gboolean
read_head (const char *path,
           guint8     *head, /* [HEAD_BYTES] */
           gsize      *ret_length,
           GError    **error)
{
  guint64 size_bytes = 0;
  int     fd = koma_file_open (path, &size_bytes, error);
  gssize  n_read = 0;

  if (fd < 0)
    return FALSE;
  n_read = read (fd, head, HEAD_BYTES);
  (void) close (fd);
  *ret_length = (gsize) MAX (n_read, 0);
  return TRUE;
}

/**
 * koma_formats_find:
 * @path: a file
 * @error: return location
 *
 * Finds the format of a model file by its name and its first bytes. That it
 * is sound is not said by that.
 *
 * Thread: any; touches the disk. Errors: #GFileError where it can not be
 * read, %KOMA_ERROR_UNSUPPORTED where it is of no format that Koma reads.
 *
 * Returns: (transfer none): the format, or %NULL
 */
const KomaFormat *
koma_formats_find (const char *path,
                   GError    **error)
{
  guint8           head[HEAD_BYTES] = { 0 };
  gsize            length = 0;
  g_autofree char *name = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (!read_head (path, head, &length, error))
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    if (formats[i]->matches (path, head, length))
      return formats[i];
  }

  name = g_filename_display_basename (path);
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
               "%s: expected a TensorFlow.js model (model.json, or a .pb beside "
               "weights_manifest.json), found something else",
               name);
  return NULL;
}
