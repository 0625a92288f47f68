/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-data-dir.h"

/* Installed, the program is PREFIX/bin/koma; built, it is BUILD/app/koma. So
 * the folder follows from where the program lies, wherever that was moved to. */
static char *
find_beside_program (const char *name)
{
  static const char *const folders[] = { KOMA_DATA_FROM_PREFIX, "data" };
  g_autofree char         *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char         *bin = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char         *prefix = bin != NULL ? g_path_get_dirname (bin) : NULL;

  for (guint i = 0; prefix != NULL && i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *folder = g_canonicalize_filename (folders[i], prefix);
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (g_file_test (path, G_FILE_TEST_EXISTS))
      return g_steal_pointer (&path);
  }
  return NULL;
}

/**
 * koma_data_dir_find:
 * @name: of a file or folder: `"models/shogi"`, `"samples"`
 *
 * Looks in the folder of Koma's own data: `$KOMA_DATA_DIR` where that is set,
 * and nowhere else then; otherwise beside the running program.
 *
 * Thread: any; asks the disk whether the file is there.
 *
 * Returns: (transfer full) (nullable): its path, absolute; %NULL where there
 *   is no such thing
 */
char *
koma_data_dir_find (const char *name)
{
  const char      *given = g_getenv ("KOMA_DATA_DIR");
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;

  if (given == NULL || *given == '\0')
    return find_beside_program (name);
  folder = g_canonicalize_filename (given, NULL);
  path = g_build_filename (folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}
