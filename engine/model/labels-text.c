/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Class names from text files: labels.txt, dict.txt and their relatives, as
 * many programs write them. */

#include "labels-encoding.h"
#include "labels.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

/* The name in "12 tabby cat", "12: tabby cat", "12,tabby cat" or "12:tabby",
 * if the number is @number; NULL if the line is not like that. */
static const char *
skip_number (const char *line,
             guint64     number)
{
  const char *rest = NULL;
  char       *end = NULL;

  if (!g_ascii_isdigit (*line) || g_ascii_strtoull (line, &end, 10) != number)
    return NULL;
  rest = end;
  if (*rest == ':' || *rest == ',')
    rest++;
  while (g_ascii_isspace (*rest))
    rest++;
  return rest > end && *rest != '\0' ? rest : NULL;
}

/* Numbers are taken off only if every line has its own: a class may well be
 * called "2 CV". */
static gboolean
are_numbered (char *const *lines,
              guint        first)
{
  for (guint i = 0; lines[i] != NULL; i++)
    if (skip_number (lines[i], (guint64) i + first) == NULL)
      return FALSE;
  return lines[0] != NULL;
}

static void
strip_numbers (char **lines)
{
  guint first = are_numbered (lines, 0) ? 0 : 1;

  if (first == 1 && !are_numbered (lines, 1))
    return;
  for (guint i = 0; lines[i] != NULL; i++) {
    const char *name = skip_number (lines[i], (guint64) i + first);

    memmove (lines[i], name, strlen (name) + 1);
  }
}

/* A table that a spreadsheet wrote: "id,name" before "0,cat". Where numbers begin at 1, the line
 * before may be class 0. */
static void
drop_header (char **lines)
{
  const guint n = g_strv_length (lines);

  if (n < 2 || g_ascii_isdigit (lines[0][0]) || !are_numbered (lines + 1, 0))
    return;
  g_free (lines[0]);
  memmove (lines, lines + 1, n * sizeof *lines);
}

/* "tench, ""doctor fish""" as tables have a text with commas or quotes. */
static void
strip_quotes (char *line)
{
  const gsize length = strlen (line);
  char       *to = line;

  if (length < 2 || line[0] != '"' || line[length - 1] != '"')
    return;
  line[length - 1] = '\0';
  for (const char *from = line + 1; *from != '\0'; from++) {
    if (from[0] == '"' && from[1] == '"')
      from++;
    *to++ = *from;
  }
  *to = '\0';
}

/* Blank lines at the end are how files end; one in the middle keeps its
 * place, since the line number is the class. */
static void
drop_blank_end (char **lines)
{
  guint n = g_strv_length (lines);

  for (; n > 0 && lines[n - 1][0] == '\0'; n--)
    g_clear_pointer (&lines[n - 1], g_free);
}

static gboolean
check_lines (char      **lines,
             const char *source,
             GError    **error)
{
  guint n = g_strv_length (lines);

  if (n == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "%s: no class names; expected one a line", source);
    return FALSE;
  }
  for (guint i = 0; i < n; i++) {
    gsize length = strlen (lines[i]);

    if (length > KOMA_MAX_LABEL_BYTES) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "%s, line %u: a class name of %" G_GSIZE_FORMAT " bytes; the limit is %u",
                   source, i + 1, length, KOMA_MAX_LABEL_BYTES);
      return FALSE;
    }
    if (length == 0) {
      g_free (lines[i]);
      lines[i] = g_strdup_printf ("#%u", i);
    }
  }
  return TRUE;
}

/* Before a string is made of each line. */
static gboolean
check_line_count (const char *text,
                  gsize       length,
                  const char *source,
                  GError    **error)
{
  guint n_lines = 1;

  for (gsize i = 0; i < length && n_lines <= KOMA_MAX_CLASSES + 1; i++)
    n_lines += text[i] == '\n';
  if (n_lines <= KOMA_MAX_CLASSES + 1) /* the last line end starts no class */
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
               "%s: more than %u class names", source, KOMA_MAX_CLASSES);
  return FALSE;
}

static gboolean
check_utf8 (const char *text,
            gsize       length,
            const char *source,
            GError    **error)
{
  const char *end = NULL;

  if (g_utf8_validate_len (text, length, &end))
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
               "%s: not UTF-8 text (byte %" G_GSIZE_FORMAT ")", source, (gsize) (end - text));
  return FALSE;
}

/**
 * koma_labels_new_from_text:
 * @text: (array length=length): UTF-8, with or without a byte order mark
 * @length: bytes
 * @source: where it comes from, for people
 * @error: return location
 *
 * Reads class names, one a line, the first being class 0. Line ends may be
 * CRLF; where every line begins with its number (from 0 or from 1, followed
 * by a colon, a comma or a space) the numbers are taken off; a first line
 * without a number before lines from 0 on is a table's header, and left out;
 * quotes around a name are taken off; blank lines at the end are none, a blank
 * line before keeps its class and is named by its number.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the names
 *
 * Errors: %KOMA_ERROR_MODEL: not UTF-8, no names, or above a limit.
 */
KomaLabels *
koma_labels_new_from_text (const char *text,
                           gsize       length,
                           const char *source,
                           GError    **error)
{
  g_autofree char *copy = NULL;
  g_auto (GStrv) lines = NULL;

  if (!check_utf8 (text, length, source, error) ||
      !check_line_count (text, length, source, error))
    return NULL;
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    length -= 3;
  }

  copy = g_strndup (text, length);
  lines = g_strsplit (copy, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_strstrip (lines[i]);
  drop_blank_end (lines);
  drop_header (lines);
  strip_numbers (lines);
  for (guint i = 0; lines[i] != NULL; i++)
    strip_quotes (lines[i]);
  if (!check_lines (lines, source, error))
    return NULL;
  return koma_labels_new (g_steal_pointer (&lines), source);
}

/**
 * koma_labels_new_from_file:
 * @path: of a text file
 * @error: return location
 *
 * Reads class names from a file, see koma_labels_new_from_text(); the source
 * is the file's name. Other encodings than UTF-8 are read where they can be told
 * apart, see koma_labels_to_utf8(), with a remark.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the names
 *
 * Errors: those of koma_file_read(); %KOMA_ERROR_MODEL.
 */
KomaLabels *
koma_labels_new_from_file (const char *path,
                           GError    **error)
{
  g_autofree char *text = NULL;
  g_autofree char *source = g_path_get_basename (path);
  g_autofree char *utf8 = NULL;
  g_autofree char *remark = NULL;
  gsize            length = 0;
  KomaLabels      *labels = NULL;

  if (!koma_file_read (path, KOMA_MAX_NAMES_BYTES, &text, &length, error))
    return NULL;
  utf8 = koma_labels_to_utf8 (text, length, source, &length, &remark);
  labels = koma_labels_new_from_text (utf8 != NULL ? utf8 : text, length, source, error);
  if (labels != NULL)
    koma_labels_take_remark (labels, g_steal_pointer (&remark));
  return labels;
}
