/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A library to be preloaded: there is /.flatpak-info, as in each sandbox of Flatpak, and no
 * process can be started. */
#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

int
access (const char *path,
        int         mode)
{
  int (*next) (const char *, int) = dlsym (RTLD_NEXT, "access");

  return strcmp (path, "/.flatpak-info") == 0 ? 0 : next (path, mode);
}

int
posix_spawn (pid_t                            *pid,
             const char                       *path,
             const posix_spawn_file_actions_t *actions,
             const posix_spawnattr_t          *attributes,
             char *const                       arguments[],
             char *const                       environment[])
{
  return EPERM;
}
