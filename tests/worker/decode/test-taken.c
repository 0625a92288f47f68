/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When a picture was taken, and by which camera, as EXIF blocks say: both byte orders, what cameras
 * write that have no clock, each length of a damaged block, and the formats that carry one. */
#include <string.h>

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "engine/koma-app.h"
#include "tests/test-main.h"

#define MAKE       0x010f
#define MODEL      0x0110
#define TIME       0x9003
#define OFFSET     0x9011
#define SUBSECONDS 0x9291
#define SERIAL     0xa431
#define EXIF       0x8769
#define MAX_TEXTS  8

typedef struct
{
  guint       tag;
  const char *text; /* NULL: the end */
} Text;

typedef struct
{
  gboolean    is_big;
  GByteArray *bytes;
} Writer;

static void
put (Writer *writer,
     guint32 value,
     guint   n_bytes)
{
  for (guint i = 0; i < n_bytes; i++) {
    const guint8 byte = (guint8) (value >> 8 * (writer->is_big ? n_bytes - 1 - i : i));

    g_byte_array_append (writer->bytes, &byte, 1);
  }
}

/* A directory of texts, and of one more entry with the place that is behind it. */
static void
put_directory (Writer     *writer,
               const Text *texts,
               gboolean    has_next)
{
  guint n = 0;
  guint at = 0;

  while (texts[n].text != NULL)
    n++;
  at = writer->bytes->len + 2 + 12 * (n + has_next) + 4;
  put (writer, n + has_next, 2);
  for (guint i = 0; i < n; i++) {
    const guint length = (guint) strlen (texts[i].text) + 1;

    put (writer, texts[i].tag, 2);
    put (writer, 2, 2);
    put (writer, length, 4);
    if (length <= 4) {
      g_byte_array_append (writer->bytes, (const guint8 *) texts[i].text, length);
      put (writer, 0, 4 - length);
      continue;
    }
    put (writer, at, 4);
    at += length;
  }
  if (has_next) {
    put (writer, EXIF, 2);
    put (writer, 4, 2);
    put (writer, 1, 4);
    put (writer, at, 4);
  }
  put (writer, 0, 4);
  for (guint i = 0; i < n; i++)
    if (strlen (texts[i].text) + 1 > 4)
      g_byte_array_append (writer->bytes, (const guint8 *) texts[i].text,
                           (guint) strlen (texts[i].text) + 1);
}

/* (transfer full) */
static GByteArray *
make_block (gboolean    is_big,
            const Text *first,
            const Text *exif)
{
  Writer writer = { is_big, g_byte_array_new () };

  g_byte_array_append (writer.bytes, (const guint8 *) (is_big ? "MM\0*" : "II*\0"), 4);
  put (&writer, 8, 4);
  put_directory (&writer, first, TRUE);
  put_directory (&writer, exif, FALSE);
  return writer.bytes;
}

static const Text camera[] = { { MAKE, "Koma" }, { MODEL, "One" }, { 0, NULL } };

static KomaTaken
read_block (const Text *first,
            const Text *exif)
{
  g_autoptr (GByteArray) block = make_block (FALSE, first, exif);

  return koma_taken_read_exif (block->data, block->len);
}

static gint64
read_time (const char *time,
           const char *subseconds,
           const char *offset)
{
  Text  exif[MAX_TEXTS] = { { TIME, time } };
  guint n = 1;

  if (offset != NULL)
    exif[n++] = (Text){ OFFSET, offset };
  if (subseconds != NULL)
    exif[n++] = (Text){ SUBSECONDS, subseconds };
  return read_block (camera, exif).time_us;
}

#define NOON 1000036800000000 /* 2001-09-09T12:00:00Z */

static void
test_time (void)
{
  g_assert_cmpint (read_time ("2001:09:09 12:00:00", NULL, NULL), ==, NOON);
  g_assert_cmpint (read_time ("2001:09:09 12:00:00", "5", NULL), ==, NOON + 500000);
  g_assert_cmpint (read_time ("2001:09:09 12:00:00", "05", NULL), ==, NOON + 50000);
  g_assert_cmpint (read_time ("2001:09:09 12:00:00", "123456789", NULL), ==, NOON + 123456);
  g_assert_cmpint (read_time ("2001:09:09 12:00:00", "   ", NULL), ==, NOON);
  g_assert_cmpint (read_time ("2001:09:09 21:00:00", NULL, "+09:00"), ==, NOON);
  g_assert_cmpint (read_time ("2001:09:09 08:30:00", NULL, "-03:30"), ==, NOON);
  g_assert_cmpint (read_time ("2001:09:09 12:00:00", NULL, "   :  "), ==, NOON);
  g_assert_cmpint (read_time ("2001:09:09 12:00:00", NULL, "+99:00"), ==, NOON);
  g_assert_cmpint (read_time ("1969:12:31 23:59:59", NULL, NULL), ==, -1000000);
}

