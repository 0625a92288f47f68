/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Decoding of pictures that are made here: orientations, alpha, scaled
 * decoding, and everything that is no picture. */

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/picture/decoder.h"
#include "worker/decode/koma-thumbnail.h"
#include "tests/test-main.h"

#define RED   0xff0000
#define GREEN 0x00ff00
#define BLUE  0x0000ff
#define WHITE 0xffffff

/* Red, green over blue, white; each a quarter. */
static KomaPicture *
make_quarters (guint width,
               guint height)
{
  static const guint colours[2][2] = { { RED, GREEN }, { BLUE, WHITE } };
  guint8            *rgb = g_malloc_n ((gsize) width * height, 3);
  guint8            *pixel = rgb;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++, pixel += 3) {
      guint colour = colours[y >= height / 2][x >= width / 2];

      pixel[0] = (guint8) (colour >> 16);
      pixel[1] = (guint8) (colour >> 8);
      pixel[2] = (guint8) colour;
    }
  return koma_picture_new_take (rgb, width, height, (gsize) width * 3);
}

static GBytes *
make_jpeg (guint width,
           guint height)
{
  g_autoptr (KomaPicture) picture = make_quarters (width, height);
  g_autoptr (GError) error = NULL;
  GBytes *jpeg = koma_thumbnail_encode (picture, MAX (width, height), &error);

  g_assert_no_error (error);
  return jpeg;
}

/* The colour in the middle of a quarter, each channel rounded to 0 or 255. */
static guint
get_quarter (const KomaPicture *picture,
             guint              row,
             guint              column)
{
  const guint   y = picture->height * (2 * row + 1) / 4;
  const guint   x = picture->width * (2 * column + 1) / 4;
  const guint8 *line = picture->rgb + y * picture->stride;
  guint         colour = 0;

  for (guint c = 0; c < 3; c++)
    colour = colour << 8 | (line[3 * x + c] > 127 ? 255 : 0);
  return colour;
}

static GBytes *
insert_orientation (GBytes *jpeg,
                    guint   orientation)
{
  guint8 segment[] = { 0xff, 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, '*',
                       0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0 };
  g_autoptr (GByteArray) file = g_byte_array_new ();
  gsize         size_bytes = 0;
  const guint8 *data = g_bytes_get_data (jpeg, &size_bytes);

  segment[29] = (guint8) orientation;
  g_byte_array_append (file, data, 2);
  g_byte_array_append (file, segment, sizeof segment);
  g_byte_array_append (file, data + 2, (guint) (size_bytes - 2));
  return g_byte_array_free_to_bytes (g_steal_pointer (&file));
}

static void
test_orientations (void)
{
  /* Clockwise from the top left, as stored: red, green, white, blue. */
  static const guint expected[9][4] = {
    { 0 },
    { RED, GREEN, BLUE, WHITE },
    { GREEN, RED, WHITE, BLUE },
    { WHITE, BLUE, GREEN, RED },
    { BLUE, WHITE, RED, GREEN },
    { RED, BLUE, GREEN, WHITE },
    { BLUE, RED, WHITE, GREEN },
    { WHITE, GREEN, BLUE, RED },
    { GREEN, WHITE, RED, BLUE },
  };
  g_autoptr (GBytes) stored = make_jpeg (96, 64);

  for (guint orientation = 1; orientation <= 8; orientation++) {
    const gboolean is_turned = orientation > 4;
    g_autoptr (GBytes) jpeg = insert_orientation (stored, orientation);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (jpeg, 0, NULL, &error);
    g_autoptr (KomaPicture) half = koma_decoder_decode_bytes (jpeg, 32, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (picture->width, ==, is_turned ? 64 : 96);
    g_assert_cmpuint (picture->height, ==, is_turned ? 96 : 64);
    g_assert_cmpuint (half->width, ==, is_turned ? 32 : 48);
    g_assert_cmpuint (half->source_width, ==, is_turned ? 64 : 96);
    g_assert_cmpuint (half->source_height, ==, is_turned ? 96 : 64);
    for (guint i = 0; i < 4; i++) {
      g_assert_cmphex (get_quarter (picture, i / 2, i % 2), ==, expected[orientation][i]);
      g_assert_cmphex (get_quarter (half, i / 2, i % 2), ==, expected[orientation][i]);
    }
  }
}

static void
test_scaled (void)
{
  static const struct
  {
    guint min_side;
    guint width;
    guint height;
  } cases[] = {
    { 0, 403, 299 },
    { 10000, 403, 299 },
    { 299, 403, 299 },
    { 151, 403, 299 }, /* a half would be 150 */
    { 150, 202, 150 },
    { 76, 202, 150 },
    { 75, 101, 75 },
    { 39, 101, 75 },
    { 38, 51, 38 },
    { 1, 51, 38 },
  };
  g_autoptr (GBytes) jpeg = make_jpeg (403, 299);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (jpeg, cases[i].min_side, NULL,
                                                                 &error);

    g_assert_no_error (error);
    g_assert_cmpuint (picture->width, ==, cases[i].width);
    g_assert_cmpuint (picture->height, ==, cases[i].height);
    g_assert_cmpuint (picture->source_width, ==, 403);
    g_assert_cmpuint (picture->source_height, ==, 299);
    g_assert_cmphex (get_quarter (picture, 0, 1), ==, GREEN);
    g_assert_cmphex (get_quarter (picture, 1, 0), ==, BLUE);
  }
}

