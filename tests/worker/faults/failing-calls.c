/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Both names of a call are wanted, open () and open64 (), and no macro of either. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE

#include "failing-calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static struct
{
  int     is_on;   /* (atomic) */
  int     n_calls; /* (atomic) */
  int     at;
  FailWay way;
  char    what[600];
} faults;

void
failing_calls_begin (guint   at,
                     FailWay way)
{
  faults.at = (int) at;
  faults.way = way;
  faults.what[0] = '\0';
  g_atomic_int_set (&faults.n_calls, 0);
  g_atomic_int_set (&faults.is_on, TRUE);
}

const char *
failing_calls_end (void)
{
  g_atomic_int_set (&faults.is_on, FALSE);
  return faults.what[0] != '\0' ? faults.what : NULL;
}

/* Whether this call is one that fails; errno then says why. */
static gboolean
fails (const char *call,
       const char *path)
{
  int number = 0;

  if (!g_atomic_int_get (&faults.is_on))
    return FALSE;
  number = g_atomic_int_add (&faults.n_calls, 1) + 1;
  if (number < faults.at || (number > faults.at && faults.way != FAIL_FROM_NOW))
    return FALSE;
  if (number == faults.at)
    g_snprintf (faults.what, sizeof faults.what, "%d: %s %s", number, call, path);
  errno = faults.way == FAIL_HALF ? EIO : ENOSPC;
  return TRUE;
}

/* Sockets and pipes are no files. */
static gboolean
is_file (int fd)
{
  struct stat info;

  return fd > STDERR_FILENO && fstat (fd, &info) == 0 && S_ISREG (info.st_mode);
}

#define REAL(name) ((__typeof__ (&(name))) find (#name))

static gpointer
find (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

/* ---- Content ---- */

ssize_t
write (int         fd,
       const void *data,
       size_t      length)
{
  if (!is_file (fd) || !fails ("write", ""))
    return REAL (write) (fd, data, length);
  if (faults.way == FAIL_HALF && length > 1)
    (void) !REAL (write) (fd, data, length / 2);
  errno = faults.way == FAIL_HALF ? EIO : ENOSPC;
  return -1;
}

ssize_t
writev (int                 fd,
        const struct iovec *pieces,
        int                 n)
{
  return is_file (fd) && fails ("writev", "") ? -1 : REAL (writev) (fd, pieces, n);
}

#define PWRITE(name, offset_type)                                                           \
  ssize_t name (int fd, const void *data, size_t length, offset_type offset)                \
  {                                                                                         \
    return is_file (fd) && fails (#name, "") ? -1 : REAL (name) (fd, data, length, offset); \
  }
PWRITE (pwrite, off_t)
PWRITE (pwrite64, off64_t)

/* No test here cuts the power, so that a disk need not be waited for. */
#define ON_FILE(name)                                 \
  int name (int fd)                                   \
  {                                                   \
    return fails (#name, "") ? (errno = EIO, -1) : 0; \
  }
ON_FILE (fsync)
ON_FILE (fdatasync)

#define FTRUNCATE(name, offset_type)                                          \
  int name (int fd, offset_type length)                                       \
  {                                                                           \
    return is_file (fd) && fails (#name, "") ? -1 : REAL (name) (fd, length); \
  }
FTRUNCATE (ftruncate, off_t)
FTRUNCATE (ftruncate64, off64_t)

int
fchmod (int    fd,
        mode_t mode)
{
  return fails ("fchmod", "") ? -1 : REAL (fchmod) (fd, mode);
}

/* ---- Names ---- */

int
rename (const char *from,
        const char *to)
{
  return fails ("rename", to) ? -1 : REAL (rename) (from, to);
}

int
renameat (int         from_fd,
          const char *from,
          int         to_fd,
          const char *to)
{
  return fails ("renameat", to) ? -1 : REAL (renameat) (from_fd, from, to_fd, to);
}

int
renameat2 (int          from_fd,
           const char  *from,
           int          to_fd,
           const char  *to,
           unsigned int flags)
{
  return fails ("renameat2", to) ? -1 : REAL (renameat2) (from_fd, from, to_fd, to, flags);
}

int
unlink (const char *path)
{
  return fails ("unlink", path) ? (errno = EIO, -1) : REAL (unlink) (path);
}

int
unlinkat (int         fd,
          const char *path,
          int         flags)
{
  return fails ("unlinkat", path) ? (errno = EIO, -1) : REAL (unlinkat) (fd, path, flags);
}

int
mkdir (const char *path,
       mode_t      mode)
{
  return fails ("mkdir", path) ? -1 : REAL (mkdir) (path, mode);
}

int
mkdirat (int         fd,
         const char *path,
         mode_t      mode)
{
  return fails ("mkdirat", path) ? -1 : REAL (mkdirat) (fd, path, mode);
}

int
symlink (const char *target,
         const char *path)
{
  return fails ("symlink", path) ? -1 : REAL (symlink) (target, path);
}

/* ---- New files ---- */

static mode_t
take_mode (int     flags,
           va_list arguments)
{
  return flags & (O_CREAT | O_TMPFILE) ? (mode_t) va_arg (arguments, int) : 0;
}

#define OPEN(name)                                                                          \
  int name (const char *path, int flags, ...)                                               \
  {                                                                                         \
    va_list arguments;                                                                      \
    mode_t  mode = 0;                                                                       \
                                                                                            \
    va_start (arguments, flags);                                                            \
    mode = take_mode (flags, arguments);                                                    \
    va_end (arguments);                                                                     \
    return (flags & O_CREAT) && fails (#name, path) ? -1 : REAL (name) (path, flags, mode); \
  }
OPEN (open)
OPEN (open64)

#define OPENAT(name)                                                                            \
  int name (int fd, const char *path, int flags, ...)                                           \
  {                                                                                             \
    va_list arguments;                                                                          \
    mode_t  mode = 0;                                                                           \
                                                                                                \
    va_start (arguments, flags);                                                                \
    mode = take_mode (flags, arguments);                                                        \
    va_end (arguments);                                                                         \
    return (flags & O_CREAT) && fails (#name, path) ? -1 : REAL (name) (fd, path, flags, mode); \
  }
OPENAT (openat)
OPENAT (openat64)
