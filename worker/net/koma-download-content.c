/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What has arrived: its hash, and whether it can be what was asked for. */
#include "koma-download-private.h"

#include "engine/koma-app.h"
#include "koma-net-error.h"
#include "worker/take/koma-file-place.h"

/*< private >
 * koma_download_check_content:
 * @path: of what has arrived
 *
 * Finds a server's page, a pointer of Git LFS, other bytes than the catalogue or the hub says.
 *
 * Thread: any but main: reads it. Errors: %KOMA_NET_ERROR_PAGE, %KOMA_NET_ERROR_POINTER,
 * %KOMA_NET_ERROR_CONTENT, those of koma_file_read_head() and koma_file_hash().
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
  sha256 = koma_file_hash (path, &size_bytes, NULL, error);
  if (sha256 == NULL)
    return FALSE;
  return ((file->sha256 == NULL || g_str_equal (sha256, file->sha256)) &&
          (file->size_bytes == 0 || size_bytes == file->size_bytes)) ||
         koma_net_fail (error, KOMA_NET_ERROR_CONTENT, file->address);
}
