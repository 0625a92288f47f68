/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The lock of a folder is flock() on the folder itself: it ends with the program, however that
 * ends, and leaves no file behind. */
#include "koma-staging.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "koma-folder-remove.h"
#include "worker/net/koma-download.h"
#include "worker/net/koma-net-error.h"

#define INCOMING ".incoming"
/* Of a model that is taken out: never gone on with. */
#define REMOVED "removed-"
/* Nobody goes on with a download of a month ago. */
#define MAX_AGE_SECONDS (30 * 24 * 60 * 60)

struct _KomaStaging
{
  char *name;
  char *folder;
  int   store_fd;
  int   incoming_fd;
  int   fd; /* of the folder, locked */
};

char *
koma_staging_get_store (void)
{
  return g_build_filename (g_get_user_data_dir (), "koma", "models", NULL);
}

static int
open_folder (int         parent,
             const char *name)
{
  return openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Whether the descriptor, locked now, still is the folder of that name. */
static gboolean
is_still (int         parent,
          const char *name,
          int         fd)
{
  struct stat a = { 0 };
  struct stat b = { 0 };

  return fstat (fd, &a) == 0 && fstatat (parent, name, &b, AT_SYMLINK_NOFOLLOW) == 0 &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Returns: -1, EWOULDBLOCK: somebody else has it */
static int
lock_folder (int         parent,
             const char *name)
{
  int fd = open_folder (parent, name);

  if (fd < 0 || (flock (fd, LOCK_EX | LOCK_NB) == 0 && is_still (parent, name, fd)))
    return fd;
  close (fd);
  errno = EWOULDBLOCK;
  return -1;
}

static gboolean
is_leftover (int         incoming,
             const char *name)
{
  struct stat info = { 0 };

  return g_str_has_prefix (name, REMOVED) ||
         (fstatat (incoming, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
          info.st_mtime < time (NULL) - MAX_AGE_SECONDS);
}

/* What programs left behind that were killed. */
static void
clean (int         incoming,
       const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    int fd = is_leftover (incoming, name) ? lock_folder (incoming, name) : -1;

    if (fd < 0)
      continue;
    koma_folder_remove (incoming, name, NULL);
    close (fd);
  }
}

static KomaStaging *
new_staging (const char *name,
             GError    **error)
{
  g_autoptr (KomaStaging) self = g_new0 (KomaStaging, 1);
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *incoming = g_build_filename (store, INCOMING, NULL);

  self->name = g_strdup (name);
  self->folder = g_build_filename (incoming, name, NULL);
  self->store_fd = self->incoming_fd = self->fd = -1;
  if (g_mkdir_with_parents (incoming, 0700) == 0)
    self->store_fd = open (store, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (self->store_fd >= 0)
    self->incoming_fd = open_folder (self->store_fd, INCOMING);
  if (self->incoming_fd < 0) {
    koma_net_fail_errno (error, errno, incoming);
    return NULL;
  }
  clean (self->incoming_fd, incoming);
  return g_steal_pointer (&self);
}

/**
 * koma_staging_open:
 * @name: of the folder in the store; no slash, no dot in front
 * @error: return location
 *
 * Makes the folder, or takes the one that was left behind, and locks it. Leftovers of others that
 * nobody will go on with are removed.
 *
 * Errors: %KOMA_NET_ERROR_BUSY where another Koma has it, %KOMA_NET_ERROR_STORE,
 * %KOMA_NET_ERROR_DISK_FULL.
 */
KomaStaging *
koma_staging_open (const char *name,
                   GError    **error)
{
  g_autoptr (KomaStaging) self = new_staging (name, error);

  if (self == NULL)
    return NULL;
  if (mkdirat (self->incoming_fd, name, 0700) != 0 && errno != EEXIST) {
    koma_net_fail_errno (error, errno, self->folder);
    return NULL;
  }
  self->fd = lock_folder (self->incoming_fd, name);
  if (self->fd >= 0) {
    /* Of this moment: not a leftover, however old it was. */
    futimens (self->fd, NULL);
    return g_steal_pointer (&self);
  }
  if (errno == EWOULDBLOCK)
    koma_net_fail (error, KOMA_NET_ERROR_BUSY, name);
  else
    koma_net_fail_errno (error, errno, self->folder);
  return NULL;
}

static void
close_if_open (int fd)
{
  if (fd >= 0)
    close (fd);
}

void
koma_staging_free (KomaStaging *self)
{
  close_if_open (self->fd);
  close_if_open (self->incoming_fd);
  close_if_open (self->store_fd);
  g_free (self->name);
  g_free (self->folder);
  g_free (self);
}

const char *
koma_staging_get_folder (KomaStaging *self)
{
  return self->folder;
}

/**
 * koma_staging_commit:
 *
 * Puts the folder into the store: whole, or not at all, on the disk too. Errors:
 * %KOMA_NET_ERROR_STORE where there is something of that name.
 */
gboolean
koma_staging_commit (KomaStaging *self,
                     GError     **error)
{
  unlinkat (self->fd, KOMA_DOWNLOAD_STATE, 0);
  /* Replaces nothing but an empty folder. */
  if (fsync (self->fd) != 0 ||
      renameat (self->incoming_fd, self->name, self->store_fd, self->name) != 0 ||
      fsync (self->store_fd) != 0)
    return koma_net_fail_errno (error, errno, self->name);
  return TRUE;
}

/**
 * koma_staging_empty:
 *
 * Removes all files. Errors: %KOMA_NET_ERROR_STORE.
 */
gboolean
koma_staging_empty (KomaStaging *self,
                    GError     **error)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (!koma_folder_remove (self->fd, name, error))
      return FALSE;
  return TRUE;
}

void
koma_staging_discard (KomaStaging *self)
{
  koma_folder_remove (self->incoming_fd, self->name, NULL);
}

/**
 * koma_staging_remove_stored:
 * @name: of a folder of the store itself
 * @error: return location
 *
 * Errors: %KOMA_NET_ERROR_STORE, where it is not there, or a link.
 */
gboolean
koma_staging_remove_stored (const char *name,
                            GError    **error)
{
  g_autoptr (KomaStaging) self = new_staging (name, error);
  g_autofree char *random = g_uuid_string_random ();
  g_autofree char *removed = g_strconcat (REMOVED, random, NULL);
  int              fd = -1;

  if (self == NULL)
    return FALSE;
  /* A folder, and no link. */
  fd = open_folder (self->store_fd, name);
  if (fd < 0 || renameat (self->store_fd, name, self->incoming_fd, removed) != 0) {
    koma_net_fail_errno (error, errno, name);
    close_if_open (fd);
    return FALSE;
  }
  close (fd);
  return koma_folder_remove (self->incoming_fd, removed, error);
}
