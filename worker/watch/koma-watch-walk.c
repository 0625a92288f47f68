/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-watch-walk.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "engine/koma-app.h"
#include "koma-watch-root.h"

/* Shares keep the size and time of a file for a while before they ask for them again. */
#define REMOTE_PATIENCE 5

void
koma_watch_walk_init (KomaWatchWalk                 *self,
                      const KomaFolderWatchSettings *settings,
                      KomaWatchEvents               *events,
                      GCancellable                  *cancellable)
{
  *self = (KomaWatchWalk){
    .settings = *settings,
    .events = events,
    .cancellable = cancellable,
    .inotify = { .fd = -1, .max_watches = settings->max_watches },
    .is_first = TRUE,
    .is_walked = settings->is_walked,
  };
  koma_watch_tree_init (&self->tree);
  koma_watch_settling_init (&self->settling,
                            settings->settle_ms * G_GINT64_CONSTANT (1000));
}

void
koma_watch_walk_clear (KomaWatchWalk *self)
{
  koma_watch_inotify_close (&self->inotify);
  koma_watch_settling_clear (&self->settling);
  koma_watch_tree_clear (&self->tree);
}

/* Names that begin with a dot are of files that are being written (rsync, Syncthing, GIO), or
 * hidden; others that are end as no picture does: .part, .crdownload, .tmp, .filepart. */
gboolean
koma_watch_walk_is_name (const char *name)
{
  return name[0] != '.' && koma_picture_name_is_picture (name);
}

static void
tell_picture (KomaWatchWalk     *self,
              KomaWatchFolder   *folder,
              const char        *name,
              const char        *path,
              const struct stat *info)
{
  if (koma_watch_folder_set_picture (folder, name, info, self->n_walks) && !self->is_silent)
    koma_watch_events_put (self->events, KOMA_WATCH_PICTURE, path, NULL);
}

/* An empty one is no picture yet. */
void
koma_watch_walk_settled (KomaWatchWalk     *self,
                         const char        *path,
                         const struct stat *info)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  KomaWatchFolder *folder = koma_watch_tree_find (&self->tree, parent);

  if (folder != NULL && info->st_size > 0)
    tell_picture (self, folder, name, path, info);
}

void
koma_watch_walk_drop_picture (KomaWatchWalk   *self,
                              KomaWatchFolder *folder,
                              const char      *name)
{
  g_autofree char *path = g_build_filename (folder->path, name, NULL);

  koma_watch_settling_drop (&self->settling, path);
  if (g_hash_table_contains (folder->pictures, name)) {
    koma_watch_events_put (self->events, KOMA_WATCH_VANISHED, path, NULL);
    g_hash_table_remove (folder->pictures, name);
  }
}

static void
drop_folder (KomaWatchWalk   *self,
             KomaWatchFolder *folder)
{
  g_autoptr (GPtrArray) pictures = koma_watch_folder_list (folder);

  for (guint i = 0; i < pictures->len; i++)
    koma_watch_walk_drop_picture (self, folder, ((KomaWatchPicture *) pictures->pdata[i])->name);
  koma_watch_settling_drop_below (&self->settling, folder->path);
  koma_watch_inotify_remove (&self->inotify, folder->wd);
  koma_watch_tree_remove (&self->tree, folder);
}

void
koma_watch_walk_drop_folder (KomaWatchWalk *self,
                             const char    *path)
{
  g_autoptr (GPtrArray) folders = koma_watch_tree_list (&self->tree, path);

  for (guint i = 0; i < folders->len; i++)
    drop_folder (self, folders->pdata[i]);
}

