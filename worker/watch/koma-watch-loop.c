/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-watch-loop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <glib/gi18n.h>

#define NEVER G_MAXINT64

enum {
  WAKE,
  INOTIFY,
  MOUNTS,
  N_FDS,
};

void
koma_watch_loop_init (KomaWatchLoop                 *self,
                      const char                    *path,
                      const KomaFolderWatchSettings *settings,
                      KomaWatchEvents               *events,
                      GCancellable                  *cancellable,
                      int                            wake_fd)
{
  *self = (KomaWatchLoop){
    .path = g_strdup (path),
    .wake_fd = wake_fd,
    .retry_due_us = NEVER,
    .walk_due_us = NEVER,
    .mounts_fd = open ("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC),
  };
  koma_watch_walk_init (&self->walk, settings, events, cancellable);
}

void
koma_watch_loop_clear (KomaWatchLoop *self)
{
  koma_watch_walk_clear (&self->walk);
  if (self->mounts_fd >= 0)
    close (self->mounts_fd);
  g_free (self->path);
}

static gint64
get_due (guint after_ms)
{
  return g_get_monotonic_time () + after_ms * G_GINT64_CONSTANT (1000);
}

/* Each time twice as long as before. */
static void
retry_later (KomaWatchLoop *self)
{
  const KomaFolderWatchSettings *settings = &self->walk.settings;

  self->retry_ms =
    self->retry_ms == 0 ? settings->retry_ms : MIN (2 * self->retry_ms, settings->retry_max_ms);
  self->retry_due_us = get_due (self->retry_ms);
}

/* What was told stays known: it is not told again when the folder is back. */
static void
lose (KomaWatchLoop *self,
      const char    *why)
{
  KomaWatchWalk *walk = &self->walk;

  if (!self->is_lost) {
    koma_watch_events_put (walk->events, KOMA_WATCH_LOST, self->path, why);
    koma_watch_inotify_close (&walk->inotify);
    koma_watch_tree_forget_watches (&walk->tree);
    koma_watch_settling_empty (&walk->settling);
    self->retry_ms = 0;
  }
  self->is_lost = TRUE;
  self->walk_due_us = NEVER;
  retry_later (self);
}

/* Whether the folder can be read; else it is lost. */
static gboolean
look_at_root (KomaWatchLoop *self,
              KomaWatchRoot *ret_root)
{
  if (!koma_watch_root_look (self->path, ret_root)) {
    lose (self, g_strerror (errno));
    return FALSE;
  }
  if (self->has_mounted && !ret_root->is_mount) {
    lose (self, _ ("it is not mounted any more"));
    return FALSE;
  }
  return TRUE;
}

static void
end_walk (KomaWatchLoop *self)
{
  KomaWatchWalk *walk = &self->walk;

  koma_watch_walk_drop_gone (walk);
  if (!self->has_walked)
    koma_watch_events_put (walk->events, KOMA_WATCH_WALKED, self->path, NULL);
  self->has_walked = TRUE;
  walk->is_first = FALSE;
  walk->is_silent = FALSE;
  self->walk_due_us = walk->is_walked ? get_due (walk->settings.walk_ms) : NEVER;
  if (walk->is_hampered) {
    retry_later (self);
  } else {
    self->retry_due_us = NEVER;
    self->retry_ms = 0;
  }
}

/* The folder may be lost while it is walked: then nothing that was not met is gone. */
static void
walk_all (KomaWatchLoop *self)
{
  KomaWatchRoot root = { 0 };

  self->walk.n_walks++;
  self->walk.is_hampered = FALSE;
  koma_watch_walk_folder (&self->walk, self->path, 0);
  if (!g_cancellable_is_cancelled (self->walk.cancellable) && look_at_root (self, &root))
    end_walk (self);
}

static void
watch_anew (KomaWatchLoop *self)
{
  KomaWatchWalk *walk = &self->walk;

  koma_watch_tree_forget_watches (&walk->tree);
  if (koma_watch_inotify_open (&walk->inotify))
    koma_watch_inotify_add_above (&walk->inotify, self->path);
  else
    koma_watch_walk_run_out (walk, self->path);
}

/* It is there for the first time, again, or another one. */
static void
open_root (KomaWatchLoop       *self,
           const KomaWatchRoot *root)
{
  self->root = *root;
  self->has_mounted |= root->is_mount;
  if (self->is_lost)
    koma_watch_events_put (self->walk.events, KOMA_WATCH_BACK, self->path, NULL);
  self->is_lost = FALSE;
  watch_anew (self);
  walk_all (self);
}

/* Whether one of the folders is not the one that it was: something was mounted or unmounted. */
static gboolean
has_other_folders (const KomaWatchLoop *self)
{
  g_autoptr (GPtrArray) folders = koma_watch_tree_list (&self->walk.tree, NULL);

  for (guint i = 0; i < folders->len; i++) {
    const KomaWatchFolder *folder = folders->pdata[i];
    struct stat            info = { 0 };

    if (stat (folder->path, &info) != 0 || info.st_dev != folder->id.device ||
        info.st_ino != folder->id.inode)
      return TRUE;
  }
  return FALSE;
}

static void
walk_again (KomaWatchLoop *self)
{
  KomaWatchRoot root = { 0 };

  self->is_walk_wanted = FALSE;
  if (!look_at_root (self, &root))
    return;
  if (self->is_lost || !koma_folder_id_equal (&root.id, &self->root.id))
    open_root (self, &root);
  else
    walk_all (self);
}

/* Where it is one: a link to a folder counts, and one that can be read now, by its new rights. */
static void
meet_folder (KomaWatchLoop         *self,
             const KomaWatchFolder *parent,
             guint32                mask,
             const char            *path)
{
  const KomaWatchFolder *folder = koma_watch_tree_find (&self->walk.tree, path);
  const gboolean         is_new = folder == NULL || folder->is_unreadable;

  if (mask & (IN_DELETE | IN_MOVED_FROM) && folder != NULL)
    koma_watch_walk_drop_folder (&self->walk, path);
  else if (mask & (IN_CREATE | IN_MOVED_TO) || (mask & IN_ATTRIB && mask & IN_ISDIR && is_new))
    koma_watch_walk_folder (&self->walk, path, parent->depth + 1);
}

static void
meet_picture (KomaWatchLoop   *self,
              KomaWatchFolder *folder,
              guint32          mask,
              const char      *name)
{
  KomaWatchSettling *settling = &self->walk.settling;
  const gint64       now_us = g_get_monotonic_time ();
  g_autofree char   *path = g_build_filename (folder->path, name, NULL);

  if (mask & (IN_DELETE | IN_MOVED_FROM))
    koma_watch_walk_drop_picture (&self->walk, folder, name);
  else if (mask & (IN_CLOSE_WRITE | IN_MOVED_TO))
    koma_watch_settling_add (settling, path, now_us);
  else if (mask & IN_MODIFY)
    koma_watch_settling_hold (settling, path);
  else if (mask & (IN_CREATE | IN_ATTRIB))
    /* A link is there at once; what is written says so next. */
    koma_watch_settling_touch (settling, path, now_us);
}

static void
meet_in_folder (KomaWatchLoop   *self,
                KomaWatchFolder *folder,
                guint32          mask,
                const char      *name)
{
  g_autofree char *path = g_build_filename (folder->path, name, NULL);

  if (name[0] == '.')
    return;
  if (!(mask & IN_ISDIR) && koma_watch_walk_is_name (name))
    meet_picture (self, folder, mask, name);
  meet_folder (self, folder, mask, path);
}

/* A folder above the root has no entry in the tree. */
static void
meet_self (KomaWatchLoop   *self,
           KomaWatchFolder *folder, /* (nullable) */
           guint32          mask)
{
  if (mask & IN_IGNORED && folder != NULL) {
    self->walk.inotify.n_watches--;
    koma_watch_tree_set_wd (&self->walk.tree, folder, -1);
  }
  if (mask & IN_UNMOUNT ||
      (mask & (IN_DELETE_SELF | IN_MOVE_SELF) && (folder == NULL || folder->depth == 0)))
    self->is_walk_wanted = TRUE;
}

static void
event_cb (int         wd,
          guint32     mask,
          const char *name,
          gpointer    data)
{
  KomaWatchLoop   *self = data;
  KomaWatchFolder *folder = koma_watch_tree_find_by_wd (&self->walk.tree, wd);

  if (mask & IN_Q_OVERFLOW) {
    koma_watch_settling_release (&self->walk.settling, g_get_monotonic_time ());
    self->is_walk_wanted = TRUE;
  } else if (name == NULL) {
    meet_self (self, folder, mask);
  } else if (folder != NULL) {
    meet_in_folder (self, folder, mask, name);
  }
}

static int
get_timeout_ms (const KomaWatchLoop *self)
{
  const gint64 due_us = MIN (koma_watch_settling_get_due (&self->walk.settling),
                             MIN (self->retry_due_us, self->walk_due_us));

  if (due_us == NEVER)
    return -1;
  return (int) CLAMP ((due_us - g_get_monotonic_time () + 999) / 1000, 0, G_MAXINT);
}

static void
tell_settled (KomaWatchLoop *self)
{
  struct stat info = { 0 };
  char       *path = NULL;

  while ((path = koma_watch_settling_take (&self->walk.settling, g_get_monotonic_time (),
                                           &info)) != NULL) {
    koma_watch_walk_settled (&self->walk, path, &info);
    g_free (path);
  }
}

static void
do_due (KomaWatchLoop *self)
{
  const gint64 now_us = g_get_monotonic_time ();

  if (self->retry_due_us <= now_us || self->walk_due_us <= now_us)
    self->is_walk_wanted = TRUE;
  if (self->is_walk_wanted)
    walk_again (self);
}

static void
turn (KomaWatchLoop *self)
{
  struct pollfd fds[N_FDS] = {
    [WAKE] = { self->wake_fd, POLLIN, 0 },
    [INOTIFY] = { self->walk.inotify.fd, POLLIN, 0 },
    [MOUNTS] = { self->mounts_fd, POLLPRI, 0 },
  };

  (void) poll (fds, N_FDS, get_timeout_ms (self));
  if (g_cancellable_is_cancelled (self->walk.cancellable))
    return;
  if (fds[INOTIFY].revents != 0)
    koma_watch_inotify_read (&self->walk.inotify, event_cb, self);
  if (fds[MOUNTS].revents != 0)
    self->is_walk_wanted |= self->is_lost || has_other_folders (self);
  tell_settled (self);
  do_due (self);
}

void
koma_watch_loop_run (KomaWatchLoop *self)
{
  KomaWatchRoot root = { 0 };

  if (look_at_root (self, &root)) {
    self->walk.is_silent = self->walk.settings.is_new_only;
    open_root (self, &root);
  }
  while (!g_cancellable_is_cancelled (self->walk.cancellable))
    turn (self);
}
