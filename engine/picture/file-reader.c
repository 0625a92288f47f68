/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files are read, not mapped: a mapped file that somebody shortens meanwhile
 * kills the process. Local ones without a stream: every GObject that is freed
 * takes GSignal's lock, which the window needs for all it does. */

#include "file-reader.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <unistd.h>

#include "engine/koma/koma-error.h"

#define CHUNK_BYTES (1024 * 1024)

/* What is read from. */
typedef struct
{
  int           fd;
  GInputStream *stream; /* (nullable) (borrowed) instead of @fd */
} Source;

static gboolean
fail_with_errno (int      code,
                 GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

static gboolean
check_kind (GFileType type,
            GError  **error)
{
  if (type == G_FILE_TYPE_REGULAR)
    return TRUE;
  if (type == G_FILE_TYPE_DIRECTORY)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
                         "this is a folder, not a picture");
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                         "not a regular file, but a pipe, a socket or a device");
  return FALSE;
}

static gboolean
check_file_size (guint64  size_bytes,
                 guint64  max_bytes,
                 GError **error)
{
  if (size_bytes <= max_bytes)
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
               "file too large: %" G_GUINT64_FORMAT " bytes; the limit is %" G_GUINT64_FORMAT,
               size_bytes, max_bytes);
  return FALSE;
}

static gboolean
check_descriptor (int      fd,
                  guint64  max_bytes,
                  gsize   *ret_size_bytes,
                  GError **error)
{
  struct stat info = { 0 };
  GFileType   type = G_FILE_TYPE_SPECIAL;

  if (fstat (fd, &info) != 0)
    return fail_with_errno (errno, error);
  if (S_ISREG (info.st_mode))
    type = G_FILE_TYPE_REGULAR;
  else if (S_ISDIR (info.st_mode))
    type = G_FILE_TYPE_DIRECTORY;
  if (!check_kind (type, error) || !check_file_size ((guint64) info.st_size, max_bytes, error))
    return FALSE;

  *ret_size_bytes = (gsize) info.st_size;
  return TRUE;
}

/* O_NONBLOCK: opening a pipe that nobody writes to would wait for ever, and
 * between a stat() and an open() a file can become one. */
static int
open_local (const char *path,
            guint64     max_bytes,
            gsize      *ret_size_bytes,
            GError    **error)
{
  int fd = open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

  if (fd < 0) {
    fail_with_errno (errno, error);
    return -1;
  }
  if (!check_descriptor (fd, max_bytes, ret_size_bytes, error)) {
    (void) close (fd);
    return -1;
  }
  return fd;
}

static GInputStream *
open_remote (GFile        *file,
             guint64       max_bytes,
             GCancellable *cancellable,
             gsize        *ret_size_bytes,
             GError      **error)
{
  const char *attributes = G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE;
  g_autoptr (GFileInfo) info = g_file_query_info (file, attributes, G_FILE_QUERY_INFO_NONE,
                                                  cancellable, error);
  guint64 size_bytes = 0;

  if (info == NULL || !check_kind (g_file_info_get_file_type (info), error))
    return NULL;
  size_bytes = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_STANDARD_SIZE);
  if (!check_file_size (size_bytes, max_bytes, error))
    return NULL;

  *ret_size_bytes = (gsize) size_bytes;
  return G_INPUT_STREAM (g_file_read (file, cancellable, error));
}

/* Exactly one of the two is there. */
static gssize
read_some (const Source *from,
           guint8       *data,
           gsize         size_bytes,
           GCancellable *cancellable,
           GError      **error)
{
  gssize n_read = -1;

  if (from->stream != NULL)
    return g_input_stream_read (from->stream, data, size_bytes, cancellable, error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;
  do
    n_read = read (from->fd, data, size_bytes);
  while (n_read < 0 && errno == EINTR);
  if (n_read < 0)
    fail_with_errno (errno, error);
  return n_read;
}

/* As many bytes as the file had when it was opened; fewer if it has been
 * shortened since. */
static GBytes *
read_all (const Source *from,
          gsize         size_bytes,
          GCancellable *cancellable,
          GError      **error)
{
  g_autofree guint8 *data = g_try_malloc (MAX (size_bytes, 1));
  gsize              length = 0;
  gssize             n_read = 1;

  if (data == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "out of memory for a file of %" G_GSIZE_FORMAT " bytes", size_bytes);
    return NULL;
  }
  while (length < size_bytes && n_read > 0) {
    n_read = read_some (from, data + length, MIN (size_bytes - length, CHUNK_BYTES), cancellable,
                        error);
    if (n_read < 0)
      return NULL;
    length += (gsize) n_read;
  }
  return g_bytes_new_take (g_steal_pointer (&data), length);
}

static GBytes *
read_local (const char   *path,
            guint64       max_bytes,
            GCancellable *cancellable,
            GError      **error)
{
  gsize   size_bytes = 0;
  Source  from = { .fd = open_local (path, max_bytes, &size_bytes, error) };
  GBytes *bytes = NULL;

  if (from.fd < 0)
    return NULL;
  bytes = read_all (&from, size_bytes, cancellable, error);
  (void) close (from.fd);
  return bytes;
}

static GBytes *
read_remote (GFile        *file,
             guint64       max_bytes,
             GCancellable *cancellable,
             GError      **error)
{
  gsize size_bytes = 0;
  g_autoptr (GInputStream) stream = open_remote (file, max_bytes, cancellable, &size_bytes, error);
  Source from = { .stream = stream };

  return stream != NULL ? read_all (&from, size_bytes, cancellable, error) : NULL;
}

/**
 * koma_file_reader_read:
 * @file: a file, local or not
 * @max_bytes: larger files are refused
 * @cancellable: (nullable): stops the reading
 * @error: return location
 *
 * Reads a regular file into memory. Pipes, sockets and devices are refused
 * without waiting for them.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the file's bytes
 *
 * Errors: %KOMA_ERROR_MEMORY: too large; %G_IO_ERROR_IS_DIRECTORY,
 * %G_IO_ERROR_NOT_REGULAR_FILE; other #GIOErrorEnum.
 */
GBytes *
koma_file_reader_read (GFile        *file,
                       guint64       max_bytes,
                       GCancellable *cancellable,
                       GError      **error)
{
  const char *path = g_file_peek_path (file);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return path != NULL ? read_local (path, max_bytes, cancellable, error)
                      : read_remote (file, max_bytes, cancellable, error);
}
