/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The orientation in EXIF blocks: both byte orders, every length of a
 * damaged block, and the containers that carry one. */

#include <string.h>

#include "engine/picture/exif.h"
#include "tests/test-main.h"

/* "Exif\0\0", a TIFF header, one directory of two entries. */
static const guint8 little[] = {
  'E', 'x', 'i', 'f', 0, 0, 'I', 'I', '*', 0, 8, 0, 0, 0, 2, 0,
  0x0f, 0x01, 2, 0, 1, 0, 0, 0, 'K', 0, 0, 0,
  0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0,
  0, 0, 0, 0
};
static const guint8 big[] = {
  'M', 'M', 0, '*', 0, 0, 0, 8, 0, 1,
  0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0
};

static void
test_byte_orders (void)
{
  g_assert_cmpint (koma_exif_get_orientation (little, sizeof little), ==,
                   KOMA_ORIENTATION_TURN_RIGHT);
  g_assert_cmpint (koma_exif_get_orientation (little + 6, sizeof little - 6), ==,
                   KOMA_ORIENTATION_TURN_RIGHT);
  g_assert_cmpint (koma_exif_get_orientation (big, sizeof big), ==, KOMA_ORIENTATION_TURN_LEFT);
}

/* Some programs write it as BYTE or LONG, as other libraries read it, too. */
static void
test_types (void)
{
  static const struct
  {
    guint8          type;
    guint8          value[4]; /* as in a file of big-endian numbers */
    KomaOrientation expected;
  } rows[] = {
    { 1, { 6, 0, 0, 0 }, KOMA_ORIENTATION_TURN_RIGHT },
    { 3, { 0, 6, 0, 0 }, KOMA_ORIENTATION_TURN_RIGHT },
    { 4, { 0, 0, 0, 6 }, KOMA_ORIENTATION_TURN_RIGHT },
    { 4, { 0, 6, 0, 0 }, KOMA_ORIENTATION_UPRIGHT },
    { 2, { 6, 0, 0, 0 }, KOMA_ORIENTATION_UPRIGHT },
    { 9, { 0, 0, 0, 6 }, KOMA_ORIENTATION_UPRIGHT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    guint8  block[sizeof big];
    guint32 value = 0;

    memcpy (block, big, sizeof big);
    block[13] = rows[i].type;
    memcpy (block + 18, rows[i].value, 4);
    g_assert_cmpint (koma_exif_get_orientation (block, sizeof block), ==, rows[i].expected);
    g_assert_false (koma_exif_find_in_tiff (block, sizeof block, 0x0113, &value));
  }
}

/* What does not fit into an entry lies elsewhere, or nowhere. */
static void
test_list (void)
{
  static const guint8 tiff[] = { 'I', 'I', '*', 0, 8, 0, 0, 0, 1, 0,
                                 0x02, 0x01, 3, 0, 3, 0, 0, 0, 26, 0, 0, 0,
                                 0, 0, 0, 0, 32, 0, 32, 0, 32, 0 };
  guint32             value = 0;

  g_assert_true (koma_exif_find_in_tiff (tiff, sizeof tiff, 258, &value));
  g_assert_cmpuint (value, ==, 32);
  for (gsize length = 0; length < 28; length++) {
    g_autofree guint8 *cut = g_memdup2 (tiff, MAX (length, 1));

    g_assert_false (koma_exif_find_in_tiff (cut, length, 258, &value));
  }
}

static void
test_nonsense (void)
{
  guint8 block[sizeof big];

  g_assert_cmpint (koma_exif_get_orientation (NULL, 0), ==, KOMA_ORIENTATION_UPRIGHT);
  for (guint value = 0; value < 256; value++) {
    KomaOrientation expected = value >= 1 && value <= 8 ? value : KOMA_ORIENTATION_UPRIGHT;

    memcpy (block, big, sizeof big);
    block[19] = (guint8) value;
    g_assert_cmpint (koma_exif_get_orientation (block, sizeof block), ==, expected);
  }
  memcpy (block, big, sizeof big);
  memset (block + 4, 0xff, 4); /* the directory is four gigabytes away */
  g_assert_cmpint (koma_exif_get_orientation (block, sizeof block), ==, KOMA_ORIENTATION_UPRIGHT);
  memcpy (block, big, sizeof big);
  memset (block + 8, 0xff, 2); /* 65535 entries */
  block[11] = 0;
  g_assert_cmpint (koma_exif_get_orientation (block, sizeof block), ==, KOMA_ORIENTATION_UPRIGHT);
}

/* In memory of just that length, for the address sanitizer to watch. */
static void
test_cut_off (void)
{
  for (gsize length = 0; length < sizeof little; length++) {
    g_autofree guint8 *block = g_memdup2 (little, MAX (length, 1));
    KomaOrientation    orientation = koma_exif_get_orientation (block, length);
    gboolean           is_there = length >= 38;

    g_assert_cmpint (orientation, ==,
                     is_there ? KOMA_ORIENTATION_TURN_RIGHT : KOMA_ORIENTATION_UPRIGHT);
    koma_exif_find_in_png (block, length);
    koma_exif_find_in_webp (block, length);
  }
}

static GByteArray *
make_png (void)
{
  static const guint8 head[] = { 0x89, 'P', 'N', 'G', 13, 10, 26, 10,
                                 0, 0, 0, 3, 't', 'E', 'X', 't', 'a', 'b', 'c', 0, 0, 0, 0,
                                 0, 0, 0, sizeof big, 'e', 'X', 'I', 'f' };
  static const guint8 checksum[4] = { 0 };
  GByteArray         *file = g_byte_array_new ();

  g_byte_array_append (file, head, sizeof head);
  g_byte_array_append (file, big, sizeof big);
  g_byte_array_append (file, checksum, sizeof checksum);
  return file;
}

static GByteArray *
make_webp (void)
{
  static const guint8 head[] = { 'R', 'I', 'F', 'F', 0, 0, 0, 0, 'W', 'E', 'B', 'P',
                                 'V', 'P', '8', ' ', 3, 0, 0, 0, 1, 2, 3, 0,
                                 'E', 'X', 'I', 'F', sizeof little, 0, 0, 0 };
  GByteArray         *file = g_byte_array_new ();

  g_byte_array_append (file, head, sizeof head);
  g_byte_array_append (file, little, sizeof little);
  return file;
}

static void
test_containers (void)
{
  g_autoptr (GByteArray) png = make_png ();
  g_autoptr (GByteArray) webp = make_webp ();

  g_assert_cmpint (koma_exif_find_in_png (png->data, png->len), ==, KOMA_ORIENTATION_TURN_LEFT);
  g_assert_cmpint (koma_exif_find_in_webp (webp->data, webp->len), ==, KOMA_ORIENTATION_TURN_RIGHT);
  for (gsize length = 0; length < png->len; length++) {
    g_autofree guint8 *part = g_memdup2 (png->data, MAX (length, 1));

    g_assert_cmpint (koma_exif_find_in_png (part, length), ==, KOMA_ORIENTATION_UPRIGHT);
  }
  for (gsize length = 0; length < webp->len; length++) {
    g_autofree guint8 *part = g_memdup2 (webp->data, MAX (length, 1));

    g_assert_cmpint (koma_exif_find_in_webp (part, length), ==, KOMA_ORIENTATION_UPRIGHT);
  }
}

/* 3 × 2 pixels, numbered as they are stored; what each orientation makes of
 * them, row by row. */
static void
test_apply (void)
{
  static const char *const expected[] = {
    NULL, "012345", "210543", "543210", "345012", "031425", "304152", "524130", "251403"
  };
  guint8 stored[18];
  guint8 upright[18];

  for (guint i = 0; i < 18; i++)
    stored[i] = (guint8) ('0' + i / 3);
  for (guint orientation = 1; orientation <= 8; orientation++) {
    char digits[7] = "";

    koma_orientation_apply (orientation, stored, 3, 2, upright);
    for (guint i = 0; i < 6; i++)
      digits[i] = (char) upright[3 * i + 1];
    g_assert_cmpstr (digits, ==, expected[orientation]);
    g_assert_cmpint (koma_orientation_swaps_sides (orientation), ==, orientation > 4);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exif/byte-orders", test_byte_orders);
  g_test_add_func ("/exif/nonsense", test_nonsense);
  g_test_add_func ("/exif/types", test_types);
  g_test_add_func ("/exif/list", test_list);
  g_test_add_func ("/exif/cut-off", test_cut_off);
  g_test_add_func ("/exif/containers", test_containers);
  g_test_add_func ("/exif/apply", test_apply);
  return g_test_run ();
}
