/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-folder-remove.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/koma-app.h"
#include "worker/net/koma-net-error.h"

/* Folders that are too deep for descriptors and stack are brought up here, and removed later. */
typedef struct
{
  int   top;
  guint n_lifted;
} Removal;

static gboolean remove_entry (Removal *removal, int parent, const char *name, guint depth);

/* “removed-…”: what is left of them after a crash, koma-staging removes. */
static char *
make_lifted_name (guint number)
{
  return g_strdup_printf ("removed-%d-%u", (int) getpid (), number);
}

static gboolean
lift (Removal    *removal,
      int         parent,
      const char *name)
{
  g_autofree char *lifted = make_lifted_name (removal->n_lifted);

  if (renameat (parent, name, removal->top, lifted) != 0)
    return FALSE;
  removal->n_lifted++;
  return TRUE;
}

static gboolean
empty_folder (Removal *removal,
              DIR     *dir,
              guint    depth)
{
  const struct dirent *entry = NULL;

  while ((entry = readdir (dir)) != NULL)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0 &&
        !remove_entry (removal, dirfd (dir), entry->d_name, depth))
      return FALSE;
  return TRUE;
}

/* Each folder is opened by its parent's descriptor, and not if it is a link: so a name that becomes
 * one in between leads nowhere else. */
static gboolean
remove_folder (Removal    *removal,
               int         parent,
               const char *name,
               guint       depth)
{
  const int fd = openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR      *dir = fd >= 0 ? fdopendir (fd) : NULL;
  gboolean  is_empty = FALSE;
  int       code = errno;

  if (dir == NULL) {
    if (fd >= 0)
      close (fd);
    errno = code;
    return FALSE;
  }
  is_empty = empty_folder (removal, dir, depth - 1);
  code = errno;
  closedir (dir);
  errno = code;
  return is_empty && unlinkat (parent, name, AT_REMOVEDIR) == 0;
}

static gboolean
remove_entry (Removal    *removal,
              int         parent,
              const char *name,
              guint       depth)
{
  if (unlinkat (parent, name, 0) == 0 || errno == ENOENT)
    return TRUE;
  /* Linux says EISDIR of a folder, POSIX EPERM. */
  if (errno != EISDIR && errno != EPERM)
    return FALSE;
  return depth > 0 ? remove_folder (removal, parent, name, depth)
                   : lift (removal, parent, name);
}

/**
 * koma_folder_remove:
 *
 * Removes a folder with all in it, however deep; a link in it, or in its place, is removed itself.
 *
 * Thread: any but main. Errors: %KOMA_NET_ERROR_STORE; a part of it may be gone then.
 */
gboolean
koma_folder_remove (int         parent,
                    const char *name,
                    GError    **error)
{
  Removal  removal = { parent, 0 };
  gboolean is_gone = remove_entry (&removal, parent, name, KOMA_MAX_FOLDER_DEPTH);

  for (guint i = 0; is_gone && i < removal.n_lifted; i++) {
    g_autofree char *lifted = make_lifted_name (i);

    is_gone = remove_entry (&removal, parent, lifted, KOMA_MAX_FOLDER_DEPTH);
  }
  return is_gone || koma_net_fail_errno (error, errno, name);
}

/**
 * koma_folder_remove_path:
 *
 * koma_folder_remove() of the last part of a path.
 *
 * Thread: any but main. Errors: %KOMA_NET_ERROR_STORE.
 */
gboolean
koma_folder_remove_path (const char *path,
                         GError    **error)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  const int        fd = open (parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean         is_gone = FALSE;

  if (fd < 0)
    return koma_net_fail_errno (error, errno, parent);
  is_gone = koma_folder_remove (fd, name, error);
  close (fd);
  return is_gone;
}
