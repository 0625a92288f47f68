/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCRIPT_ERROR (script_error_quark ())

/* Errors of the interpreter. All others are the library's: it refused. */
typedef enum {
  SCRIPT_ERROR_SYNTAX,
  SCRIPT_ERROR_UNKNOWN, /* a name, a function or a use of a value that is not understood */
} ScriptError;

GQuark script_error_quark (void);

/* Begins with the place. Nothing happens where @error is set already: the first one counts. */
void script_fail (GError    **error,
                  ScriptError code,
                  guint       line,
                  guint       column,
                  const char *format,
                  ...) G_GNUC_PRINTF (5, 6);

G_END_DECLS