static void
test_no_time (void)
{
  static const char *const texts[] = {
    "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2001:13:09 12:00:00",
    "2001:02:30 12:00:00", "2001:09:09 24:00:00", "2001-09-09 12:00:00",
    "2001:09:09T12:00:00", "2001:09:09 12:00", "2001:09:09 12:00:00+01:00",
    "2001:09:09 12:00:+1", "yesterday"
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_cmpint (read_time (texts[i], "5", "+01:00"), ==, 0);
}

static gint64
read_camera (const char *make,
             const char *model,
             const char *serial)
{
  const Text first[] = { { MAKE, make }, { MODEL, model }, { 0, NULL } };
  const Text exif[] = { { SERIAL, serial }, { 0, NULL } };
  KomaTaken  taken = read_block (first, exif);

  g_assert_cmpint (taken.camera, >=, 0);
  return taken.camera;
}

static void
test_camera (void)
{
  const gint64 one = read_camera ("Koma", "One", "123456");

  g_assert_cmpint (one, !=, 0);
  g_assert_cmpint (read_camera (" Koma  ", "One", "123456"), ==, one);
  g_assert_cmpint (read_camera ("Koma", "One", "123457"), !=, one);
  g_assert_cmpint (read_camera ("Koma", "Two", "123456"), !=, one);
  g_assert_cmpint (read_camera ("Komb", "One", "123456"), !=, one);
  g_assert_cmpint (read_camera ("KomaOne", "", "123456"), !=, one);
  g_assert_cmpint (read_camera ("", "", "1"), !=, 0);
  g_assert_cmpint (read_camera ("", " ", ""), ==, 0);
}

static const Text noon[] = { { TIME, "2001:09:09 12:00:00" }, { SERIAL, "9" }, { 0, NULL } };

static void
check (KomaTaken       taken,
       const KomaTaken expected)
{
  g_assert_cmpint (taken.time_us, ==, expected.time_us);
  g_assert_cmpint (taken.camera, ==, expected.camera);
}

/* In memory of just that length, for the address sanitizer to watch; in both byte orders. */
static void
test_cut_off (void)
{
  const KomaTaken whole = read_block (camera, noon);

  for (guint is_big = 0; is_big < 2; is_big++) {
    g_autoptr (GByteArray) block = make_block (is_big, camera, noon);

    for (guint length = 0; length <= block->len; length++) {
      g_autofree guint8 *cut = g_memdup2 (block->data, MAX (length, 1));
      const KomaTaken    taken = koma_taken_read_exif (cut, length);

      g_assert_true (koma_taken_is_possible (&taken));
      if (length == block->len)
        check (taken, whole);
      else
        g_assert_cmpint (taken.time_us, ==, 0); /* its text is the last */
    }
  }
}

/* Whatever a byte becomes, it is read within the block. */
static void
test_damaged (void)
{
  g_autoptr (GByteArray) block = make_block (FALSE, camera, noon);

  for (guint i = 0; i < block->len; i++)
    for (guint value = 0; value < 256; value += 51) {
      g_autofree guint8 *damaged = g_memdup2 (block->data, block->len);
      KomaTaken          taken = { 0 };

      damaged[i] = (guint8) value;
      taken = koma_taken_read_exif (damaged, block->len);
      g_assert_true (koma_taken_is_possible (&taken));
    }
}

/* ---- Files ---- */

static GdkPixbuf *
make_pixbuf (void)
{
  GdkPixbuf *pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 8, 8);

  gdk_pixbuf_fill (pixbuf, 0x804020ff);
  return pixbuf;
}

static GByteArray *
save (const char *format)
{
  g_autoptr (GdkPixbuf) pixbuf = make_pixbuf ();
  g_autoptr (GError) error = NULL;
  char *data = NULL;
  gsize length = 0;

  g_assert_true (gdk_pixbuf_save_to_buffer (pixbuf, &data, &length, format, &error, NULL));
  g_assert_no_error (error);
  return g_byte_array_new_take ((guint8 *) data, length);
}

