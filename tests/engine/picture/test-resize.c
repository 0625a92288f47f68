/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resizing against what Pillow makes of the same bytes, to the bit; and the kernels of each level
 * of the CPU against plain C. */

#include <string.h>

#include "engine/runtime/flags.h"
#include "plain-resize.h"
#include "tests/test-main.h"

#define N_RANDOM   400
#define MAX_LEVEL  3 /* of the flag CPU_LEVEL */
#define GUARD      64
#define GUARD_BYTE 0xa5

typedef struct
{
  guint       in_width;
  guint       in_height;
  guint       n_channels;
  guint       out_width;
  guint       out_height;
  const char *sha256; /* of the result */
  const char *hex;    /* the result itself, where it is small */
  KomaResize  filter;
} PillowCase;

static const PillowCase cases[] = {
#include "pillow-resize.inc"
};

/* Rows @gap bytes longer than their pixels, to find who forgets the stride. */
static guint8 *
make_pattern (const PillowCase *test,
              gsize             gap,
              KomaPixels       *ret_pixels)
{
  const gsize row_bytes = (gsize) test->in_width * test->n_channels;
  guint8     *data = g_malloc (test->in_height * (row_bytes + gap));
  guint32     i = 0;

  for (guint y = 0; y < test->in_height; y++) {
    guint8 *row = data + y * (row_bytes + gap);

    memset (row, 0xee, row_bytes + gap);
    for (gsize x = 0; x < row_bytes; x++, i++)
      row[x] = (guint8) (i * 2654435761u >> 24);
  }
  *ret_pixels = (KomaPixels){ data, test->in_width, test->in_height, test->n_channels,
                              row_bytes + gap };
  return data;
}

static char *
to_hex (const guint8 *data,
        gsize         size_bytes)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < size_bytes; i++)
    g_string_append_printf (text, "%02x", data[i]);
  return g_string_free (text, FALSE);
}

static void
check_case (const PillowCase *test,
            gsize             gap)
{
  const gsize        size_bytes = (gsize) test->out_width * test->out_height * test->n_channels;
  KomaPixels         pixels = { 0 };
  g_autofree guint8 *data = make_pattern (test, gap, &pixels);
  g_autofree guint8 *resized = g_malloc (size_bytes);
  g_autofree char   *sha256 = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (data);
  koma_resize (&pixels, test->filter, test->out_width, test->out_height, resized, &error);
  g_assert_no_error (error);
  if (*test->hex != '\0') {
    g_autofree char *hex = to_hex (resized, size_bytes);

    g_assert_cmpstr (hex, ==, test->hex);
  }
  sha256 = g_compute_checksum_for_data (G_CHECKSUM_SHA256, resized, size_bytes);
  g_assert_cmpstr (sha256, ==, test->sha256);
}

static void
test_pillow (gconstpointer data)
{
  check_case (data, 0);
  check_case (data, 5);
}

/* Mostly small sides, where rows are shorter than a vector. */
static guint
choose_side (void)
{
  return (guint) g_test_rand_int_range (1, g_test_rand_bit () ? 20 : 200);
}

static void
check_guard (const guint8 *guard)
{
  for (guint i = 0; i < GUARD; i++)
    g_assert_cmphex (guard[i], ==, GUARD_BYTE);
}

/* The input ends where its memory does, so that a sanitizer sees what is read behind it. */
static void
check_random (void)
{
  const KomaPixels   sizes = { .width = choose_side (),
                               .height = choose_side (),
                               .n_channels = g_test_rand_bit () ? 3 : 1 };
  const guint        width = choose_side ();
  const guint        height = choose_side ();
  const gboolean     is_bicubic = g_test_rand_bit ();
  const gsize        row_bytes = (gsize) sizes.width * sizes.n_channels;
  const gsize        stride = row_bytes + (gsize) g_test_rand_int_range (0, 4);
  const gsize        in_bytes = (sizes.height - 1) * stride + row_bytes;
  const gsize        size_bytes = (gsize) width * height * sizes.n_channels;
  g_autofree guint8 *data = g_malloc (in_bytes);
  g_autofree guint8 *expected = g_malloc (size_bytes);
  g_autofree guint8 *resized = g_malloc (size_bytes + GUARD);
  KomaPixels         pixels = sizes;
  g_autoptr (GError) error = NULL;

  pixels.data = data;
  pixels.stride = stride;
  for (gsize i = 0; i < in_bytes; i++)
    data[i] = (guint8) g_test_rand_int ();
  plain_resize (&pixels, width, height, is_bicubic, expected);
  memset (resized, GUARD_BYTE, size_bytes + GUARD);
  koma_resize (&pixels, is_bicubic ? KOMA_RESIZE_BICUBIC : KOMA_RESIZE_BILINEAR, width, height,
               resized, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (resized, size_bytes, expected, size_bytes);
  check_guard (resized + size_bytes);
}

/* A level that this CPU lacks is the best that it has. */
static void
test_levels (void)
{
  for (int level = 1; level <= MAX_LEVEL; level++) {
    g_assert_true (koma_flags_set (KOMA_FLAG_CPU_LEVEL, level, NULL));
    for (guint i = 0; i < N_RANDOM; i++)
      check_random ();
  }
  koma_flags_reset (KOMA_FLAG_CPU_LEVEL);
}

static void
test_nearest (void)
{
  static const guint8 in[] = { 1, 2, 3, 4, 5, 6 };
  static const guint8 halved[] = { 2, 4, 6 };
  static const guint8 doubled[] = { 1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3,
                                    4, 4, 5, 5, 6, 6, 4, 4, 5, 5, 6, 6 };
  const KomaPixels    line = { in, 6, 1, 1, 6 };
  const KomaPixels    block = { in, 3, 2, 1, 3 };
  guint8              out[24];

  g_assert_true (koma_resize (&line, KOMA_RESIZE_NEAREST, 3, 1, out, NULL));
  g_assert_cmpmem (out, 3, halved, 3);
  g_assert_true (koma_resize (&block, KOMA_RESIZE_NEAREST, 6, 4, out, NULL));
  g_assert_cmpmem (out, 24, doubled, 24);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const char *const names[] = { "bilinear", "bicubic", "nearest",
                                       "lanczos", "box", "hamming" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/resize/pillow/%s/%ux%ux%u-to-%ux%u",
                                             names[cases[i].filter],
                                             cases[i].in_width, cases[i].in_height,
                                             cases[i].n_channels, cases[i].out_width,
                                             cases[i].out_height);

    g_test_add_data_func (path, &cases[i], test_pillow);
  }
  g_test_add_func ("/resize/levels", test_levels);
  g_test_add_func ("/resize/nearest", test_nearest);
  return g_test_run ();
}
