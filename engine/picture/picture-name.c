/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What counts as a picture by its name. The decoder goes by what is in a
 * file; a folder is searched by name, so that ten thousand films and
 * letters need not be opened. A format whose loader is not installed is
 * listed all the same: "not known here" is a better answer than silence. XBM
 * and XPM are not: their loaders write temporary files, so that they do not
 * work in the box. */

#include "picture-name.h"

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

/**
 * koma_picture_name_is_picture:
 * @name: name of a file, with or without its folders
 *
 * Thread: any.
 *
 * Returns: whether the name ends like that of a picture, in any case
 */
gboolean
koma_picture_name_is_picture (const char *name)
{
  const char *dot = strrchr (name, '.');

  if (dot == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    if (g_ascii_strcasecmp (dot + 1, extensions[i]) == 0)
      return TRUE;
  return FALSE;
}
