/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The files that Koma keeps for itself, of which others may make what they
 * like: what automatic choice measured, and the list of models opened last. */

#include "fuzz.h"

#include "worker/measure/koma-autotune-store.h"
#include "worker/models/koma-recent-models.h"

static void
read_measured (void)
{
  g_autoptr (KomaAutotuneReport) report = koma_autotune_store_find ("model", "machine");
  g_autoptr (GError) error = NULL;

  if (report != NULL)
    (void) !koma_autotune_store_keep ("model", "machine", report, &error);
}

static void
read_recent (void)
{
  g_autofree char  *path = g_build_filename (fuzz_get_folder (), "recent", NULL);
  KomaRecentModels *recents = koma_recent_models_new (path);
  g_auto (GStrv) uris = koma_recent_models_list (recents);

  for (guint i = 0; uris[i] != NULL; i++)
    g_assert_true (g_path_is_absolute (uris[i]));
  koma_recent_models_free (recents);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  /* Before GLib looks, which it does once. */
  g_setenv ("XDG_CACHE_HOME", fuzz_get_folder (), TRUE);
  fuzz_write_file ("koma/autotune.ini", data, size);
  read_measured ();
  fuzz_write_file ("recent", data, size);
  read_recent ();
  return 0;
}
