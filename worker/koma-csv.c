/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-csv.h"

#include <stdlib.h>
#include <string.h>

/* A spreadsheet takes a cell that begins so for a formula, and computes it; some take the wide
 * characters of Japanese keyboards for one too. */
static gboolean
is_formula (const char *text)
{
  static const gunichar signs[] = { '=', '+', '-', '@', '\t', '\r', '\n', 0xff1d, 0xff0b, 0xff0d,
                                    0xff20 };
  const gunichar        first = g_utf8_get_char (text);
  char                 *end = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++) {
    if (signs[i] == first) {
      g_ascii_strtod (text, &end);
      return *end != '\0'; /* a number is none */
    }
  }
  return FALSE;
}

/* Tabs and ends of lines belong to the text; the rest is for terminals. */
static gboolean
is_control (gunichar c)
{
  return g_unichar_iscntrl (c) && c != '\t' && c != '\n' && c != '\r';
}

/* How many bytes from here on are printable ASCII without a meaning inside of a cell. */
static gsize
count_plain (const char *text)
{
  const char *c = text;

  while (*c >= ' ' && *c <= '~' && *c != ',' && *c != '"')
    c++;
  return (gsize) (c - text);
}

/* As most cells are: it is copied. */
static gboolean
is_plain (const char *text,
          gsize       n_plain)
{
  return text[n_plain] == '\0' && (n_plain == 0 || strchr ("'=+-@", *text) == NULL);
}

static void
append_character (GString    *line,
                  const char *c)
{
  if (*c == '"')
    g_string_append_c (line, '"');
  if (is_control (g_utf8_get_char (c)))
    for (const char *byte = c; byte < g_utf8_next_char (c); byte++)
      g_string_append_printf (line, "\\x%02x", (guint8) *byte);
  else
    g_string_append_len (line, c, g_utf8_next_char (c) - c);
}

static void
append_any (GString    *line,
            const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const gboolean   is_quoted = strpbrk (valid, ",\"\r\n\t") != NULL;
  const char      *c = valid;

  if (is_quoted)
    g_string_append_c (line, '"');
  if (*valid == '\'' || is_formula (valid))
    g_string_append_c (line, '\'');
  while (*c != '\0') {
    const gsize n_plain = count_plain (c);

    g_string_append_len (line, c, (gssize) n_plain);
    c += n_plain;
    if (*c != '\0') {
      append_character (line, c);
      c = g_utf8_next_char (c);
    }
  }
  if (is_quoted)
    g_string_append_c (line, '"');
}

/**
 * koma_csv_append:
 * @text: what is no UTF-8 of it becomes U+FFFD
 *
 * Appends a cell as RFC 4180 has it, in quotes where it needs them. What a
 * spreadsheet would take for a formula, text that begins with = + - @ (or their
 * wide forms), a tab or an end of line and is no number, has an apostrophe put
 * before it. So has text that begins with an apostrophe: a reader that takes one
 * away from the beginning of a cell has the text again.
 * Control characters are written as `\xHH`, but for tabs and ends of lines.
 */
void
koma_csv_append (GString    *line,
                 const char *text)
{
  const gsize n_plain = count_plain (text);

  if (is_plain (text, n_plain))
    g_string_append_len (line, text, (gssize) n_plain);
  else
    append_any (line, text);
}
