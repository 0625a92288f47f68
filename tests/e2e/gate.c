/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A library to be preloaded. It counts how often the file that KOMA_GATED names, and those of its
 * folder and below that sort after it, are opened: as many calls as the file that KOMA_GATE names
 * has bytes go on, the others wait till it has grown. So work stands still at a known picture, or
 * at a known file of a cache, however fast the machine is. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INTERVAL_US 5000

static bool
is_held (const char *path)
{
  const char *first = getenv ("KOMA_GATED");
  const char *slash = first != NULL ? strrchr (first, '/') : NULL;
  size_t      length = slash != NULL ? (size_t) (slash - first) + 1 : 0;

  return length > 0 && strncmp (path, first, length) == 0 && strcmp (path, first) >= 0;
}

static long
get_n_allowed (const char *gate)
{
  struct stat info;

  return stat (gate, &info) == 0 ? (long) info.st_size : 0;
}

static void
pass_gate (const char *path)
{
  static atomic_long n_before;
  const char        *gate = getenv ("KOMA_GATE");
  long               number = 0;

  if (gate == NULL || !is_held (path))
    return;
  number = atomic_fetch_add (&n_before, 1);
  while (get_n_allowed (gate) <= number)
    usleep (INTERVAL_US);
}

#define DEFINE_OPEN(name)                                            \
  int name (const char *path, int flags, ...)                        \
  {                                                                  \
    int (*next) (const char *, int, ...) = dlsym (RTLD_NEXT, #name); \
    va_list args;                                                    \
    int     access = 0;                                              \
                                                                     \
    va_start (args, flags);                                          \
    if ((flags & (O_CREAT | O_TMPFILE)) != 0)                        \
      access = va_arg (args, int);                                   \
    va_end (args);                                                   \
    pass_gate (path);                                                \
    return next (path, flags, access);                               \
  }

DEFINE_OPEN (open)
DEFINE_OPEN (open64)
