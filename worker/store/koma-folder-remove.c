/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-folder-remove.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "engine/koma-limits.h"
#include "worker/net/koma-net-error.h"

static gboolean remove_entry (int parent, const char *name, guint depth);

static gboolean
empty_folder (DIR  *dir,
              guint depth)
{
  const struct dirent *entry = NULL;

  while ((entry = readdir (dir)) != NULL)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0 &&
        !remove_entry (dirfd (dir), entry->d_name, depth))
      return FALSE;
  return TRUE;
}

/* Each folder is opened by its parent's descriptor, and not if it is a link: so a name that becomes
 * one in between leads nowhere else. */
static gboolean
remove_folder (int         parent,
               const char *name,
               guint       depth)
{
  const int fd = openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR      *dir = fd >= 0 && depth > 0 ? fdopendir (fd) : NULL;
  gboolean  is_empty = FALSE;
  int       code = errno;

  if (dir == NULL) {
    if (fd >= 0)
      close (fd);
    errno = depth > 0 ? code : ELOOP;
    return FALSE;
  }
  is_empty = empty_folder (dir, depth - 1);
  code = errno;
  closedir (dir);
  errno = code;
  return is_empty && unlinkat (parent, name, AT_REMOVEDIR) == 0;
}

static gboolean
remove_entry (int         parent,
              const char *name,
              guint       depth)
{
  /* Linux says EISDIR of a folder, POSIX EPERM. */
  return unlinkat (parent, name, 0) == 0 || errno == ENOENT ||
         ((errno == EISDIR || errno == EPERM) && remove_folder (parent, name, depth));
}

/**
 * koma_folder_remove:
 *
 * Removes a folder with all in it; a link in it, or in its place, is removed itself.
 *
 * Thread: any but main. Errors: %KOMA_NET_ERROR_STORE; a part of it may be gone then.
 */
gboolean
koma_folder_remove (int         parent,
                    const char *name,
                    GError    **error)
{
  return remove_entry (parent, name, KOMA_MAX_FOLDER_DEPTH) ||
         koma_net_fail_errno (error, errno, name);
}