/* Between what is before @at, and what is behind it. */
static GBytes *
insert (GByteArray *file, /* (transfer full) */
        guint       at,
        const char *head,
        guint       head_bytes,
        GByteArray *block,
        guint       n_behind)
{
  GByteArray  *whole = g_byte_array_new ();
  const guint8 behind[4] = { 0 };

  g_byte_array_append (whole, file->data, at);
  g_byte_array_append (whole, (const guint8 *) head, head_bytes);
  g_byte_array_append (whole, block->data, block->len);
  g_byte_array_append (whole, behind, n_behind);
  g_byte_array_append (whole, file->data + at, file->len - at);
  g_byte_array_unref (file);
  return g_byte_array_free_to_bytes (whole);
}

static void
check_file (GBytes   *bytes,
            KomaTaken expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (bytes, 0, NULL, &error);

  g_assert_no_error (error);
  check (picture->taken, expected);
}

static void
test_jpeg (void)
{
  g_autoptr (GByteArray) block = make_block (TRUE, camera, noon);
  const guint length = block->len + 8;
  const char  head[] = { '\xff', '\xe1', (char) (length >> 8), (char) length,
                         'E', 'x', 'i', 'f', 0, 0 };
  g_autoptr (GBytes) bytes = insert (save ("jpeg"), 2, head, sizeof head, block, 0);
  g_autoptr (GByteArray) plain = save ("jpeg");
  g_autoptr (GBytes) plain_bytes = g_bytes_new (plain->data, plain->len);

  check_file (bytes, read_block (camera, noon));
  check_file (plain_bytes, (KomaTaken){ 0 });
}

/* Behind the signature and IHDR; its checksum is not looked at in a chunk that may be left out. */
static void
test_png (void)
{
  g_autoptr (GByteArray) block = make_block (FALSE, camera, noon);
  const char head[] = { 0, 0, (char) (block->len >> 8), (char) block->len, 'e', 'X', 'I', 'f' };
  g_autoptr (GBytes) bytes = insert (save ("png"), 8 + 25, head, sizeof head, block, 4);

  check_file (bytes, read_block (camera, noon));
}

static void
test_webp (void)
{
  g_autoptr (GByteArray) block = make_block (FALSE, camera, noon);
  GByteArray *file = g_byte_array_new ();
  const char  head[] = { 'E', 'X', 'I', 'F', (char) block->len, (char) (block->len >> 8), 0, 0 };
  g_autoptr (GBytes) bytes = NULL;
  gsize         n = 0;
  const guint8 *data = NULL;

  g_byte_array_append (file, (const guint8 *) "RIFF\0\0\0\0WEBPVP8 \3\0\0\0abc\0", 24);
  bytes = insert (file, 24, head, sizeof head, block, 0);
  data = g_bytes_get_data (bytes, &n);
  check (koma_taken_read_file (data, n), read_block (camera, noon));
}

/* Its own tags are in the first directory; only there the camera is. */
static void
test_tiff (void)
{
  g_autoptr (GByteArray) block = make_block (TRUE, camera, noon);

  check (koma_taken_read_file (block->data, block->len), read_block (camera, noon));
  check (koma_taken_read_file ((const guint8 *) "anything", 8), (KomaTaken){ 0 });
}

static void
test_possible (void)
{
  g_assert_true (koma_taken_is_possible (&(KomaTaken){ KOMA_TAKEN_MAX_US, G_MAXINT64 }));
  g_assert_false (koma_taken_is_possible (&(KomaTaken){ KOMA_TAKEN_MAX_US + 1, 1 }));
  g_assert_false (koma_taken_is_possible (&(KomaTaken){ KOMA_TAKEN_MIN_US - 1, 1 }));
  g_assert_false (koma_taken_is_possible (&(KomaTaken){ 1, -1 }));
  g_assert_cmpint (read_time ("9999:12:31 23:59:59", NULL, "-15:59"), <=, KOMA_TAKEN_MAX_US);
  g_assert_cmpint (read_time ("0001:01:01 00:00:00", NULL, "+15:59"), >=, KOMA_TAKEN_MIN_US);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/taken/time", test_time);
  g_test_add_func ("/taken/no-time", test_no_time);
  g_test_add_func ("/taken/camera", test_camera);
  g_test_add_func ("/taken/cut-off", test_cut_off);
  g_test_add_func ("/taken/damaged", test_damaged);
  g_test_add_func ("/taken/jpeg", test_jpeg);
  g_test_add_func ("/taken/png", test_png);
  g_test_add_func ("/taken/webp", test_webp);
  g_test_add_func ("/taken/tiff", test_tiff);
  g_test_add_func ("/taken/possible", test_possible);
  return g_test_run ();
}
