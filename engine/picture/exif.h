/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "orientation.h"

G_BEGIN_DECLS

/* Never fails: what is damaged or missing is upright. Thread: any. */
KomaOrientation koma_exif_get_orientation (const guint8 *exif, /* with or without "Exif\0\0" */
                                           gsize         size_bytes);
KomaOrientation koma_exif_find_in_png (const guint8 *file,
                                       gsize         size_bytes);
KomaOrientation koma_exif_find_in_webp (const guint8 *file,
                                        gsize         size_bytes);

/* Where the block is, within the file. FALSE: there is none. */
gboolean koma_exif_locate_in_png (const guint8  *file,
                                  gsize          size_bytes,
                                  const guint8 **ret_exif,
                                  gsize         *ret_exif_bytes);
gboolean koma_exif_locate_in_webp (const guint8  *file,
                                   gsize          size_bytes,
                                   const guint8 **ret_exif,
                                   gsize         *ret_exif_bytes);

/* A number of a TIFF file, by its tag. */
gboolean koma_exif_find_in_tiff (const guint8 *file,
                                 gsize         size_bytes,
                                 guint         tag,
                                 guint32      *ret_value);

G_END_DECLS
