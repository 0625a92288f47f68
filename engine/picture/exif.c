/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Of all that EXIF can say, the one thing that changes the answer: which way
 * up the picture is. The block is a small TIFF file:
 *
 *   0  "II*\0" or "MM\0*"      byte order
 *   4  u32                     where the first directory is
 *   …  u16 n, then n × 12 bytes: u16 tag, u16 type, u32 count, value
 *
 * It comes from anywhere, so nothing is read without asking whether it is
 * there, and a damaged block means "upright", as it does for everybody else. */

#include "exif.h"

#include <string.h>

#define TAG_ORIENTATION 0x0112
#define ENTRY_BYTES     12

typedef struct
{
  const guint8 *data;
  gsize         size_bytes;
  gboolean      is_big_endian;
} Block;

static gboolean
read_number (const Block *block,
             gsize        at,
             gsize        n_bytes,
             guint32     *ret_value)
{
  guint32 value = 0;

  if (at > block->size_bytes || block->size_bytes - at < n_bytes)
    return FALSE;
  for (gsize i = 0; i < n_bytes; i++) {
    gsize digit = block->is_big_endian ? i : n_bytes - 1 - i;

    value = value << 8 | block->data[at + digit];
  }
  *ret_value = value;
  return TRUE;
}

/* The first number of an entry: BYTE, SHORT or LONG. What needs more than four bytes lies
 * elsewhere. */
static gboolean
read_entry (const Block *block,
            gsize        entry,
            guint32     *ret_value)
{
  static const gsize sizes[] = { 0, 1, 0, 2, 4 };
  guint32            type = 0;
  guint32            count = 0;
  guint32            elsewhere = 0;

  if (!read_number (block, entry + 2, 2, &type) || !read_number (block, entry + 4, 4, &count) ||
      type >= G_N_ELEMENTS (sizes) || sizes[type] == 0 || count == 0)
    return FALSE;
  if (count <= 4 / sizes[type])
    return read_number (block, entry + 8, sizes[type], ret_value);
  return read_number (block, entry + 8, 4, &elsewhere) &&
         read_number (block, elsewhere, sizes[type], ret_value);
}

static gboolean
find_entry (const Block *block,
            guint        wanted,
            guint32     *ret_value)
{
  guint32 directory = 0;
  guint32 n_entries = 0;

  if (!read_number (block, 4, 4, &directory) ||
      !read_number (block, directory, 2, &n_entries))
    return FALSE;
  for (guint32 i = 0; i < n_entries; i++) {
    gsize   entry = (gsize) directory + 2 + (gsize) i * ENTRY_BYTES;
    guint32 tag = 0;

    if (!read_number (block, entry, 2, &tag))
      return FALSE;
    if (tag == wanted)
      return read_entry (block, entry, ret_value);
  }
  return FALSE;
}

/* Whether there is the header of a TIFF file; then its byte order is set. */
static gboolean
read_byte_order (Block *block)
{
  if (block->size_bytes < 8)
    return FALSE;
  block->is_big_endian = memcmp (block->data, "MM\0*", 4) == 0;
  return block->is_big_endian || memcmp (block->data, "II*\0", 4) == 0;
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
  Block block = { file, size_bytes, FALSE };

  return read_byte_order (&block) && find_entry (&block, tag, ret_value);
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
  Block   block = { exif, size_bytes, FALSE };
  guint32 orientation = 0;

  if (block.size_bytes >= 6 && memcmp (block.data, "Exif\0\0", 6) == 0) {
    block.data += 6;
    block.size_bytes -= 6;
  }
  if (!read_byte_order (&block) || !find_entry (&block, TAG_ORIENTATION, &orientation) ||
      orientation < KOMA_ORIENTATION_UPRIGHT || orientation > KOMA_ORIENTATION_TURN_LEFT)
    return KOMA_ORIENTATION_UPRIGHT;
  return (KomaOrientation) orientation;
}

/**
 * koma_exif_find_in_png:
 * @file: (array length=size_bytes): a PNG file, or any bytes
 * @size_bytes: its length
 *
 * Looks for the eXIf chunk of a PNG: u32 length, type, data, u32 checksum.
 *
 * Thread: any.
 *
 * Returns: the orientation it gives; upright if there is none
 */
KomaOrientation
koma_exif_find_in_png (const guint8 *file,
                       gsize         size_bytes)
{
  const Block block = { file, size_bytes, TRUE };
  guint32     length = 0;

  for (gsize at = 8; read_number (&block, at, 4, &length) && size_bytes - at >= 12;) {
    if (length > size_bytes - at - 12)
      break;
    if (memcmp (file + at + 4, "eXIf", 4) == 0)
      return koma_exif_get_orientation (file + at + 8, length);
    at += (gsize) length + 12;
  }
  return KOMA_ORIENTATION_UPRIGHT;
}

/**
 * koma_exif_find_in_webp:
 * @file: (array length=size_bytes): a WebP file, or any bytes
 * @size_bytes: its length
 *
 * Looks for the EXIF chunk of a WebP: after "RIFF….WEBP", chunks of
 * four letters, u32 length, data, padded to an even length.
 *
 * Thread: any.
 *
 * Returns: the orientation it gives; upright if there is none
 */
KomaOrientation
koma_exif_find_in_webp (const guint8 *file,
                        gsize         size_bytes)
{
  const Block block = { file, size_bytes, FALSE };
  guint32     length = 0;

  for (gsize at = 12; read_number (&block, at + 4, 4, &length);) {
    if (length > size_bytes - at - 8)
      break;
    if (memcmp (file + at, "EXIF", 4) == 0)
      return koma_exif_get_orientation (file + at + 8, length);
    at += 8 + (gsize) length + (length & 1);
  }
  return KOMA_ORIENTATION_UPRIGHT;
}
