/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include <glib/gstdio.h>

#include "tests/remove-tree.h"

static char *folder;

static void
remove_folder (void)
{
  remove_tree (folder);
  g_clear_pointer (&folder, g_free);
}

const char *
fuzz_get_folder (void)
{
  if (folder == NULL) {
    folder = g_dir_make_tmp ("koma-fuzz-XXXXXX", NULL);
    g_assert_nonnull (folder);
    atexit (remove_folder);
  }
  return folder;
}

/* Not as g_file_set_contents() does, which waits for the disk. */
void
fuzz_write_file (const char   *name,
                 const guint8 *data,
                 gsize         size)
{
  g_autofree char *path = g_build_filename (fuzz_get_folder (), name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  FILE            *file = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  file = g_fopen (path, "wb");
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  g_assert_cmpint (fclose (file), ==, 0);
}
