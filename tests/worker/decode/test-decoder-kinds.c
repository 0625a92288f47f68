/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sound pictures of kinds that are not decoded: what is said of them, and that they are not offered
 * to people. */
#include <string.h>

#include "engine/picture/decoder.h"
#include "engine/picture/picture-name.h"
#include "engine/koma/koma-error.h"
#include "worker/decode/koma-picture-finder.h"
#include "tests/test-main.h"

/* One pixel, of one sample. */
#define TIFF(bits, format)                                                   \
  {                                                                          \
    'I', 'I', '*', 0, 8, 0, 0, 0, 9, 0,             /* of 9 entries */       \
      0x00, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,        /* width */              \
      0x01, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,        /* height */             \
      0x02, 1, 3, 0, 1, 0, 0, 0, bits, 0, 0, 0,     /* bits of a sample */   \
      0x03, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,        /* not compressed */     \
      0x06, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,        /* black is 0 */         \
      0x11, 1, 4, 0, 1, 0, 0, 0, 122, 0, 0, 0,      /* where it begins */    \
      0x16, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,        /* rows of a strip */    \
      0x17, 1, 4, 0, 1, 0, 0, 0, bits / 8, 0, 0, 0, /* bytes of the strip */ \
      0x53, 1, 3, 0, 1, 0, 0, 0, format, 0, 0, 0,   /* kind of number */     \
      0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0      /* no more; the pixel */ \
  }

static char *
get_message (gconstpointer data,
             gsize         length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (bytes, 0, NULL, &error);

  g_assert_null (picture);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
  return g_strdup (error->message);
}

static void
test_tiff (void)
{
  static const guint8 floats[] = TIFF (32, 3);
  static const guint8 longs[] = TIFF (32, 1);
  static const guint8 bytes[] = TIFF (8, 1);
  g_autoptr (GBytes) plain = g_bytes_new_static (bytes, sizeof bytes);
  g_autofree char *of_floats = get_message (floats, sizeof floats);
  g_autofree char *of_longs = get_message (longs, sizeof longs);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (plain, 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (picture);
  g_assert_nonnull (strstr (of_floats, "floating-point numbers of 32 bits"));
  g_assert_nonnull (strstr (of_longs, "32 bits"));
  g_assert_null (strstr (of_floats, "damaged"));
  g_assert_null (strstr (of_longs, "damaged"));
}

/* Loaders that write temporary files can not work in the box, so that what they read is neither
 * offered nor called damaged. */
static void
test_temporary (void)
{
  static const char *const types[] = { "image/x-xpixmap", "image/x-xbitmap", "image/x-xpm" };
  g_autofree char         *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "data",
                                                    "app.koma.Koma.desktop.in", NULL);
  g_autofree char         *desktop = NULL;

  g_assert_true (g_file_get_contents (path, &desktop, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_assert_null (strstr (desktop, types[i]));
    g_assert_false (g_strv_contains (koma_picture_finder_get_mime_types (), types[i]));
  }
  g_assert_false (koma_picture_name_is_picture ("a.xpm"));
  g_assert_false (koma_picture_name_is_picture ("a.xbm"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decoder-kinds/tiff", test_tiff);
  g_test_add_func ("/decoder-kinds/temporary", test_temporary);
  return g_test_run ();
}
