/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A library to be preloaded: the file that KOMA_GATED names, and those of its folder that sort
 * after it, are not opened before the file that KOMA_GATE names is there. So work stands still
 * at a known picture, however fast the machine is. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
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

static void
pass_gate (const char *path)
{
  const char *gate = getenv ("KOMA_GATE");

  while (gate != NULL && is_held (path) && access (gate, F_OK) != 0)
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