static gboolean
is_gone (const char *path)
{
  struct stat info = { 0 };

  return stat (path, &info) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

void
koma_watch_walk_drop_gone (KomaWatchWalk *self)
{
  g_autoptr (GPtrArray) folders = koma_watch_tree_list (&self->tree, NULL);

  for (guint i = 0; i < folders->len; i++) {
    KomaWatchFolder *folder = folders->pdata[i];

    if (folder->walk != self->n_walks && is_gone (folder->path))
      drop_folder (self, folder);
  }
}

static void
drop_gone_pictures (KomaWatchWalk   *self,
                    KomaWatchFolder *folder)
{
  g_autoptr (GPtrArray) pictures = koma_watch_folder_list (folder);

  for (guint i = 0; i < pictures->len; i++) {
    const KomaWatchPicture *picture = pictures->pdata[i];
    g_autofree char        *path = g_build_filename (folder->path, picture->name, NULL);

    if (picture->walk != self->n_walks && is_gone (path))
      koma_watch_walk_drop_picture (self, folder, picture->name);
  }
}

/* Whoever copies a file may set its time to an earlier one, but not the time of that. */
static gboolean
has_settled (const KomaWatchWalk *self,
             const struct stat   *info)
{
  const gint64 newest_us =
    MAX (info->st_mtim.tv_sec, info->st_ctim.tv_sec) * G_USEC_PER_SEC + G_USEC_PER_SEC;

  return newest_us + self->settling.quiet_us <= g_get_real_time ();
}

static void
meet_picture (KomaWatchWalk   *self,
              KomaWatchFolder *folder,
              const char      *name)
{
  g_autofree char  *path = g_build_filename (folder->path, name, NULL);
  KomaWatchPicture *known = g_hash_table_lookup (folder->pictures, name);
  struct stat       info = { 0 };

  if (stat (path, &info) != 0 || !S_ISREG (info.st_mode))
    return;
  if (known != NULL)
    known->walk = self->n_walks;
  if (koma_watch_folder_knows (folder, name, &info) ||
      koma_watch_settling_has (&self->settling, path))
    return;
  if (self->is_silent || (self->is_first && info.st_size > 0 && has_settled (self, &info)))
    tell_picture (self, folder, name, path, &info);
  else
    koma_watch_settling_add (&self->settling, path, g_get_monotonic_time ());
}

void
koma_watch_walk_run_out (KomaWatchWalk *self,
                         const char    *path)
{
  if (!self->has_run_out)
    koma_watch_events_put (self->events, KOMA_WATCH_WALKS, path, NULL);
  self->has_run_out = TRUE;
  self->is_walked = TRUE;
}

/* TRUE: the same folder has another path, too. */
static gboolean
is_met_elsewhere (const KomaWatchWalk *self,
                  const char          *path,
                  const KomaFolderId  *id)
{
  const KomaWatchFolder *other = koma_watch_tree_find_by_id (&self->tree, id);
  struct stat            info = { 0 };

  return other != NULL && !g_str_equal (other->path, path) && stat (other->path, &info) == 0 &&
         info.st_dev == id->device && info.st_ino == id->inode;
}

static void
watch_folder (KomaWatchWalk   *self,
              KomaWatchFolder *folder)
{
  if (folder->wd >= 0)
    return;
  koma_watch_tree_set_wd (&self->tree, folder,
                          koma_watch_inotify_add (&self->inotify, folder->path));
  if (folder->wd < 0 && errno == ENOSPC)
    koma_watch_walk_run_out (self, folder->path);
}

/* It is watched before it is read, so that nothing comes between. */
static KomaWatchFolder *
enter_folder (KomaWatchWalk      *self,
              const char         *path,
              guint               depth,
              const KomaFolderId *id)
{
  KomaWatchFolder *folder = koma_watch_tree_find (&self->tree, path);

  if (folder == NULL)
    folder = koma_watch_tree_add (&self->tree, path);
  if (!koma_folder_id_equal (&folder->id, id)) {
    /* Another has taken its name. */
    koma_watch_inotify_remove (&self->inotify, folder->wd);
    koma_watch_tree_set_wd (&self->tree, folder, -1);
    koma_watch_tree_set_id (&self->tree, folder, id);
  }
  folder->depth = depth;
  folder->walk = self->n_walks;
  watch_folder (self, folder);
  return folder;
}

/* One that has been removed meanwhile is no news. */
static void
tell_unreadable (KomaWatchWalk   *self,
                 KomaWatchFolder *folder)
{
  const int fd = open (folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int code = fd < 0 ? errno : EIO;

  if (fd >= 0)
    close (fd);
  if (code == ENOENT)
    return;
  self->is_hampered |= code != EACCES && code != EPERM;
  if (!folder->is_unreadable)
    koma_watch_events_put (self->events, KOMA_WATCH_UNREADABLE, folder->path, g_strerror (code));
  folder->is_unreadable = TRUE;
}

static void
meet_entry (KomaWatchWalk         *self,
            KomaWatchFolder       *folder,
            const KomaFolderEntry *entry)
{
  g_autofree char *name = g_file_get_basename (entry->file);
  g_autofree char *path = NULL;

  if (!entry->is_folder) {
    meet_picture (self, folder, name);
    return;
  }
  path = g_build_filename (folder->path, name, NULL);
  koma_watch_walk_folder (self, path, folder->depth + 1);
}

static void
read_folder (KomaWatchWalk   *self,
             KomaWatchFolder *folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder->path);
  gboolean is_whole = FALSE;
  g_autoptr (GPtrArray) entries = koma_folder_list (file, self->cancellable, &is_whole);

  for (guint i = 0; i < entries->len && !g_cancellable_is_cancelled (self->cancellable); i++)
    meet_entry (self, folder, entries->pdata[i]);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (is_whole) {
    drop_gone_pictures (self, folder);
    folder->is_unreadable = FALSE;
  } else {
    tell_unreadable (self, folder);
  }
}

static void
look_where (KomaWatchWalk         *self,
            const KomaWatchFolder *folder)
{
  g_autofree char       *parent = g_path_get_dirname (folder->path);
  const KomaWatchFolder *above = koma_watch_tree_find (&self->tree, parent);

  if ((above != NULL && above != folder && above->id.device == folder->id.device) ||
      !koma_watch_root_is_remote (folder->path))
    return;
  self->is_walked = TRUE;
  self->settling.quiet_us =
    REMOTE_PATIENCE * self->settings.settle_ms * G_GINT64_CONSTANT (1000);
}

void
koma_watch_walk_folder (KomaWatchWalk *self,
                        const char    *path,
                        guint          depth)
{
  struct stat      info = { 0 };
  KomaFolderId     id = { 0 };
  KomaWatchFolder *folder = NULL;

  if (depth > KOMA_MAX_FOLDER_DEPTH || stat (path, &info) != 0 || !S_ISDIR (info.st_mode))
    return;
  id = (KomaFolderId){ info.st_dev, info.st_ino };
  if (is_met_elsewhere (self, path, &id))
    return;
  folder = enter_folder (self, path, depth, &id);
  look_where (self, folder);
  read_folder (self, folder);
}
