/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of which a part is missing, and pictures that ask for more than
 * there is: each is an error that says so, never a black picture. */

#include <stdio.h>
#include <string.h>

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <jpeglib.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/picture/decode-share.h"
#include "engine/picture/decoder.h"
#include "tests/test-main.h"

static void
assert_refused (const void *data,
                gsize       size_bytes,
                KomaError   code,
                const char *part)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (bytes, 0, NULL, &error);

  g_assert_null (picture);
  g_assert_error (error, KOMA_ERROR, (int) code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” does not say “%s”", error->message, part);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

static KomaPicture *
decode (const void *data,
        gsize       size_bytes)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size_bytes);
  g_autoptr (GError) error = NULL;
  KomaPicture *picture = koma_decoder_decode_bytes (bytes, 0, NULL, &error);

  g_assert_no_error (error);
  return picture;
}

static void
append_u32 (GByteArray *file,
            guint32     number)
{
  number = GUINT32_TO_BE (number);
  g_byte_array_append (file, (const guint8 *) &number, sizeof number);
}

static guint32
get_crc (const guint8 *data,
         gsize         length)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < length; i++) {
    crc ^= data[i];
    for (guint bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

static void
append_chunk (GByteArray   *file,
              const char   *type,
              const guint8 *data,
              gsize         length)
{
  const guint start = file->len + 4;

  append_u32 (file, (guint32) length);
  g_byte_array_append (file, (const guint8 *) type, 4);
  g_byte_array_append (file, data, (guint) length);
  append_u32 (file, get_crc (file->data + start, length + 4));
}

/* Rows that say 0: RGB, black, no filter. */
static GByteArray *
make_png (guint32  width,
          guint32  height,
          gboolean is_interlaced,
          gsize    n_row_bytes)
{
  GByteArray        *file = g_byte_array_new ();
  guint8             header[] = { 0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, is_interlaced };
  g_autofree guint8 *rows = g_malloc0 (n_row_bytes + 1);
  g_autofree guint8 *packed = g_malloc (n_row_bytes + 100);
  g_autoptr (GZlibCompressor) deflater =
    g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9);
  gsize n_read = 0;
  gsize n_written = 0;

  g_assert_cmpint (g_converter_convert (G_CONVERTER (deflater), rows, n_row_bytes, packed,
                                        n_row_bytes + 100, G_CONVERTER_INPUT_AT_END, &n_read,
                                        &n_written, NULL),
                   ==, G_CONVERTER_FINISHED);
  for (guint i = 0; i < 4; i++) {
    header[i] = (guint8) (width >> (24 - 8 * i));
    header[4 + i] = (guint8) (height >> (24 - 8 * i));
  }
  g_byte_array_append (file, (const guint8 *) "\x89PNG\r\n\x1a\n", 8);
  append_chunk (file, "IHDR", header, sizeof header);
  append_chunk (file, "IDAT", packed, n_written);
  append_chunk (file, "IEND", NULL, 0);
  return file;
}

/* A file with all its chunks, and rows that are not there. */
static void
test_png_rows (void)
{
  static const struct
  {
    gboolean is_interlaced;
    gsize    n_row_bytes; /* of 20 × 15 pixels */
  } kinds[] = {
    { FALSE, 15 * (1 + 60) },
    /* By hand: 2 rows of 3, 2 of 2, 2 of 5, 4 of 5, 4 of 10, 8 of 10, 7 of 20. */
    { TRUE, 2 * 10 + 2 * 7 + 2 * 16 + 4 * 16 + 4 * 31 + 8 * 31 + 7 * 61 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    const gsize whole = kinds[i].n_row_bytes;
    const gsize missing[] = { 1, 61, whole / 2, whole - whole / 10, whole };
    g_autoptr (GByteArray) good = make_png (20, 15, kinds[i].is_interlaced, whole);
    g_autoptr (KomaPicture) picture = decode (good->data, good->len);

    g_assert_cmpuint (picture->height, ==, 15);
    for (guint j = 0; j < G_N_ELEMENTS (missing); j++) {
      g_autoptr (GByteArray) bad =
        make_png (20, 15, kinds[i].is_interlaced, whole - missing[j]);

      assert_refused (bad->data, bad->len, KOMA_ERROR_DECODE, "incomplete picture");
    }
  }
}

static guint64
get_peak_kb (void)
{
  g_autofree char *status = NULL;
  const char      *line = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, "VmPeak:");
  g_assert_nonnull (line);
  return g_ascii_strtoull (line + strlen ("VmPeak:"), NULL, 10);
}

/* 256 megapixels in less than a hundred bytes: not even asked for. */
static void
test_png_promise (void)
{
  const guint64 before_kb = get_peak_kb ();

  for (guint is_interlaced = 0; is_interlaced < 2; is_interlaced++) {
    g_autoptr (GByteArray) file = make_png (16384, 16384, is_interlaced, 0);

    assert_refused (file->data, file->len, KOMA_ERROR_DECODE, "incomplete picture");
  }
  g_assert_cmpuint (get_peak_kb () - before_kb, <, 256 << 10);
}

/* Every loader that gdk-pixbuf brings along and writes; a part of a file is an
 * error. What is not saved by it follows below. */
static void
test_cut (gconstpointer data)
{
  const char *format = data;
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 40, 30);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = NULL;
  g_autofree char *file = NULL;
  gsize            size_bytes = 0;

  for (guint y = 0; y < 30; y++)
    for (guint x = 0; x < 40 * 3; x++)
      gdk_pixbuf_get_pixels (pixbuf)[y * gdk_pixbuf_get_rowstride (pixbuf) + x] =
        (guint8) g_test_rand_int ();
  gdk_pixbuf_save_to_buffer (pixbuf, &file, &size_bytes, format, &error, NULL);
  g_assert_no_error (error);
  picture = decode (file, size_bytes);
  g_assert_cmpuint (picture->width, ==, 40);
  for (guint percent = 5; percent < 99; percent++)
    assert_refused (file, size_bytes * percent / 100, KOMA_ERROR_DECODE, "picture");
}

