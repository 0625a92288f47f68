/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "precision.h"

#include "engine/koma/koma-error.h"

static const char *const names[] = { "auto", "float32", "float16" };

/**
 * koma_precision_get_name:
 *
 * Returns: its name in options
 */
const char *
koma_precision_get_name (KomaPrecision precision)
{
  return names[precision];
}

/**
 * koma_precision_parse:
 * @name: as koma_precision_get_name() returns it
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, naming those there are.
 */
gboolean
koma_precision_parse (const char    *name,
                      KomaPrecision *ret_precision,
                      GError       **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name)) {
      *ret_precision = (KomaPrecision) i;
      return TRUE;
    }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "There is no precision “%s”; there are: auto, float32, float16", name);
}
