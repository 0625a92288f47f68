/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-kept-file.h"

#include <gio/gio.h>

#include "engine/koma-app.h"
#include "koma-set-aside.h"

/* (transfer full) (nullable) */
static GKeyFile *
load (const char *path,
      GError    **error)
{
  g_autofree char *text = NULL;
  gsize            length = 0;
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (koma_file_read (path, KOMA_MAX_SMALL_BYTES, &text, &length, error) &&
      g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, error))
    return g_steal_pointer (&file);
  return NULL;
}

/**
 * koma_kept_file_read:
 *
 * Returns: (transfer full): empty where there is no such file, or nothing that can be read
 */
GKeyFile *
koma_kept_file_read (const char *path)
{
  GKeyFile *file = load (path, NULL);

  return file != NULL ? file : g_key_file_new ();
}

/**
 * koma_kept_file_touch:
 *
 * Makes the group the newest.
 */
void
koma_kept_file_touch (GKeyFile   *file,
                      const char *group)
{
  g_key_file_set_int64 (file, group, KOMA_KEPT_TIME, g_get_real_time () / G_USEC_PER_SEC);
}

static void
drop_oldest (GKeyFile *file)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  const char *oldest = NULL;
  gint64      oldest_time = G_MAXINT64;

  for (guint i = 0; groups[i] != NULL; i++) {
    gint64 time = g_key_file_get_int64 (file, groups[i], KOMA_KEPT_TIME, NULL);

    if (time < oldest_time) {
      oldest = groups[i];
      oldest_time = time;
    }
  }
  if (oldest != NULL)
    g_key_file_remove_group (file, oldest, NULL);
}

static gsize
count_groups (GKeyFile *file)
{
  gsize n_groups = 0;

  g_strfreev (g_key_file_get_groups (file, &n_groups));
  return n_groups;
}

/* What is written knows nothing of what could not be read. */
static gboolean
set_aside_damaged (const char *path,
                   GError    **error)
{
  g_autoptr (GError) damage = NULL;
  g_autoptr (GKeyFile) before = load (path, &damage);
  g_autofree char *aside = NULL;

  if (before != NULL || g_error_matches (damage, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return TRUE;
  aside = koma_set_aside (path, error);
  return aside != NULL;
}

/**
 * koma_kept_file_write:
 * @max_groups: with one more, the oldest goes
 *
 * Replaces the file as a whole, and makes its folder. One that can not be read stays, under another
 * name. Errors: #GFileError, those of koma_set_aside().
 */
gboolean
koma_kept_file_write (GKeyFile   *file,
                      const char *path,
                      guint       max_groups,
                      GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (count_groups (file) > max_groups)
    drop_oldest (file);
  if (g_mkdir_with_parents (folder, 0700) != 0) {
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", folder,
                 g_strerror (errno));
    return FALSE;
  }
  return set_aside_damaged (path, error) && g_key_file_save_to_file (file, path, error);
}
