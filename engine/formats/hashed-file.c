/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "hashed-file.h"

#include "file.h"
#include "gzip.h"
#include "kept-files.h"

/* In the place of the file, which then is no longer what others would read. */
static gboolean
unpack (const char *path,
        guint64     max_bytes,
        guint      *kept,
        char      **data,
        gsize      *length,
        GError    **error)
{
  char *unpacked = NULL;

  if (!koma_gzip_is (*data, *length))
    return TRUE;
  if (!koma_gzip_unpack (*data, *length, max_bytes, &unpacked, length, error)) {
    g_clear_pointer (data, g_free);
    return koma_file_prefix_error (path, error);
  }
  g_free (*data);
  *data = unpacked;
  *kept = KOMA_NOT_KEPT;
  return TRUE;
}

/**
 * koma_hashed_file_read:
 * @path: a file
 * @max_bytes: how large it may be
 * @checksum: (nullable): is fed the file's bytes
 * @ret_data: (out) (transfer full): its bytes, and a NUL
 * @ret_length: (out): their number, without that NUL
 * @error: return location
 *
 * Reads a whole regular file of a model, and unpacks it where gzip compressed it.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_file_read() and of koma_gzip_unpack().
 *
 * Returns: whether it was read
 */
gboolean
koma_hashed_file_read (const char      *path,
                       guint64          max_bytes,
                       KomaContentHash *checksum,
                       char           **ret_data,
                       gsize           *ret_length,
                       GError         **error)
{
  guint kept = KOMA_NOT_KEPT;

  if (!koma_file_read_kept (path, max_bytes, &kept, ret_data, ret_length, error) ||
      !unpack (path, max_bytes, &kept, ret_data, ret_length, error))
    return FALSE;
  if (checksum != NULL)
    koma_content_hash_update_kept (checksum, kept, *ret_data, *ret_length);
  return TRUE;
}

/**
 * koma_hashed_file_map:
 * @paths: (array length=n_paths): files
 * @sizes: of each, see koma_kept_files_map()
 * @size_bytes: of all together
 * @checksum: (nullable): is fed the files' bytes by whoever keeps the files
 *
 * Thread: the only one. Nothing is read yet.
 *
 * Returns: (transfer full) (nullable): the files, one behind the other, or %NULL where they are to
 *   be read
 */
GBytes *
koma_hashed_file_map (char *const     *paths,
                      const guint64   *sizes,
                      guint            n_paths,
                      guint64          size_bytes,
                      KomaContentHash *checksum)
{
  GBytes *bytes = koma_kept_files_map (paths, sizes, n_paths, size_bytes);
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (KomaKeptPart));

  if (bytes == NULL || checksum == NULL ||
      !koma_kept_files_find (g_bytes_get_data (bytes, NULL), size_bytes, files))
    return bytes;
  for (guint i = 0; i < files->len; i++) {
    const KomaKeptPart *file = &g_array_index (files, KomaKeptPart, i);

    koma_content_hash_put_off (checksum, file->kept, bytes, file->at, file->size_bytes);
  }
  return bytes;
}
