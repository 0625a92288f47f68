/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tuning.h"

#ifdef KOMA_HAVE_GLES
#include "gles/tuning.h"
#endif

/**
 * koma_backend_describe_tuning:
 *
 * Not a part of the device's name, by which measurements are kept.
 *
 * Returns: (transfer full) (nullable): the words
 */
char *
koma_backend_describe_tuning (const KomaBackendClass *backend)
{
#ifdef KOMA_HAVE_GLES
  if (g_str_equal (backend->name, "gles"))
    return koma_gles_tuning_describe ();
#endif
  return NULL;
}
