/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "callback.h"

#include "engine/koma/koma-error.h"

/**
 * koma_callback_check:
 *
 * Errors: @own; %KOMA_ERROR_ARGUMENT if there is neither that nor @result.
 */
gboolean
koma_callback_check (gconstpointer result,
                     GError       *own,
                     const char   *wanted,
                     GError      **error)
{
  if (own != NULL) {
    g_propagate_error (error, own);
    return FALSE;
  }
  return result != NULL ||
         koma_fail (error, KOMA_ERROR_ARGUMENT,
                    "The function returned no %s: it returned nothing, or failed", wanted);
}
