/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-csv-table.h"

#include <string.h>

#include <glib/gi18n.h>

typedef struct
{
  const char *at;
  const char *end;
  guint       line;
} Reader;

static gboolean
fail (guint       line,
      const char *text,
      GError    **error)
{
  /* Translators: a line of a file, and what is wrong with it */
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("line %u: %s"), line, text);
  return FALSE;
}

/* Behind the opening quote, to behind the closing one. */
static gboolean
read_quoted (Reader  *reader,
             GString *cell,
             GError **error)
{
  const guint line = reader->line;

  for (; reader->at < reader->end; reader->at++) {
    if (*reader->at == '"' && (reader->at + 1 == reader->end || reader->at[1] != '"')) {
      reader->at++;
      return TRUE;
    }
    reader->at += *reader->at == '"';
    reader->line += *reader->at == '\n';
    g_string_append_c (cell, *reader->at);
  }
  return fail (line, _ ("a quote is not closed"), error);
}

static gboolean
is_end_of_cell (const Reader *reader)
{
  return reader->at == reader->end || strchr (",\r\n", *reader->at) != NULL;
}

static char *
read_cell (Reader  *reader,
           GError **error)
{
  g_autoptr (GString) cell = g_string_new (NULL);

  if (reader->at < reader->end && *reader->at == '"') {
    reader->at++;
    if (!read_quoted (reader, cell, error))
      return NULL;
    if (!is_end_of_cell (reader)) {
      (void) fail (reader->line, _ ("there is text behind a quote"), error);
      return NULL;
    }
  }
  for (; !is_end_of_cell (reader); reader->at++)
    g_string_append_c (cell, *reader->at);
  return g_string_free (g_steal_pointer (&cell), FALSE);
}

/* To behind the end of the line. */
static GPtrArray *
read_row (Reader  *reader,
          GError **error)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

  for (;;) {
    char *cell = read_cell (reader, error);

    if (cell == NULL)
      return NULL;
    g_ptr_array_add (cells, cell);
    if (reader->at == reader->end || *reader->at != ',')
      break;
    reader->at++;
  }
  if (reader->at < reader->end && *reader->at == '\r')
    reader->at++;
  if (reader->at < reader->end && *reader->at == '\n')
    reader->at++;
  reader->line++;
  g_ptr_array_add (cells, NULL);
  return g_steal_pointer (&cells);
}

/**
 * koma_csv_table_read:
 *
 * Errors: %G_IO_ERROR_INVALID_DATA with the line. Thread: any.
 */
gboolean
koma_csv_table_read (const char *text,
                     gsize       length,
                     KomaCsvRow  row,
                     gpointer    user_data,
                     GError    **error)
{
  Reader reader = { text, text + length, 1 };

  if (length > 0 && memchr (text, '\0', length) != NULL)
    return fail (1, _ ("this is no text"), error);
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    reader.at += 3;
  while (reader.at < reader.end) {
    const guint line = reader.line;
    g_autoptr (GPtrArray) cells = read_row (&reader, error);

    if (cells == NULL)
      return FALSE;
    if ((cells->len > 2 || *(char *) cells->pdata[0] != '\0') &&
        !row ((char **) cells->pdata, line, user_data))
      return TRUE;
  }
  return TRUE;
}