static void
test_alpha_over_white (void)
{
  guint8              rgba[] = { 0, 0, 0, 0, 0, 0, 0, 255, 200, 100, 0, 128 };
  static const guint8 expected[] = { 255, 255, 255, 0, 0, 0, 227, 177, 127 };
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new_from_data (rgba, GDK_COLORSPACE_RGB, TRUE, 8, 3, 1,
                                                           12, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = NULL;
  g_autoptr (GBytes) png = NULL;
  char *data = NULL;
  gsize size_bytes = 0;

  gdk_pixbuf_save_to_buffer (pixbuf, &data, &size_bytes, "png", &error, NULL);
  g_assert_no_error (error);
  png = g_bytes_new_take (data, size_bytes);
  picture = koma_decoder_decode_bytes (png, 2, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (picture->rgb, 9, expected, 9);
}

static void
assert_refused (const void *data,
                gsize       size_bytes,
                KomaError   code,
                const char *part)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (bytes, 64, NULL, &error);

  g_assert_null (picture);
  g_assert_error (error, KOMA_ERROR, (int) code);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” does not say “%s”", error->message, part);
}

static void
test_no_pictures (void)
{
  assert_refused ("", 0, KOMA_ERROR_DECODE, "empty");
  assert_refused ("\xff", 1, KOMA_ERROR_DECODE, "not a picture");
  assert_refused ("\xff\xd8\xff", 3, KOMA_ERROR_DECODE, "JPEG");
  assert_refused ("Dear Sir or Madam, this is a letter.", 36, KOMA_ERROR_DECODE, "not a picture");
}

/* Headers that ask for 30 000 × 30 000 pixels, and nothing behind them. */
static void
test_huge_headers (void)
{
  static const guint8 png[] = {
    0x89, 'P', 'N', 'G', 13, 10, 26, 10,
    0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0,
    0xe9, 0x45, 0x6f, 0xed,
    0, 0, 0, 2, 'I', 'D', 'A', 'T', 0x78, 0x9c, 0x62, 0xa4, 0x91, 0x2b
  };
  static const guint8 gif[] = {
    'G', 'I', 'F', '8', '9', 'a', 0x30, 0x75, 0x30, 0x75, 0x80, 0, 0, 0, 0, 0, 255, 255, 255,
    ',', 0, 0, 0, 0, 0x30, 0x75, 0x30, 0x75, 0, 2, 2, 0x44, 1, 0, ';'
  };
  static const guint8 bmp[] = {
    'B', 'M', 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0,
    40, 0, 0, 0, 0x30, 0x75, 0, 0, 0x30, 0x75, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8
  };
  static const guint8 ppm[] = "P6\n30000 30000\n255\nabcdef";
  g_autoptr (GBytes) jpeg = make_jpeg (16, 16);
  gsize              size_bytes = 0;
  const guint8      *data = g_bytes_get_data (jpeg, &size_bytes);
  g_autofree guint8 *huge = g_memdup2 (data, size_bytes);

  for (gsize i = 0; i + 9 < size_bytes; i++)
    if (huge[i] == 0xff && huge[i + 1] == 0xc0)
      memcpy (huge + i + 5, "\x75\x30\x75\x30", 4);
  assert_refused (huge, size_bytes, KOMA_ERROR_MEMORY,
                  "30000 × 30000 pixels; the limit is 256 megapixels");
  assert_refused (png, sizeof png, KOMA_ERROR_MEMORY, "30000 × 30000");
  assert_refused (gif, sizeof gif, KOMA_ERROR_MEMORY, "30000 × 30000");
  assert_refused (bmp, sizeof bmp, KOMA_ERROR_MEMORY, "30000 × 30000");
  assert_refused (ppm, sizeof ppm - 1, KOMA_ERROR_MEMORY, "30000 × 30000");
}

static void
test_missing_end_marker (void)
{
  g_autoptr (GBytes) jpeg = make_jpeg (64, 64);
  g_autoptr (GBytes) most = g_bytes_new_from_bytes (jpeg, 0, g_bytes_get_size (jpeg) - 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (most, 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmphex (get_quarter (picture, 1, 1), ==, WHITE);
}

/* Where the coded pixels begin: behind the segment SOS. */
static gsize
find_scan (const guint8 *jpeg,
           gsize         size_bytes)
{
  for (gsize i = 0; i + 4 < size_bytes; i++)
    if (jpeg[i] == 0xff && jpeg[i + 1] == 0xda)
      return i + 2 + (gsize) (jpeg[i + 2] << 8 | jpeg[i + 3]);
  g_assert_not_reached ();
}

/* A picture cut off anywhere is an error that says so; with an end marker put
 * behind the cut too. */
static void
test_cut_off (void)
{
  g_autoptr (GBytes) jpeg = make_jpeg (64, 64);
  gsize              size_bytes = 0;
  const guint8      *data = g_bytes_get_data (jpeg, &size_bytes);
  const gsize        start = find_scan (data, size_bytes);
  const gsize        middle = start + (size_bytes - start) / 2;
  g_autofree guint8 *part = g_memdup2 (data, size_bytes);

  for (gsize length = 3; length < size_bytes - 12; length++)
    assert_refused (data, length, KOMA_ERROR_DECODE, " picture: ");
  memcpy (part + middle, "\xff\xd9", 2);
  assert_refused (part, middle + 2, KOMA_ERROR_DECODE, "incomplete picture");
}

/* Half of a file without checksums or end marks. */
static void
test_half (void)
{
  static const guint8 bmp[] = { 'B', 'M', 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0,
                                1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0 };
  static const char   ppm[] = "P6\n2 3\n255\nabcdefghijklmnopqr";
  g_autoptr (GBytes) whole_bmp = g_bytes_new_static (bmp, sizeof bmp);
  g_autoptr (GBytes) whole_ppm = g_bytes_new_static (ppm, sizeof ppm - 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) first = koma_decoder_decode_bytes (whole_bmp, 0, NULL, &error);
  g_autoptr (KomaPicture) second = koma_decoder_decode_bytes (whole_ppm, 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (first->rgb, 3, "\3\2\1", 3);
  g_assert_cmpmem (second->rgb, 6, "abcdef", 6);
  assert_refused (bmp, sizeof bmp - 6, KOMA_ERROR_DECODE, "incomplete picture");
  assert_refused (ppm, sizeof ppm - 9, KOMA_ERROR_DECODE, "incomplete picture");
}

/* A BMP that promises gigabytes of header, or of something before its pixels, is
 * refused before its loader allocates them. */
static void
test_bmp_header (void)
{
  guint8 bmp[58] = { 'B', 'M', 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0,
                     1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24 };
  g_autoptr (GBytes) whole = g_bytes_new (bmp, sizeof bmp);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) one G_GNUC_UNUSED = koma_decoder_decode_bytes (whole, 0, NULL, &error);

  g_assert_no_error (error);
  memset (bmp + 14, 0xee, 4);
  assert_refused (bmp, sizeof bmp, KOMA_ERROR_DECODE, "incomplete picture");
  memcpy (bmp + 14, "\x28\0\0\0", 4);
  memset (bmp + 10, 0x7e, 4);
  assert_refused (bmp, sizeof bmp, KOMA_ERROR_DECODE, "incomplete picture");
  for (guint length = 2; length < sizeof bmp; length++)
    assert_refused (bmp, length, KOMA_ERROR_DECODE, " picture");
}

/* Whatever the bytes are, there is a picture or an error. */
static void
test_flipped_bytes (void)
{
  g_autoptr (GBytes) jpeg = make_jpeg (64, 48);
  gsize         size_bytes = 0;
  const guint8 *data = g_bytes_get_data (jpeg, &size_bytes);

  for (guint i = 0; i < 500; i++) {
    guint8 *copy = g_memdup2 (data, size_bytes);
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) picture = NULL;

    for (gint n_flips = g_test_rand_int_range (1, 4); n_flips > 0; n_flips--)
      copy[g_test_rand_int_range (2, (gint32) size_bytes)] = (guint8) g_test_rand_int ();
    bytes = g_bytes_new_take (copy, size_bytes);
    picture = koma_decoder_decode_bytes (bytes, 8, NULL, &error);
    g_assert_true ((picture != NULL) != (error != NULL));
  }
}

static void
test_cancelled (void)
{
  g_autoptr (GBytes) jpeg = make_jpeg (64, 48);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (koma_decoder_decode_bytes (jpeg, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (20 * 1000);
  g_cancellable_cancel (data);
  return NULL;
}

/* Decoding all of it would take a quarter of a second, or a second and more under a sanitizer. */
static void
test_cancelled_meanwhile (void)
{
  g_autoptr (GBytes) jpeg = make_jpeg (6000, 4000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);

  g_assert_null (koma_decoder_decode_bytes (jpeg, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
}

static void
assert_file_refused (const char *path,
                     GQuark      domain,
                     int         code)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *prefix = g_strconcat (name, ": ", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_decoder_decode_file (file, 0, NULL, &error));
  g_assert_error (error, domain, code);
  g_assert_true (g_str_has_prefix (error->message, prefix));
}

static void
test_no_files (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("koma-decoder-XXXXXX", &error);
  g_autofree char *pipe = g_build_filename (folder, "pipe.jpg", NULL);
  g_autofree char *large = g_build_filename (folder, "large.jpg", NULL);
  g_autofree char *secret = g_build_filename (folder, "secret.jpg", NULL);

  g_assert_no_error (error);
  assert_file_refused ("/nonexistent/cat.jpg", G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  assert_file_refused (folder, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  assert_file_refused ("/dev/zero", G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_file_refused (pipe, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);

  g_assert_true (g_file_set_contents (large, "x", 1, NULL));
  g_assert_cmpint (truncate (large, (off_t) KOMA_MAX_PICTURE_BYTES + 1), ==, 0);
  assert_file_refused (large, KOMA_ERROR, KOMA_ERROR_MEMORY);

  g_assert_true (g_file_set_contents (secret, "x", 1, NULL));
  g_assert_cmpint (g_chmod (secret, 0), ==, 0);
  if (geteuid () != 0)
    assert_file_refused (secret, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);

  g_unlink (pipe);
  g_unlink (large);
  g_unlink (secret);
  g_rmdir (folder);
}

static void
test_thumbnail (void)
{
  g_autoptr (KomaPicture) picture = make_quarters (300, 200);
  g_autoptr (KomaPicture) tiny = make_quarters (5, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) jpeg = koma_thumbnail_encode (picture, 64, &error);
  g_autoptr (KomaPicture) thumbnail = koma_decoder_decode_bytes (jpeg, 0, NULL, &error);
  g_autoptr (KomaPicture) same = koma_picture_scale_to_fit (tiny, 64);
  g_autoptr (KomaPicture) line = koma_picture_scale_to_fit (tiny, 2);

  g_assert_no_error (error);
  g_assert_cmpuint (thumbnail->width, ==, 64);
  g_assert_cmpuint (thumbnail->height, ==, 43);
  g_assert_cmphex (get_quarter (thumbnail, 0, 0), ==, RED);
  g_assert_cmphex (get_quarter (thumbnail, 1, 0), ==, BLUE);
  g_assert_cmpuint (g_bytes_get_size (jpeg), <, 4096);
  g_assert_cmpuint (same->width, ==, 5);
  g_assert_cmpuint (line->width, ==, 2);
  g_assert_cmpuint (line->height, ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decoder/orientations", test_orientations);
  g_test_add_func ("/decoder/scaled", test_scaled);
  g_test_add_func ("/decoder/alpha-over-white", test_alpha_over_white);
  g_test_add_func ("/decoder/no-pictures", test_no_pictures);
  g_test_add_func ("/decoder/huge-headers", test_huge_headers);
  g_test_add_func ("/decoder/missing-end-marker", test_missing_end_marker);
  g_test_add_func ("/decoder/cut-off", test_cut_off);
  g_test_add_func ("/decoder/half", test_half);
  g_test_add_func ("/decoder/bmp-header", test_bmp_header);
  g_test_add_func ("/decoder/flipped-bytes", test_flipped_bytes);
  g_test_add_func ("/decoder/cancelled", test_cancelled);
  g_test_add_func ("/decoder/cancelled-meanwhile", test_cancelled_meanwhile);
  g_test_add_func ("/decoder/no-files", test_no_files);
  g_test_add_func ("/decoder/thumbnail", test_thumbnail);
  return g_test_run ();
}
