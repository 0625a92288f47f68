/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of JSON, which a program in Python may have written. */
#include "json.h"

#include <string.h>

#include "file.h"
#include "hashed-file.h"

/* What Python's json module writes bare, though JSON has no word for it. */
static const char *const python_words[] = { "-Infinity", "Infinity", "NaN" };

static gboolean
is_in_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-' || c == '+' || c == '.';
}

/* Bytes of the word of Python that begins at @at; 0 where none does. */
static gsize
match_python_word (const char *text,
                   gsize       length,
                   gsize       at)
{
  if (at > 0 && is_in_word (text[at - 1]))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (python_words); i++) {
    const gsize n = strlen (python_words[i]);

    if (n <= length - at && memcmp (text + at, python_words[i], n) == 0 &&
        (n == length - at || !is_in_word (text[at + n])))
      return n;
  }
  return 0;
}

/* (nullable) @text with these words as strings, which koma_json_node_double () reads; at most two
 * thirds longer. NULL where it has none of them. */
static GString *
quote_python_words (const char *text,
                    gsize       length)
{
  GString *quoted = NULL;
  gsize    n_copied = 0;
  gboolean has_nul = FALSE; /* koma_json_parse () looks for it */

  for (gsize i = 0; i < length; i++) {
    const gsize n = match_python_word (text, length, i);

    if (text[i] == '"')
      i = koma_json_skip_string (text, length, i, &has_nul);
    if (n == 0)
      continue;
    if (quoted == NULL)
      quoted = g_string_sized_new (length);
    g_string_append_len (quoted, text + n_copied, (gssize) (i - n_copied));
    g_string_append_printf (quoted, "\"%.*s\"", (int) n, text + i);
    n_copied = i + n;
    i = n_copied - 1;
  }
  if (quoted != NULL)
    g_string_append_len (quoted, text + n_copied, (gssize) (length - n_copied));
  return quoted;
}

/**
 * koma_json_parse_python:
 * @text: UTF-8, need not end in a NUL
 * @length: bytes of @text
 * @what: the file's name, for the error
 * @error: return location
 *
 * Parses JSON that may be hostile, and that a program in Python may have written: `NaN`,
 * `Infinity` and `-Infinity` stand for themselves there. They become strings, which
 * koma_json_node_double () takes for numbers.
 *
 * Thread: any. Errors: those of koma_json_parse ().
 *
 * Returns: (transfer full): the root, or %NULL
 */
JsonNode *
koma_json_parse_python (const char *text,
                        gsize       length,
                        const char *what,
                        GError    **error)
{
  GString  *quoted = quote_python_words (text, length);
  JsonNode *root = quoted != NULL ? koma_json_parse (quoted->str, quoted->len, what, error)
                                  : koma_json_parse (text, length, what, error);

  if (quoted != NULL)
    g_string_free (quoted, TRUE);
  return root;
}

/**
 * koma_json_load:
 * @path: a file
 * @max_bytes: how large it may be
 * @checksum: (nullable): is fed the file's bytes
 * @error: return location
 *
 * Reads and parses a JSON file, as koma_json_parse_python () does.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_json_parse (), a
 * #GFileError where the file can not be read, %KOMA_ERROR_MEMORY where it
 * is too large.
 *
 * Returns: (transfer full): the root, or %NULL
 */
JsonNode *
koma_json_load (const char      *path,
                guint64          max_bytes,
                KomaContentHash *checksum,
                GError         **error)
{
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (path);
  gsize            length = 0;

  if (!koma_hashed_file_read (path, max_bytes, checksum, &text, &length, error))
    return NULL;

  return koma_json_parse_python (text, length, name, error);
}
