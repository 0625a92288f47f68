/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking old programs out of the cache. The folder has one for each driver and
 * engine version, and programs in those, whose time of change is that of their
 * last use. Another process may write and remove files at the same time: a file
 * that has gone is skipped, and a program that is not found is built. */

#include "program-cache-tidy.h"

#include <glib/gstdio.h>

typedef struct
{
  char   *path;
  gint64  used_s;
  guint64 size_bytes;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->path);
  g_free (entry);
}

static int
compare_use (gconstpointer a,
             gconstpointer b)
{
  const Entry *x = *(const Entry *const *) a;
  const Entry *y = *(const Entry *const *) b;

  return (x->used_s > y->used_s) - (x->used_s < y->used_s);
}

static Entry *
entry_new (const char     *path,
           const GStatBuf *info)
{
  Entry *entry = g_new (Entry, 1);

  *entry = (Entry){ g_strdup (path), info->st_mtime, info->st_size };
  return entry;
}

/* Removes what is too old, lists the rest. A folder in a folder is not ours. */
static void
look_through (const char *folder,
              gint64      oldest_s,
              GPtrArray  *entries)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    GStatBuf         info;

    if (g_lstat (path, &info) != 0 || !S_ISREG (info.st_mode))
      continue;
    if (info.st_mtime < oldest_s)
      (void) g_unlink (path);
    else
      g_ptr_array_add (entries, entry_new (path, &info));
  }
}

static void
look_through_others (const char *folder,
                     const char *own,
                     gint64      oldest_s,
                     GPtrArray  *entries)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (g_str_equal (name, own) || !g_file_test (path, G_FILE_TEST_IS_DIR) ||
        g_file_test (path, G_FILE_TEST_IS_SYMLINK))
      continue;
    look_through (path, oldest_s, entries);
    /* Fails where something is left. */
    (void) g_rmdir (path);
  }
}

/* Those not used for longest. */
static void
remove_excess (GPtrArray *entries,
               guint64    max_bytes)
{
  guint64 total_bytes = 0;

  for (guint i = 0; i < entries->len; i++)
    total_bytes += ((const Entry *) entries->pdata[i])->size_bytes;
  g_ptr_array_sort (entries, compare_use);
  for (guint i = 0; i < entries->len && total_bytes > max_bytes; i++) {
    const Entry *entry = entries->pdata[i];

    (void) g_unlink (entry->path);
    total_bytes -= entry->size_bytes;
  }
}

/**
 * koma_gles_program_cache_tidy_folder:
 * @folder: of all programs
 * @own: the folder in it that is this driver's and engine's
 *
 * Removes files that were not used for long, then those used longest ago until
 * the rest fits. Thread: any but one that shows something.
 */
void
koma_gles_program_cache_tidy_folder (const char                *folder,
                                     const char                *own,
                                     const KomaGlesCacheLimits *limits)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);
  g_autofree char *own_folder = g_build_filename (folder, own, NULL);
  const gint64     now_s = g_get_real_time () / G_USEC_PER_SEC;

  look_through (own_folder, now_s - limits->max_age_s, entries);
  look_through_others (folder, own, now_s - limits->max_foreign_age_s, entries);
  /* Files of Koma before there were folders. */
  look_through (folder, now_s - limits->max_foreign_age_s, entries);
  remove_excess (entries, limits->max_bytes);
}
