/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-watch-settling.h"

#include <string.h>

#include "worker/koma-file-id.h"

typedef struct
{
  char      *path;
  KomaFileId seen;    /* zeros: nothing yet */
  gint64     due_us;  /* where it is in the list */
  gboolean   is_held; /* and is not */
  GList      link;
} File;

static void
file_free (gpointer data)
{
  File *file = data;

  g_free (file->path);
  g_free (file);
}

static KomaFileId
look_at (const char *path)
{
  struct stat info = { 0 };

  return stat (path, &info) == 0 ? koma_file_id_from_stat (&info) : (KomaFileId){ 0 };
}

static void
take_out (KomaWatchSettling *self,
          File              *file)
{
  if (!file->is_held)
    g_queue_unlink (&self->due, &file->link);
  file->is_held = TRUE;
}

/* The time to wait is the same for all, so the last one is always due last. */
static void
put_last (KomaWatchSettling *self,
          File              *file,
          gint64             now_us)
{
  take_out (self, file);
  file->is_held = FALSE;
  file->due_us = now_us + self->quiet_us;
  g_queue_push_tail_link (&self->due, &file->link);
}

static File *
find_or_add (KomaWatchSettling *self,
             const char        *path)
{
  File *file = g_hash_table_lookup (self->files, path);

  if (file != NULL)
    return file;
  file = g_new0 (File, 1);
  file->path = g_strdup (path);
  file->is_held = TRUE;
  file->link.data = file;
  g_hash_table_insert (self->files, file->path, file);
  return file;
}

void
koma_watch_settling_init (KomaWatchSettling *self,
                          gint64             quiet_us)
{
  *self = (KomaWatchSettling){ .quiet_us = quiet_us };
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, file_free);
  g_queue_init (&self->due);
}

void
koma_watch_settling_empty (KomaWatchSettling *self)
{
  /* The links are parts of the files. */
  g_queue_init (&self->due);
  g_hash_table_remove_all (self->files);
}

void
koma_watch_settling_clear (KomaWatchSettling *self)
{
  g_clear_pointer (&self->files, g_hash_table_unref);
}

void
koma_watch_settling_add (KomaWatchSettling *self,
                         const char        *path,
                         gint64             now_us)
{
  File *file = find_or_add (self, path);

  file->seen = look_at (path);
  put_last (self, file, now_us);
}

void
koma_watch_settling_touch (KomaWatchSettling *self,
                           const char        *path,
                           gint64             now_us)
{
  const File *file = g_hash_table_lookup (self->files, path);

  if (file == NULL || !file->is_held)
    koma_watch_settling_add (self, path, now_us);
}

void
koma_watch_settling_hold (KomaWatchSettling *self,
                          const char        *path)
{
  take_out (self, find_or_add (self, path));
}

void
koma_watch_settling_release (KomaWatchSettling *self,
                             gint64             now_us)
{
  GHashTableIter iter;
  gpointer       file = NULL;

  g_hash_table_iter_init (&iter, self->files);
  while (g_hash_table_iter_next (&iter, NULL, &file))
    if (((File *) file)->is_held)
      put_last (self, file, now_us);
}

gboolean
koma_watch_settling_has (const KomaWatchSettling *self,
                         const char              *path)
{
  return g_hash_table_contains (self->files, path);
}

void
koma_watch_settling_drop (KomaWatchSettling *self,
                          const char        *path)
{
  File *file = g_hash_table_lookup (self->files, path);

  if (file == NULL)
    return;
  take_out (self, file);
  g_hash_table_remove (self->files, path);
}

void
koma_watch_settling_drop_below (KomaWatchSettling *self,
                                const char        *folder)
{
  const gsize    length = strlen (folder);
  GHashTableIter iter;
  gpointer       value = NULL;

  g_hash_table_iter_init (&iter, self->files);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    File *file = value;

    if (strncmp (file->path, folder, length) == 0 && file->path[length] == G_DIR_SEPARATOR) {
      take_out (self, file);
      g_hash_table_iter_remove (&iter);
    }
  }
}

gint64
koma_watch_settling_get_due (const KomaWatchSettling *self)
{
  return self->due.head != NULL ? ((const File *) self->due.head->data)->due_us : G_MAXINT64;
}

/* Whether it is as it was when it was looked at last; else it is looked at again, or is gone. */
static gboolean
is_settled (KomaWatchSettling *self,
            File              *file,
            gint64             now_us,
            struct stat       *ret_info)
{
  KomaFileId now = { 0 };

  if (stat (file->path, ret_info) != 0 || !S_ISREG (ret_info->st_mode)) {
    koma_watch_settling_drop (self, file->path);
    return FALSE;
  }
  now = koma_file_id_from_stat (ret_info);
  if (koma_file_id_equal (&now, &file->seen))
    return TRUE;
  file->seen = now;
  put_last (self, file, now_us);
  return FALSE;
}

char *
koma_watch_settling_take (KomaWatchSettling *self,
                          gint64             now_us,
                          struct stat       *ret_info)
{
  while (koma_watch_settling_get_due (self) <= now_us) {
    File *file = self->due.head->data;
    char *path = NULL;

    if (!is_settled (self, file, now_us, ret_info))
      continue;
    path = g_strdup (file->path);
    koma_watch_settling_drop (self, path);
    return path;
  }
  return NULL;
}
