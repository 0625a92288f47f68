/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "worker/koma-fail-errno.h"
#include "worker/koma-journal-file.h"

static gboolean
fail (const char *file,
      int         code,
      GError    **error)
{
  g_autofree char *name = g_filename_display_name (file);

  if (code != EWOULDBLOCK)
    return koma_fail_errno (error, code, file);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
               _ ("%s: another Koma is writing to this collection; wait until it has ended"), name);
  return FALSE;
}

/* Whoever had it before may have removed it while it was waited for. */
static gboolean
is_still_there (const KomaCollectionLock *self)
{
  struct stat held = { 0 }, named = { 0 };

  return fstat (self->fd, &held) == 0 && lstat (self->path, &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

static void
let_go (KomaCollectionLock *self)
{
  close (self->fd);
  self->fd = -1;
}

gboolean
koma_collection_lock_take (KomaCollectionLock *self,
                           const char         *file,
                           GError            **error)
{
  self->path = g_strconcat (file, "-lock", NULL);
  for (;;) {
    self->fd = g_open (self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (self->fd < 0)
      return fail (file, errno, error);
    if (!koma_journal_file_lock (self->fd)) {
      const int reason = errno;

      let_go (self);
      return fail (file, reason, error);
    }
    if (is_still_there (self))
      return TRUE;
    let_go (self);
  }
}

void
koma_collection_lock_clear (KomaCollectionLock *self)
{
  if (self->path != NULL && self->fd >= 0) {
    g_unlink (self->path);
    let_go (self);
  }
  g_clear_pointer (&self->path, g_free);
}
