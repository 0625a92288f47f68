/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of files, labels and what models call things are data from strangers.
 * On a terminal they could move the cursor, colour what follows, or pretend to
 * be another line; so all that is printed for people is escaped here, in one
 * place, as `ls -b` does it. */
#include "koma-cli-output.h"

#include <stdio.h>

#include <glib/gi18n.h>

/* What a terminal obeys instead of showing it, and what changes the order or
 * the lines of the text around it. */
static gboolean
is_printed (gunichar c)
{
  const GUnicodeType type = g_unichar_type (c);

  if (type == G_UNICODE_CONTROL || type == G_UNICODE_LINE_SEPARATOR ||
      type == G_UNICODE_PARAGRAPH_SEPARATOR)
    return FALSE;
  return c != 0x061c && c != 0x200e && c != 0x200f && !(c >= 0x202a && c <= 0x202e) &&
         !(c >= 0x2066 && c <= 0x2069);
}

static void
append_escaped (GString    *escaped,
                const char *bytes,
                gsize       length)
{
  static const char short_forms[] = "\\\\\nn\tt\rr";

  for (gsize i = 0; i + 1 < sizeof short_forms && length == 1; i += 2) {
    if (short_forms[i] == *bytes) {
      g_string_append_printf (escaped, "\\%c", short_forms[i + 1]);
      return;
    }
  }
  for (gsize i = 0; i < length; i++)
    g_string_append_printf (escaped, "\\x%02x", (guint8) bytes[i]);
}

/* One line of UTF-8 that a terminal shows as it is: `\\`, `\n`, `\t`, `\r`, and `\xHH` for each
 * byte of another control character, of one that changes the direction of writing, and of what is
 * not UTF-8. */
static char *
escape (const char *text)
{
  GString *escaped = g_string_new (NULL);

  while (*text != '\0') {
    const gunichar c = g_utf8_get_char_validated (text, -1);
    const gboolean is_valid = c != (gunichar) -1 && c != (gunichar) -2;
    const gsize    length = is_valid ? (gsize) (g_utf8_next_char (text) - text) : 1;

    if (is_valid && c != '\\' && is_printed (c))
      g_string_append_len (escaped, text, (gssize) length);
    else
      append_escaped (escaped, text, length);
    text += length;
  }
  return g_string_free (escaped, FALSE);
}

/**
 * koma_cli_say:
 *
 * Prints what people read, in the locale's encoding: a line, or a part of one.
 * But for a new line at the end of @format, all is escaped.
 */
void
koma_cli_say (const char *format,
              ...)
{
  const gboolean   is_line = g_str_has_suffix (format, "\n");
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;
  va_list          args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (is_line)
    text[strlen (text) - 1] = '\0';
  escaped = escape (text);
  g_print ("%s%s", escaped, is_line ? "\n" : "");
}

/**
 * koma_cli_print:
 *
 * Prints what programs read, as it is. g_print() would turn it into the
 * locale's encoding, which is ASCII where a service or a cron job runs.
 */
void
koma_cli_print (const char *format,
                ...)
{
  va_list args;

  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  fflush (stdout);
}

/**
 * koma_cli_finish_output:
 *
 * A full disk must not look like success.
 */
gboolean
koma_cli_finish_output (void)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return TRUE;
  koma_cli_warn (_ ("the output can not be written"));
  return FALSE;
}

/**
 * koma_cli_warn:
 *
 * Tells the user what went wrong, on standard error: one line, escaped.
 */
void
koma_cli_warn (const char *format,
               ...)
{
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;
  va_list          args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  escaped = escape (text);
  g_printerr ("koma: %s\n", escaped);
}
