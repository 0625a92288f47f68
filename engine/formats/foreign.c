/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "foreign.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "file.h"

#define MAX_ENDINGS 5

typedef struct
{
  KomaForeign foreign;
  const char *endings[MAX_ENDINGS]; /* of the name, in lower case; NULL where there are no more */
  const char *part;                 /* (nullable) of the name, likewise */
  const char *magic;                /* (nullable) its first bytes */
} Row;

/* The first row that matches by the ending or a part of the name, or by its magic bytes. */
static const Row rows[] = {
  {
    .foreign = {
      N_ ("a PyTorch model"),
      N_ ("Export the model to ONNX with torch.onnx.export, then open the file that it makes."),
    },
    .endings = { ".pt", ".pth", ".ckpt" },
  },
  {
    .foreign = {
      N_ ("the numbers of a TensorFlow checkpoint"),
      N_ ("Open the folder that it lies in, or the file beside it that ends in .index."),
    },
    .part = ".data-0",
  },
  {
    .foreign = {
      N_ ("a TensorFlow SavedModel"),
      N_ ("It belongs into a folder, under the name saved_model.pb and beside the folder "
          "variables. Open that folder."),
    },
    .magic = "\x08\x01\x12",
  },
  {
    .foreign = {
      N_ ("a Teachable Machine project"),
      N_ ("It holds pictures and no model. Open it in Teachable Machine, choose “Export Model”, "
          "and then “TensorFlow.js” and “Download”."),
    },
    .endings = { ".tm" },
  },
  {
    .foreign = {
      N_ ("an archive"),
      N_ ("Unpack it first, and open the folder."),
    },
    .endings = { ".zip", ".tar", ".tgz", ".gz", ".7z" },
    .magic = "PK\3\4",
  },
  {
    .foreign = {
      N_ ("a file of weights"),
      N_ ("Open the file model.json of the same model: Koma finds the weights beside it."),
    },
    .endings = { ".bin" },
  },
  {
    .foreign = {
      N_ ("a text file"),
      N_ ("A list of labels belongs to a model. Open the model first, and then this file; or put "
          "it beside model.json as labels.txt."),
    },
    .endings = { ".txt" },
  },
};

/* Behind the last slash: folders have such names, too. */
static gboolean
has_part (const Row  *row,
          const char *lower)
{
  const char *slash = strrchr (lower, '/');

  return row->part != NULL && strstr (slash != NULL ? slash : lower, row->part) != NULL;
}

static gboolean
has_ending (const Row  *row,
            const char *lower)
{
  for (guint i = 0; i < MAX_ENDINGS && row->endings[i] != NULL; i++) {
    if (g_str_has_suffix (lower, row->endings[i]))
      return TRUE;
  }
  return FALSE;
}

static gboolean
has_magic (const Row    *row,
           const guint8 *head,
           gsize         length)
{
  const gsize wanted = row->magic != NULL ? strlen (row->magic) : 0;

  return wanted > 0 && length >= wanted && memcmp (head, row->magic, wanted) == 0;
}

static gboolean
is_picture (const guint8 *head,
            gsize         length)
{
  g_autofree char *type = g_content_type_guess (NULL, head, length, NULL);
  g_autofree char *mime_type = g_content_type_get_mime_type (type);

  return mime_type != NULL && g_str_has_prefix (mime_type, "image/");
}

/**
 * koma_foreign_find:
 * @path: of a file
 * @head: (nullable): its first bytes
 * @length: of @head
 *
 * Names the kind of a model file whose format Koma does not read. Without
 * @head its name decides. A picture is none, whatever its name.
 *
 * Thread: any.
 *
 * Returns: (nullable): the kind; %NULL where it is not known
 */
const KomaForeign *
koma_foreign_find (const char   *path,
                   const guint8 *head,
                   gsize         length)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (length > 0 && is_picture (head, length))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    if (has_ending (&rows[i], lower) || has_part (&rows[i], lower) ||
        has_magic (&rows[i], head, length))
      return &rows[i].foreign;
  }
  return NULL;
}

/**
 * koma_foreign_find_file:
 * @path: a file
 *
 * As koma_foreign_find(), with the first bytes of the file.
 *
 * Thread: any; touches the disk.
 *
 * Returns: (nullable): the kind; %NULL where it is not known, or where the
 *   file can not be read
 */
const KomaForeign *
koma_foreign_find_file (const char *path)
{
  guint8 head[KOMA_FILE_HEAD_BYTES] = { 0 };
  gsize  length = 0;

  if (!koma_file_read_head (path, head, &length, NULL))
    return NULL;
  return koma_foreign_find (path, head, length);
}
