/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-watch-inotify.h"

#include <errno.h>
#include <unistd.h>

#define BUFFER_BYTES (32u << 10)

/* Nothing that reading a file causes: Koma would wake itself. */
#define OF_FOLDERS                                                                                \
  (IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | \
   IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)
#define OF_FOLDERS_ABOVE (IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD)

gboolean
koma_watch_inotify_open (KomaWatchInotify *self)
{
  koma_watch_inotify_close (self);
  self->fd = inotify_init1 (IN_NONBLOCK | IN_CLOEXEC);
  return self->fd >= 0;
}

void
koma_watch_inotify_close (KomaWatchInotify *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  self->n_watches = 0;
}

int
koma_watch_inotify_add (KomaWatchInotify *self,
                        const char       *path)
{
  int wd = -1;

  errno = ENOSPC;
  if (self->fd < 0 || (self->max_watches > 0 && self->n_watches >= self->max_watches))
    return -1;
  wd = inotify_add_watch (self->fd, path, OF_FOLDERS);
  self->n_watches += wd >= 0;
  return wd;
}

void
koma_watch_inotify_remove (KomaWatchInotify *self,
                           int               wd)
{
  if (wd < 0 || self->fd < 0)
    return;
  /* Fails where the folder is gone, and its watch with it. */
  (void) inotify_rm_watch (self->fd, wd);
  self->n_watches--;
}

/* One that can not be watched is no loss: what is below it tells most. */
void
koma_watch_inotify_add_above (KomaWatchInotify *self,
                              const char       *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *above = g_path_get_dirname (absolute);

  while (self->fd >= 0 && !g_str_equal (above, "/")) {
    char *next = g_path_get_dirname (above);

    (void) inotify_add_watch (self->fd, above, OF_FOLDERS_ABOVE);
    g_free (above);
    above = next;
  }
}

static void
tell_all (const char          *bytes,
          gsize                n_bytes,
          KomaWatchInotifyFunc func,
          gpointer             data)
{
  gsize at = 0;

  while (at + sizeof (struct inotify_event) <= n_bytes) {
    const struct inotify_event *event = (const void *) (bytes + at);

    func (event->wd, event->mask, event->len > 0 ? event->name : NULL, data);
    at += sizeof *event + event->len;
  }
}

void
koma_watch_inotify_read (KomaWatchInotify    *self,
                         KomaWatchInotifyFunc func,
                         gpointer             data)
{
  _Alignas(struct inotify_event) char bytes[BUFFER_BYTES];
  const ssize_t                       n = self->fd >= 0 ? read (self->fd, bytes, sizeof bytes) : -1;

  if (n > 0)
    tell_all (bytes, (gsize) n, func, data);
}
