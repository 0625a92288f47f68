/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "format.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "checkpoint/checkpoint.h"
#include "file.h"
#include "foreign.h"
#include "graphdef/frozen.h"
#include "graphdef/tfjs-2018.h"
#include "hub/folder.h"
#include "keras/h5.h"
#include "onnx/onnx.h"
#include "saved-model/saved-model.h"
#include "tfjs/tfjs.h"
#include "tflite/tflite.h"
#include "torch/format.h"

/* One row for each format that Koma reads. */
static const KomaFormat *const formats[] = {
  &koma_format_tfjs,
  &koma_format_tfjs_2018,
  &koma_format_saved_model,
  &koma_format_frozen,
  &koma_format_checkpoint,
  &koma_format_tflite,
  &koma_format_onnx,
  &koma_format_keras,
  &koma_format_hub,
  &koma_format_torch,
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
  g_clear_pointer (&raw->unsupported_at, g_hash_table_unref);
  g_clear_pointer (&raw->missing, g_array_unref);
  g_clear_pointer (&raw->format, g_free);
  g_clear_pointer (&raw->hash, g_free);
  g_clear_pointer (&raw->hashed, g_array_unref);
  g_clear_pointer (&raw->metadata, g_free);
  g_clear_pointer (&raw->labels, koma_array_unref);
  g_clear_pointer (&raw->label_lines, g_free);
  g_clear_pointer (&raw->warning, g_free);
}

KomaRawModel *
koma_raw_model_new (void)
{
  return g_new0 (KomaRawModel, 1);
}

void
koma_raw_model_free (KomaRawModel *raw)
{
  koma_raw_model_clear (raw);
  g_free (raw);
}

/* One more of a name. */
static guint
count (GHashTable *counts,
       const char *name)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) + 1;

  g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (n));
  return n;
}

/**
 * koma_raw_model_count_op:
 * @raw: has its table of ops
 * @op: as the file names it
 *
 * Thread: any.
 */
void
koma_raw_model_count_op (KomaRawModel *raw,
                         const char   *op)
{
  count (raw->op_counts, op);
}

/**
 * koma_raw_model_note_unsupported:
 * @raw: its tables of unsupported ops are made where they are missing
 * @what: an op, and why where the op alone is no reason: "Pad (mode wrap)"
 * @node: name of the node
 *
 * Counts what Koma can not compute. Thread: any.
 */
void
koma_raw_model_note_unsupported (KomaRawModel *raw,
                                 const char   *what,
                                 const char   *node)
{
  if (raw->unsupported == NULL)
    raw->unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (raw->unsupported_at == NULL)
    raw->unsupported_at = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (count (raw->unsupported, what) == 1)
    g_hash_table_insert (raw->unsupported_at, g_strdup (what), g_strdup (node));
}

static void
clear_missing (gpointer data)
{
  g_free (((KomaMissingOutput *) data)->name);
}

/**
 * koma_raw_model_note_missing:
 * @name: of an output
 * @shape: (nullable): that the file says it has
 *
 * Keeps what is known of an output that nothing makes. Thread: any.
 */
void
koma_raw_model_note_missing (KomaRawModel    *raw,
                             const char      *name,
                             const KomaShape *shape)
{
  const KomaShape         unknown = { .rank = KOMA_RANK_UNKNOWN };
  const KomaMissingOutput output = { g_strdup (name), shape != NULL ? *shape : unknown };

  if (raw->missing == NULL) {
    raw->missing = g_array_new (FALSE, FALSE, sizeof (KomaMissingOutput));
    g_array_set_clear_func (raw->missing, clear_missing);
  }
  g_array_append_val (raw->missing, output);
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
  const KomaForeign *foreign = NULL;
  guint8             head[KOMA_FILE_HEAD_BYTES] = { 0 };
  gsize              length = 0;
  g_autofree char   *name = NULL;
  g_autofree char   *unpacked = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (!koma_file_read_head (path, head, &length, error))
    return NULL;

  /* As it was called before gzip compressed it. */
  unpacked = g_strndup (path, strlen (path) - (g_str_has_suffix (path, ".gz") ? 3 : 0));
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    if (formats[i]->matches (unpacked, head, length))
      return formats[i];
  }

  name = g_filename_display_basename (path);
  foreign = koma_foreign_find (path, head, length);
  if (foreign != NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "%s: %s. %s", name, foreign->kind,
                 foreign->advice);
  else
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "%s: expected a TensorFlow.js model (model.json, or a .pb beside "
                 "weights_manifest.json), a TensorFlow Lite or an ONNX model, found something else",
                 name);
  return NULL;
}

const KomaFormat *
koma_formats_get (guint index)
{
  return index < G_N_ELEMENTS (formats) ? formats[index] : NULL;
}

guint
koma_formats_get_index (const KomaFormat *format)
{
  guint index = 0;

  while (formats[index] != format)
    index++;
  return index;
}

/**
 * koma_format_read:
 * @file: what is to be read; its checksum is not looked at
 * @ret_raw: (out): the model, with the hash of all files that were read, or what it is to be
 *   computed from
 * @error: return location
 *
 * Reads a model file of @format. Thread: any; touches the disk. Errors: #GFileError,
 * %KOMA_ERROR_MODEL, %KOMA_ERROR_UNSUPPORTED, %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY. They name the
 * file.
 *
 * Returns: whether it was read
 */
gboolean
koma_format_read (const KomaFormat    *format,
                  const KomaModelFile *file,
                  KomaRawModel        *ret_raw,
                  GError             **error)
{
  g_autoptr (KomaContentHash) checksum = koma_content_hash_new ();
  KomaModelFile hashed = *file;
  KomaRawModel  raw = { 0 };

  hashed.checksum = checksum;
  if (!format->read (&hashed, &raw, error)) {
    koma_raw_model_clear (&raw);
    return FALSE;
  }
  raw.hashed = koma_content_hash_get_parts (checksum);
  if (raw.hashed == NULL)
    raw.hash = koma_content_hash_to_string (checksum);
  if (file->progress != NULL && raw.hashed == NULL)
    file->progress (1, file->user_data);
  *ret_raw = raw;
  return TRUE;
}
