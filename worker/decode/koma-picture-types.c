/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What dialogs offer as pictures: what engine/picture/picture-name.c takes for some. */

#include "koma-picture-finder.h"

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
