/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether a file that a loader took without complaint is all there. Some of
 * gdk-pixbuf's loaders (2.42) are content with half a file and leave the rest
 * of the picture unset; a network would answer for the black half with
 * every confidence. */

#include "koma-decoder-private.h"

#include <string.h>

/* A whole PNG ends in the chunk IEND. */
static gboolean
has_png_end (const KomaDecoderInput *input)
{
  gsize at = 8;

  while (at <= input->size_bytes && input->size_bytes - at >= 12) {
    guint32 length = 0;

    if (memcmp (input->data + at + 4, "IEND", 4) == 0)
      return TRUE;
    memcpy (&length, input->data + at, 4);
    length = GUINT32_FROM_BE (length);
    if (length > input->size_bytes - at - 12)
      return FALSE;
    at += (gsize) length + 12;
  }
  return FALSE;
}

/* A WebP says in its first line how many bytes follow. */
static gboolean
has_webp_end (const KomaDecoderInput *input)
{
  guint32 length = 0;

  if (input->size_bytes < 12)
    return FALSE;
  memcpy (&length, input->data + 4, 4);
  return GUINT32_FROM_LE (length) <= input->size_bytes - 8;
}

/* Run lengths may skip to the end of the picture, and mean it. */
static gboolean
is_compressed_bmp (const KomaDecoderInput *input)
{
  return input->size_bytes > 30 && (input->data[30] == 1 || input->data[30] == 2);
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
 * Returns: %FALSE if the file ends too early; %TRUE of formats whose loaders
 *   find out themselves
 */
gboolean
koma_decoder_is_complete (const KomaDecoderInput *input,
                          const char             *format,
                          guint64                 n_arrived,
                          guint64                 n_pixels)
{
  if (g_str_equal (format, "png"))
    return has_png_end (input);
  if (g_str_equal (format, "webp"))
    return has_webp_end (input);
  if (g_str_equal (format, "pnm") || (g_str_equal (format, "bmp") && !is_compressed_bmp (input)))
    return n_arrived >= n_pixels;
  return TRUE;
}
