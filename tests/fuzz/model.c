/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fuzz.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/formats/format.h"
#include "engine/passes/passes.h"

#define WEIGHTS_BYTES 448

static char *folder;

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    g_remove (path);
  }
  g_rmdir (folder);
  g_clear_pointer (&folder, g_free);
}

static void
write_file (const char   *name,
            const guint8 *data,
            gsize         size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  FILE            *file = g_fopen (path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  g_assert_cmpint (fclose (file), ==, 0);
}

const char *
fuzz_get_folder (void)
{
  static const guint8 weights[WEIGHTS_BYTES] = { 0 };

  if (folder == NULL) {
    folder = g_dir_make_tmp ("koma-fuzz-XXXXXX", NULL);
    g_assert_nonnull (folder);
    atexit (remove_folder);
    write_file ("weights.bin", weights, sizeof weights);
  }

  return folder;
}

/* What a session does first. */
static void
prepare (KomaRawModel *raw)
{
  g_autoptr (GError) error = NULL;

  if (g_hash_table_size (raw->unsupported) == 0)
    (void) !koma_passes_run (raw->graph, 1, NULL, 0, &error);
}

void
fuzz_read_model (const char   *name,
                 const guint8 *data,
                 gsize         size)
{
  g_autofree char  *path = g_build_filename (fuzz_get_folder (), name, NULL);
  const KomaFormat *format = NULL;
  KomaRawModel      raw = { 0 };
  g_autoptr (GError) error = NULL;

  write_file (name, data, size);
  format = koma_formats_find (path, &error);
  if (format != NULL && format->read (path, NULL, NULL, &raw, &error))
    prepare (&raw);
  koma_raw_model_clear (&raw);
}
