/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-error.h"

/**
 * koma_error_quark:
 *
 * Thread: any.
 *
 * Returns: the domain of #KomaError
 */
GQuark
koma_error_quark (void)
{
  return g_quark_from_static_string ("koma-error-quark");
}

/**
 * koma_fail: (skip)
 * @error: return location for an error
 * @code: its code
 * @format: what is wrong, as for printf ()
 * @...: what is put into it
 *
 * Errors: @code, always. Thread: any.
 *
 * Returns: %FALSE, with @error set: `return koma_fail (…)`
 */
gboolean
koma_fail (GError    **error,
           KomaError   code,
           const char *format,
           ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (KOMA_ERROR, code, format, args));
  va_end (args);
  return FALSE;
}
