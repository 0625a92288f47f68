/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What counts as a picture by its name. The decoder goes by what is in a
 * file; a folder is searched by name, so that ten thousand films and
 * letters need not be opened. A format whose loader is not installed is
 * listed all the same: "not known here" is a better answer than silence. XBM
 * and XPM are not: their loaders write temporary files, so that they do not
 * work in the box. */

#include "koma-picture-finder.h"

#include <string.h>

static const char *const extensions[] = {
  "apng",
  "avif",
  "bmp",
  "dib",
  "gif",
  "heic",
  "heif",
  "ico",
  "jfif",
  "jpe",
  "jpeg",
  "jpg",
  "jxl",
  "pbm",
  "pgm",
  "png",
  "pnm",
  "ppm",
  "tga",
  "tif",
  "tiff",
  "webp",
};

static const char *const mime_types[] = {
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/bmp",
  "image/tiff",
  "image/avif",
  "image/heif",
  "image/heic",
  "image/jxl",
  "image/vnd.microsoft.icon",
  "image/x-portable-anymap",
  "image/x-portable-bitmap",
  "image/x-portable-graymap",
  "image/x-portable-pixmap",
  "image/x-tga",
  NULL,
};

/**
 * koma_picture_finder_is_picture_name:
 * @name: name of a file, with or without its folders
 *
 * Thread: any.
 *
 * Returns: whether the name ends like that of a picture, in any case
 */
gboolean
koma_picture_finder_is_picture_name (const char *name)
{
  const char *dot = strrchr (name, '.');

  if (dot == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    if (g_ascii_strcasecmp (dot + 1, extensions[i]) == 0)
      return TRUE;
  return FALSE;
}

/**
 * koma_picture_finder_get_mime_types:
 *
 * Thread: any.
 *
 * Returns: (transfer none) (array zero-terminated=1): what an open dialog
 *   should show
 */
const char *const *
koma_picture_finder_get_mime_types (void)
{
  return mime_types;
}