/* Run lengths of 8 and 4 bits: 6 × 2 pixels, with and without the end mark. */
static void
test_cut_run_lengths (void)
{
  static const guint8 runs8[] = { 6, 1, 0, 0, 0, 3, 0, 1, 0, 0, 3, 1, 0, 1 };
  static const guint8 runs4[] = { 6, 0x11, 0, 0, 0, 3, 0x10, 0x10, 3, 0x11, 0, 1 };
  static const guint8 skips[] = { 2, 1, 0, 2, 1, 1, 0, 1 };
  const struct
  {
    guint         kind;
    const guint8 *runs;
    gsize         n_bytes;
  } cases[] = { { 1, runs8, sizeof runs8 },
                { 2, runs4, sizeof runs4 },
                { 1, skips, sizeof skips } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint8      file[128] = { 'B', 'M', 0, 0, 0, 0, 0, 0, 0, 0, 62, 0, 0, 0, 40, 0, 0, 0, 6, 0,
                              0, 0, 2, 0, 0, 0, 1, 0, 8 };
    const gsize whole = 62 + cases[i].n_bytes;
    g_autoptr (KomaPicture) picture = NULL;
    g_autoptr (KomaPicture) markless = NULL;

    file[28] = cases[i].kind == 1 ? 8 : 4;
    file[30] = (guint8) cases[i].kind;
    file[46] = 2; /* colours, black and white */
    memset (file + 58, 0xff, 3);
    memcpy (file + 62, cases[i].runs, cases[i].n_bytes);
    picture = decode (file, whole);
    if (cases[i].runs != skips)
      markless = decode (file, whole - 2);
    for (gsize length = 62; length < whole - 4; length++)
      assert_refused (file, length, KOMA_ERROR_DECODE, "picture");
    if (cases[i].runs == skips)
      assert_refused (file, whole - 2, KOMA_ERROR_DECODE, "incomplete picture");
  }
}

/* A side may be as long as the limit. */
static void
test_longest_side (void)
{
  for (guint side = KOMA_MAX_PICTURE_SIDE; side <= KOMA_MAX_PICTURE_SIDE + 1; side++) {
    g_autofree char *row = g_strnfill (side * 3, 'a');
    g_autofree char *ppm = g_strdup_printf ("P6\n%u 1\n255\n%s", side, row);

    if (side > KOMA_MAX_PICTURE_SIDE) {
      /* Not all of it: gdk-pixbuf warns where its own loader gives up later. */
      assert_refused (ppm, 32, KOMA_ERROR_MEMORY, "65500 pixels a side");
    } else {
      g_autoptr (KomaPicture) picture = decode (ppm, strlen (ppm));

      g_assert_cmpuint (picture->width, ==, side);
    }
  }
}

