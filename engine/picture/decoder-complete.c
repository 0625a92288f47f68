/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether a file that a loader took without complaint is all there. Some of
 * gdk-pixbuf's loaders (2.42) are content with a part of a file and leave the
 * rest of the picture unset; a network would answer for the black rest with
 * every confidence. */

#include "decoder-private.h"

#include <string.h>

#include "png-rows.h"

static guint32
read_u32 (const guint8 *data)
{
  guint32 number = 0;

  memcpy (&number, data, 4);
  return GUINT32_FROM_LE (number);
}

/* A WebP or an animated cursor says in its first line how many bytes follow. */
static gboolean
has_riff_end (const KomaDecoderInput *input)
{
  return input->size_bytes >= 12 && read_u32 (input->data + 4) <= input->size_bytes - 8;
}

/* The pictures that an icon's directory lists lie within the file. */
static gboolean
has_icons (const KomaDecoderInput *input)
{
  const guint n_icons = input->size_bytes >= 6 ? input->data[4] | input->data[5] << 8 : 0;

  for (guint i = 0; i < n_icons; i++) {
    const gsize   at = 6 + (gsize) 16 * i;
    const guint8 *entry = input->data + at;

    if (at + 16 > input->size_bytes ||
        (guint64) read_u32 (entry + 8) + read_u32 (entry + 12) > input->size_bytes)
      return FALSE;
  }
  return TRUE;
}

/* BI_RLE8 and BI_RLE4 */
static gboolean
is_compressed_bmp (const KomaDecoderInput *input)
{
  return input->size_bytes > 30 && (input->data[30] == 1 || input->data[30] == 2);
}

/* Run lengths may skip to the end of the picture, and mean it; so they have an
 * end mark, 0 1. Where a writer left that out, every pixel must be there. */
static gboolean
has_run_end (const KomaDecoderInput *input,
             guint64                 n_pixels)
{
  const gboolean is_rle4 = input->data[30] == 2;
  const guint64  width = MAX (read_u32 (input->data + 18), 1);
  guint64        n_seen = 0;

  for (gsize at = read_u32 (input->data + 10); at + 2 <= input->size_bytes; at += 2) {
    const guint8 count = input->data[at];
    const guint8 code = input->data[at + 1];

    if (count > 0)
      n_seen += count;
    else if (code == 0)
      n_seen = (n_seen + width - 1) / width * width;
    else if (code == 1)
      return TRUE;
    else if (code == 2 && at + 4 <= input->size_bytes) {
      n_seen += input->data[at + 2] + width * input->data[at + 3];
      at += 2;
    } else {
      n_seen += code;
      at += ((is_rle4 ? (code + 1u) / 2 : code) + 1u) / 2 * 2;
    }
  }
  return n_seen >= n_pixels;
}

/**
 * koma_decoder_has_header:
 * @input: the file
 *
 * gdk-pixbuf's loader of BMP allocates what a file says of its header and of the place
 * of its pixels, up to 4 GB, before it has told any size.
 *
 * Thread: any.
 *
 * Returns: %FALSE if the file is a BMP, and its header or the beginning of its pixels
 *   lies beyond its end
 */
gboolean
koma_decoder_has_header (const KomaDecoderInput *input)
{
  if (input->size_bytes < 18 || memcmp (input->data, "BM", 2) != 0)
    return TRUE;
  return read_u32 (input->data + 10) <= input->size_bytes &&
         read_u32 (input->data + 14) <= input->size_bytes - 14;
}

/**
 * koma_decoder_can_be_complete:
 * @input: the file
 * @format: which loader takes it, as gdk-pixbuf calls it
 *
 * Thread: any.
 *
 * Returns: %FALSE if the file is too small for the picture that it promises,
 *   whatever is in it
 */
gboolean
koma_decoder_can_be_complete (const KomaDecoderInput *input,
                              const char             *format)
{
  return !g_str_equal (format, "png") || koma_png_rows_can_fit (input->data, input->size_bytes);
}

/**
 * koma_decoder_is_complete:
 * @input: the file
 * @format: which loader took it
 * @n_arrived: pixels that the loader announced
 * @n_pixels: pixels of the picture
 *
 * Thread: any.
 *
 * Returns: %FALSE if the file ends too early, or has fewer rows than it says;
 *   %TRUE of formats whose loaders find out themselves
 */
gboolean
koma_decoder_is_complete (const KomaDecoderInput *input,
                          const char             *format,
                          guint64                 n_arrived,
                          guint64                 n_pixels)
{
  if (g_str_equal (format, "png"))
    return koma_png_rows_are_complete (input->data, input->size_bytes, n_arrived >= n_pixels);
  if (g_str_equal (format, "webp") || g_str_equal (format, "ani"))
    return has_riff_end (input);
  if (g_str_equal (format, "ico"))
    return has_icons (input);
  if (g_str_equal (format, "bmp") && is_compressed_bmp (input))
    return has_run_end (input, n_pixels);
  if (g_str_equal (format, "pnm") || g_str_equal (format, "bmp"))
    return n_arrived >= n_pixels;
  return TRUE;
}
