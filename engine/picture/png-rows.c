/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* IHDR says how large the picture is, the data of all IDAT together is one
 * zlib stream of its rows, IEND is the last. An interlaced picture has its
 * rows in seven passes, and the first alone touches every eighth: only the
 * length of the stream tells whether the last one is there. */

#include "png-rows.h"

#include <string.h>

#include <gio/gio.h>

#include "png-chunks.h"

#define IHDR_BYTES 13

/* No byte of a deflate stream makes more bytes than these. */
#define MAX_INFLATION 1032

static gboolean
is_interlaced (const guint8 *header) /* [IHDR_BYTES] */
{
  return header[12] != 0;
}

/* Bytes of all rows, each with its filter in front. */
static guint64
count_wanted (const guint8 *header) /* [IHDR_BYTES] */
{
  static const guint8 first_x[] = { 0, 4, 0, 2, 0, 1, 0 };
  static const guint8 first_y[] = { 0, 0, 4, 0, 2, 0, 1 };
  static const guint8 step_x[] = { 8, 8, 4, 4, 2, 2, 1 };
  static const guint8 step_y[] = { 8, 8, 8, 4, 4, 2, 2 };
  static const guint8 n_channels[] = { 1, 0, 3, 1, 2, 0, 4 };
  const guint64       width = koma_png_read_u32 (header);
  const guint64       height = koma_png_read_u32 (header + 4);
  const guint         n_bits = header[8] * n_channels[MIN (header[9], 6)];
  guint64             n_bytes = 0;

  if (!is_interlaced (header))
    return height * (1 + (width * n_bits + 7) / 8);
  for (guint i = 0; i < G_N_ELEMENTS (step_x); i++) {
    const guint64 n_columns = (width + step_x[i] - 1 - first_x[i]) / step_x[i];
    const guint64 n_rows = (height + step_y[i] - 1 - first_y[i]) / step_y[i];

    if (n_columns > 0)
      n_bytes += n_rows * (1 + (n_columns * n_bits + 7) / 8);
  }
  return n_bytes;
}

/* What comes out of one piece of the stream. */
static guint64
inflate (GConverter   *inflater,
         const guint8 *data,
         gsize         length)
{
  guint8  rows[32 * 1024];
  guint64 n_bytes = 0;
  gsize   n_read = 0;
  gsize   n_written = 0;

  while (g_converter_convert (inflater, data, length, rows, sizeof rows, G_CONVERTER_NO_FLAGS,
                              &n_read, &n_written, NULL) == G_CONVERTER_CONVERTED) {
    n_bytes += n_written;
    data += n_read;
    length -= n_read;
  }
  return n_bytes + n_written;
}

gboolean
koma_png_rows_are_complete (const guint8 *file,
                            gsize         size_bytes,
                            gboolean      have_arrived)
{
  g_autoptr (GZlibDecompressor) inflater = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  KomaPngChunks chunks = { file, size_bytes, KOMA_PNG_SIGNATURE_BYTES };
  const char   *type = NULL;
  const guint8 *data = NULL;
  gsize         length = 0;
  gboolean      is_counted = FALSE;
  guint64       n_wanted = 0;
  guint64       n_found = 0;

  while (koma_png_chunks_next (&chunks, &type, &data, &length)) {
    if (memcmp (type, "IHDR", 4) == 0 && length == IHDR_BYTES) {
      is_counted = is_interlaced (data);
      n_wanted = count_wanted (data);
    }
    if (memcmp (type, "IDAT", 4) == 0 && is_counted)
      n_found += inflate (G_CONVERTER (inflater), data, length);
    if (memcmp (type, "IEND", 4) == 0)
      return have_arrived && (!is_counted || n_found >= n_wanted);
  }
  return FALSE;
}

gboolean
koma_png_rows_can_fit (const guint8 *file,
                       gsize         size_bytes)
{
  KomaPngChunks chunks = { file, size_bytes, KOMA_PNG_SIGNATURE_BYTES };
  const char   *type = NULL;
  const guint8 *data = NULL;
  gsize         length = 0;

  return !koma_png_chunks_next (&chunks, &type, &data, &length) || length != IHDR_BYTES ||
         count_wanted (data) / MAX_INFLATION <= size_bytes;
}
