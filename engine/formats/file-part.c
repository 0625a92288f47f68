/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "file-part.h"

#include <errno.h>
#include <unistd.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "file.h"
#include "gzip.h"

static gboolean
read_all (int      fd,
          guint64  offset,
          guint8  *bytes, /* [size_bytes] */
          gsize    size_bytes,
          GError **error)
{
  gsize length = 0;

  while (length < size_bytes) {
    const off_t  at = (off_t) (offset + length);
    const gssize n_read = pread (fd, bytes + length, size_bytes - length, at);

    if (n_read < 0 && errno == EINTR)
      continue;
    if (n_read <= 0)
      return koma_fail (error, KOMA_ERROR_MODEL, "the file became shorter");
    length += (gsize) n_read;
  }
  return TRUE;
}

/* (nullable) Of what gzip compressed; NULL without an error where it did not. */
static guint8 *
read_unpacked (const char *path,
               int         fd,
               guint64     offset,
               gsize       size_bytes)
{
  guint8           head[KOMA_GZIP_HEAD_BYTES] = { 0 };
  g_autofree char *data = NULL;
  g_autofree char *unpacked = NULL;
  gsize            length = 0;

  if (pread (fd, head, sizeof head, 0) != sizeof head || !koma_gzip_is (head, sizeof head) ||
      !koma_file_read (path, KOMA_MAX_WEIGHT_BYTES, &data, &length, NULL) ||
      !koma_gzip_unpack (data, length, KOMA_MAX_WEIGHT_BYTES, &unpacked, &length, NULL) ||
      offset > length || size_bytes > length - offset)
    return NULL;
  return g_memdup2 (unpacked + offset, MAX (size_bytes, 1));
}

static guint8 *
read_part (int      fd,
           guint64  file_bytes,
           guint64  offset,
           gsize    size_bytes,
           GError **error)
{
  g_autofree guint8 *bytes = NULL;

  if (offset > file_bytes || size_bytes > file_bytes - offset) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
                 "expected %zu bytes from byte %" G_GUINT64_FORMAT
                 " on, the file has %" G_GUINT64_FORMAT,
                 size_bytes, offset, file_bytes);
    return NULL;
  }
  bytes = g_try_malloc (size_bytes + 1);
  if (bytes == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "no memory for %zu bytes", size_bytes);
    return NULL;
  }
  return read_all (fd, offset, bytes, size_bytes, error) ? g_steal_pointer (&bytes) : NULL;
}

/**
 * koma_file_part_read:
 * @path: a file
 * @offset: of the first byte
 * @size_bytes: how many
 * @error: return location
 *
 * Reads a part of a regular file, see koma_file_open().
 *
 * Thread: any; blocks on the disk. Errors: #GFileError, %KOMA_ERROR_SHAPE where the file has no
 * such part, %KOMA_ERROR_MODEL where it becomes shorter meanwhile, %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): the bytes, or %NULL
 */
guint8 *
koma_file_part_read (const char *path,
                     guint64     offset,
                     gsize       size_bytes,
                     GError    **error)
{
  guint64 file_bytes = 0;
  guint8 *bytes = NULL;
  int     fd = koma_file_open (path, &file_bytes, error);

  if (fd < 0)
    return NULL;
  bytes = read_unpacked (path, fd, offset, size_bytes);
  if (bytes == NULL)
    bytes = read_part (fd, file_bytes, offset, size_bytes, error);
  (void) close (fd);
  return bytes;
}
