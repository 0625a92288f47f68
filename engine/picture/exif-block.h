/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An EXIF block is a small TIFF file:
 *
 *   0  "II*\0" or "MM\0*"      byte order
 *   4  u32                     where the first directory is
 *   …  u16 n, then n × 12 bytes: u16 tag, u16 type, u32 count, value
 *
 * It comes from anywhere, so nothing is read without asking whether it is there. */
typedef struct
{
  const guint8 *data;
  gsize         size_bytes;
  gboolean      is_big_endian;
} KomaExifBlock;

/* FALSE: it has no such header. */
gboolean koma_exif_block_init (KomaExifBlock *self,
                               const guint8  *data, /* with or without "Exif\0\0" */
                               gsize          size_bytes);
gboolean koma_exif_block_read_number (const KomaExifBlock *self,
                                      gsize                at,
                                      gsize                n_bytes, /* at most 4 */
                                      guint32             *ret_value);

/* Where the first directory is. */
gboolean koma_exif_block_get_directory (const KomaExifBlock *self, guint32 *ret_directory);
/* The first number of an entry: BYTE, SHORT or LONG. */
gboolean koma_exif_block_find_number (const KomaExifBlock *self,
                                      guint32              directory,
                                      guint                tag,
                                      guint32             *ret_value);
/* (transfer full) (nullable) ASCII or UTF-8, without spaces around it; whatever bytes these are. */
char *koma_exif_block_dup_text (const KomaExifBlock *self, guint32 directory, guint tag);

G_END_DECLS
