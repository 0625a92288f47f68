/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "engine/koma-error.h"

/**
 * koma_file_get_size:
 * @path: a file
 * @ret_size_bytes: (out): its size
 * @error: return location
 *
 * Asks for a file's size, and whether it is a plain file at all: opening a
 * pipe could block for ever, and a device never ends.
 *
 * Thread: any. Errors: #GFileError.
 *
 * Returns: whether there is such a file
 */
gboolean
koma_file_get_size (const char *path,
                    guint64    *ret_size_bytes,
                    GError    **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  GStatBuf         info = { 0 };

  if (g_stat (path, &info) != 0) {
    const int saved_errno = errno;

    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (saved_errno), "%s: %s",
                 name, g_strerror (saved_errno));
    return FALSE;
  }

  if (S_ISDIR (info.st_mode)) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR,
                 "%s: expected a file, found a folder", name);
    return FALSE;
  }

  if (!S_ISREG (info.st_mode)) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                 "%s: expected a file, found a device or pipe", name);
    return FALSE;
  }

  *ret_size_bytes = info.st_size;
  return TRUE;
}

/**
 * koma_file_read:
 * @path: a file
 * @max_bytes: how large it may be
 * @ret_data: (out) (transfer full): its bytes, and a NUL
 * @ret_length: (out): their number, without that NUL
 * @error: return location
 *
 * Reads a whole file.
 *
 * Thread: any; blocks on the disk. Errors: #GFileError, %KOMA_ERROR_MEMORY
 * where the file is larger than @max_bytes.
 *
 * Returns: whether it was read
 */
gboolean
koma_file_read (const char *path,
                guint64     max_bytes,
                char      **ret_data,
                gsize      *ret_length,
                GError    **error)
{
  guint64 size_bytes = 0;

  if (!koma_file_get_size (path, &size_bytes, error))
    return FALSE;

  if (size_bytes > max_bytes) {
    g_autofree char *name = g_filename_display_basename (path);

    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "%s: has %" G_GUINT64_FORMAT " bytes, at most %" G_GUINT64_FORMAT " are allowed",
                 name, size_bytes, max_bytes);
    return FALSE;
  }

  return g_file_get_contents (path, ret_data, ret_length, error);
}

/**
 * koma_file_looks_like_html:
 * @data: the beginning of a file
 * @length: bytes of @data
 *
 * Tells a web page from a model. Many servers answer with a page, and not
 * with an error, where a file is missing, and browsers save it under the
 * name that was asked for.
 *
 * Returns: whether @data begins as HTML does
 */
gboolean
koma_file_looks_like_html (const char *data,
                           gsize       length)
{
  static const char *const beginnings[] = { "<!doctype", "<html", "<head", "<?xml" };

  while (length > 0 && g_ascii_isspace (*data)) {
    data++;
    length--;
  }

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++) {
    const gsize wanted = strlen (beginnings[i]);

    if (length >= wanted && g_ascii_strncasecmp (data, beginnings[i], wanted) == 0)
      return TRUE;
  }

  return FALSE;
}