/* One colour; as it is stored at this quality, it comes back to the bit. */
static GBytes *
make_jpeg (J_COLOR_SPACE colours,
           const guint8 *pixel,
           gboolean      is_progressive)
{
  struct jpeg_error_mgr       manager;
  struct jpeg_compress_struct cinfo = { .err = jpeg_std_error (&manager) };
  unsigned char              *data = NULL;
  unsigned long               size_bytes = 0;
  JSAMPLE                     row[16 * 4];
  JSAMPROW                    rows[] = { row };
  GBytes                     *bytes = NULL;

  jpeg_create_compress (&cinfo);
  jpeg_mem_dest (&cinfo, &data, &size_bytes);
  cinfo.image_width = cinfo.image_height = 16;
  cinfo.input_components = colours == JCS_CMYK ? 4 : 3;
  cinfo.in_color_space = colours;
  jpeg_set_defaults (&cinfo);
  jpeg_set_quality (&cinfo, 100, TRUE);
  if (is_progressive)
    jpeg_simple_progression (&cinfo);
  for (int i = 0; i < 16 * cinfo.input_components; i++)
    row[i] = pixel[i % cinfo.input_components];
  jpeg_start_compress (&cinfo, TRUE);
  while (cinfo.next_scanline < cinfo.image_height)
    jpeg_write_scanlines (&cinfo, rows, 1);
  jpeg_finish_compress (&cinfo);
  jpeg_destroy_compress (&cinfo);
  bytes = g_bytes_new (data, size_bytes);
  free (data);
  return bytes;
}

/* Adobe's inks, inverted: light is ink times black, rounded. */
static void
test_cmyk_rounded (void)
{
  static const guint8 inks[] = { 200, 100, 51, 201 };
  g_autoptr (GBytes) file = make_jpeg (JCS_CMYK, inks, FALSE);
  g_autoptr (KomaPicture) picture = NULL;
  gsize         size_bytes = 0;
  const guint8 *data = g_bytes_get_data (file, &size_bytes);

  picture = decode (data, size_bytes);
  for (guint c = 0; c < 3; c++) {
    const double exact = inks[c] * inks[3] / 255.0;

    g_assert_cmpfloat (ABS (picture->rgb[c] - exact), <=, 0.5);
  }
}

/* The last scan, as often as it takes. */
static void
test_scans (void)
{
  static const guint8 colour[] = { 90, 160, 30 };
  g_autoptr (GBytes) file = make_jpeg (JCS_RGB, colour, TRUE);
  gsize         size_bytes = 0;
  const guint8 *data = g_bytes_get_data (file, &size_bytes);
  gsize         scan = size_bytes - 2;

  while (memcmp (data + scan, "\xff\xda", 2) != 0)
    scan--;
  for (guint n_more = 0; n_more <= KOMA_MAX_JPEG_SCANS + 10; n_more += 133) {
    g_autoptr (GByteArray) many = g_byte_array_new ();

    g_byte_array_append (many, data, (guint) size_bytes - 2);
    for (guint i = 0; i < n_more; i++)
      g_byte_array_append (many, data + scan, (guint) (size_bytes - scan) - 2);
    g_byte_array_append (many, data + size_bytes - 2, 2);
    if (n_more < KOMA_MAX_JPEG_SCANS)
      koma_picture_unref (decode (many->data, many->len));
    else
      assert_refused (many->data, many->len, KOMA_ERROR_DECODE, "256 scans");
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decoder-limits/png-promise", test_png_promise);
  g_test_add_func ("/decoder-limits/png-rows", test_png_rows);
  g_test_add_data_func ("/decoder-limits/cut/png", "png", test_cut);
  g_test_add_data_func ("/decoder-limits/cut/bmp", "bmp", test_cut);
  g_test_add_data_func ("/decoder-limits/cut/ico", "ico", test_cut);
  g_test_add_data_func ("/decoder-limits/cut/tiff", "tiff", test_cut);
  g_test_add_func ("/decoder-limits/cut/run-lengths", test_cut_run_lengths);
  g_test_add_func ("/decoder-limits/longest-side", test_longest_side);
  g_test_add_func ("/decoder-limits/cmyk-rounded", test_cmyk_rounded);
  g_test_add_func ("/decoder-limits/scans", test_scans);
  return g_test_run ();
}
