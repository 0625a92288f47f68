/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which way up a picture is, and where files have their EXIF blocks. A damaged block means
 * "upright", as it does for everybody else. */

#include "exif.h"

#include <string.h>

#include "exif-block.h"
#include "png-chunks.h"

#define TAG_ORIENTATION 0x0112

static gboolean
find_number (const guint8 *data,
             gsize         size_bytes,
             guint         tag,
             guint32      *ret_value)
{
  KomaExifBlock block;
  guint32       directory = 0;

  return koma_exif_block_init (&block, data, size_bytes) &&
         koma_exif_block_get_directory (&block, &directory) &&
         koma_exif_block_find_number (&block, directory, tag, ret_value);
}

/**
 * koma_exif_find_in_tiff:
 * @file: (array length=size_bytes): a TIFF file, or any bytes
 * @size_bytes: its length
 * @tag: of a number, or of a list of them
 * @ret_value: (out): the first
 *
 * Looks into the first directory of a TIFF file. Thread: any.
 *
 * Returns: whether it is there
 */
gboolean
koma_exif_find_in_tiff (const guint8 *file,
                        gsize         size_bytes,
                        guint         tag,
                        guint32      *ret_value)
{
  return find_number (file, size_bytes, tag, ret_value);
}

/**
 * koma_exif_get_orientation:
 * @exif: (array length=size_bytes): an EXIF block, with or without the
 *   "Exif\0\0" that JPEG puts before it
 * @size_bytes: its length
 *
 * Reads the orientation out of an EXIF block. Safe for any bytes.
 *
 * Thread: any.
 *
 * Returns: the orientation; upright if there is none, or none that makes sense
 */
KomaOrientation
koma_exif_get_orientation (const guint8 *exif,
                           gsize         size_bytes)
{
  guint32 orientation = 0;

  if (!find_number (exif, size_bytes, TAG_ORIENTATION, &orientation) ||
      orientation < KOMA_ORIENTATION_UPRIGHT || orientation > KOMA_ORIENTATION_TURN_LEFT)
    return KOMA_ORIENTATION_UPRIGHT;
  return (KomaOrientation) orientation;
}

/**
 * koma_exif_locate_in_png:
 * @file: (array length=size_bytes): a PNG file, or any bytes
 * @size_bytes: its length
 * @ret_exif: (out) (transfer none): the block, in @file
 * @ret_exif_bytes: (out): its length
 *
 * Looks for the eXIf chunk of a PNG. Thread: any.
 *
 * Returns: whether there is one
 */
gboolean
koma_exif_locate_in_png (const guint8  *file,
                         gsize          size_bytes,
                         const guint8 **ret_exif,
                         gsize         *ret_exif_bytes)
{
  KomaPngChunks chunks = { file, size_bytes, KOMA_PNG_SIGNATURE_BYTES };
  const char   *type = NULL;
  const guint8 *data = NULL;
  gsize         length = 0;

  if (size_bytes < KOMA_PNG_SIGNATURE_BYTES ||
      memcmp (file, KOMA_PNG_SIGNATURE, KOMA_PNG_SIGNATURE_BYTES) != 0)
    return FALSE;
  while (koma_png_chunks_next (&chunks, &type, &data, &length))
    if (memcmp (type, "eXIf", 4) == 0) {
      *ret_exif = data;
      *ret_exif_bytes = length;
      return TRUE;
    }
  return FALSE;
}

/**
 * koma_exif_locate_in_webp:
 * @file: (array length=size_bytes): a WebP file, or any bytes
 * @size_bytes: its length
 * @ret_exif: (out) (transfer none): the block, in @file
 * @ret_exif_bytes: (out): its length
 *
 * Looks for the EXIF chunk of a WebP: after "RIFF….WEBP", chunks of
 * four letters, u32 length, data, padded to an even length. Thread: any.
 *
 * Returns: whether there is one
 */
gboolean
koma_exif_locate_in_webp (const guint8  *file,
                          gsize          size_bytes,
                          const guint8 **ret_exif,
                          gsize         *ret_exif_bytes)
{
  const KomaExifBlock block = { file, size_bytes, FALSE };
  guint32             length = 0;

  if (size_bytes < 12 || memcmp (file, "RIFF", 4) != 0 || memcmp (file + 8, "WEBP", 4) != 0)
    return FALSE;
  for (gsize at = 12; koma_exif_block_read_number (&block, at + 4, 4, &length);) {
    if (length > size_bytes - at - 8)
      break;
    if (memcmp (file + at, "EXIF", 4) == 0) {
      *ret_exif = file + at + 8;
      *ret_exif_bytes = length;
      return TRUE;
    }
    at += 8 + (gsize) length + (length & 1);
  }
  return FALSE;
}

/**
 * koma_exif_find_in_png:
 * @file: (array length=size_bytes): a PNG file, or any bytes
 * @size_bytes: its length
 *
 * Thread: any.
 *
 * Returns: the orientation that its EXIF block gives; upright if there is none
 */
KomaOrientation
koma_exif_find_in_png (const guint8 *file,
                       gsize         size_bytes)
{
  const guint8 *exif = NULL;
  gsize         exif_bytes = 0;

  return koma_exif_locate_in_png (file, size_bytes, &exif, &exif_bytes)
           ? koma_exif_get_orientation (exif, exif_bytes)
           : KOMA_ORIENTATION_UPRIGHT;
}

/**
 * koma_exif_find_in_webp:
 * @file: (array length=size_bytes): a WebP file, or any bytes
 * @size_bytes: its length
 *
 * Thread: any.
 *
 * Returns: the orientation that its EXIF block gives; upright if there is none
 */
KomaOrientation
koma_exif_find_in_webp (const guint8 *file,
                        gsize         size_bytes)
{
  const guint8 *exif = NULL;
  gsize         exif_bytes = 0;

  return koma_exif_locate_in_webp (file, size_bytes, &exif, &exif_bytes)
           ? koma_exif_get_orientation (exif, exif_bytes)
           : KOMA_ORIENTATION_UPRIGHT;
}
