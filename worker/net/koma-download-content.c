/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What has arrived: its hash, and whether it can be what was asked for. */
#include "koma-download-private.h"

#include <errno.h>
#include <unistd.h>

#include "engine/koma-app.h"
#include "koma-net-error.h"

#define BUFFER_BYTES (64u << 10)

/**
 * koma_download_hash:
 * @path: of a file
 * @ret_size_bytes: (out): its size
 * @error: return location
 *
 * Thread: any but main: reads it. Errors: #GFileError.
 *
 * Returns: (transfer full): its SHA-256, 64 hexadecimal digits
 */
char *
koma_download_hash (const char *path,
                    guint64    *ret_size_bytes,
                    GError    **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);
  gssize             n = 0;
  int                fd = koma_file_open (path, ret_size_bytes, error);

  if (fd < 0)
    return NULL;
  while ((n = read (fd, buffer, BUFFER_BYTES)) > 0)
    g_checksum_update (checksum, buffer, n);
  close (fd);
  if (n == 0)
    return g_strdup (g_checksum_get_string (checksum));
  koma_net_fail_errno (error, EIO, path);
  return NULL;
}

/*< private >
 * koma_download_check_content:
 * @path: of what has arrived
 *
 * Finds a server's page, a pointer of Git LFS, other bytes than the catalogue or the hub says.
 *
 * Thread: any but main: reads it. Errors: %KOMA_NET_ERROR_PAGE, %KOMA_NET_ERROR_POINTER,
 * %KOMA_NET_ERROR_CONTENT, #GFileError.
 *
 * Returns: whether it can be what was asked for
 */
gboolean
koma_download_check_content (const char             *path,
                             const KomaDownloadFile *file,
                             GError                **error)
{
  static const char pointer[] = "version https://git-lfs.github.com/spec/";
  guint8            head[KOMA_FILE_HEAD_BYTES] = { 0 };
  gsize             length = 0;
  guint64           size_bytes = 0;
  g_autofree char  *sha256 = NULL;

  if (!koma_file_read_head (path, head, &length, error))
    return FALSE;
  if (koma_file_looks_like_html ((const char *) head, length))
    return koma_net_fail (error, KOMA_NET_ERROR_PAGE, file->address);
  if (length >= strlen (pointer) && memcmp (head, pointer, strlen (pointer)) == 0)
    return koma_net_fail (error, KOMA_NET_ERROR_POINTER, file->address);
  if (file->sha256 == NULL && file->size_bytes == 0)
    return TRUE;
  sha256 = koma_download_hash (path, &size_bytes, error);
  if (sha256 == NULL)
    return FALSE;
  return ((file->sha256 == NULL || g_str_equal (sha256, file->sha256)) &&
          (file->size_bytes == 0 || size_bytes == file->size_bytes)) ||
         koma_net_fail (error, KOMA_NET_ERROR_CONTENT, file->address);
}
