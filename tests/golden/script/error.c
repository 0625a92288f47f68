/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "error.h"

G_DEFINE_QUARK (script - error - quark, script_error)

void
script_fail (GError    **error,
             ScriptError code,
             guint       line,
             guint       column,
             const char *format,
             ...)
{
  g_autofree char *what = NULL;
  va_list          arguments;

  if (*error != NULL)
    return;
  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SCRIPT_ERROR, code, "line %u, column %u: %s", line, column, what);
}
