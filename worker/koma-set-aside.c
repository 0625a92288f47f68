/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-set-aside.h"

#include <gio/gio.h>

#include "worker/take/koma-file-place.h"

#define SUFFIX ".damaged"
/* Others may take a name meanwhile, but not for ever. */
#define MAX_TRIES 100

char *
koma_set_aside (const char *path,
                GError    **error)
{
  g_autofree char *aside = g_strconcat (path, SUFFIX, NULL);

  if (g_file_test (path, G_FILE_TEST_IS_DIR)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "%s: is a folder", path);
    return NULL;
  }
  for (guint i = 2;; i++) {
    g_autoptr (GError) failure = NULL;

    if (koma_file_place (path, aside, &failure))
      return g_steal_pointer (&aside);
    if (i == MAX_TRIES || !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_EXISTS)) {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
    g_free (aside);
    aside = g_strdup_printf ("%s" SUFFIX "-%u", path, i);
  }
}
