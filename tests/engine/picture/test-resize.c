/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resizing against what Pillow makes of the same bytes, to the bit. */

#include <string.h>

#include "engine/picture/resize.h"

typedef struct
{
  guint       in_width;
  guint       in_height;
  guint       n_channels;
  guint       out_width;
  guint       out_height;
  const char *sha256; /* of the result */
  const char *hex;    /* the result itself, where it is small */
  gboolean    is_bicubic;
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
  if (test->is_bicubic)
    koma_resize_bicubic (&pixels, test->out_width, test->out_height, resized, &error);
  else
    koma_resize_bilinear (&pixels, test->out_width, test->out_height, resized, &error);
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

  koma_resize_nearest (&line, 3, 1, out);
  g_assert_cmpmem (out, 3, halved, 3);
  koma_resize_nearest (&block, 6, 4, out);
  g_assert_cmpmem (out, 24, doubled, 24);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/resize/pillow/%s/%ux%ux%u-to-%ux%u",
                                             cases[i].is_bicubic ? "bicubic" : "bilinear",
                                             cases[i].in_width, cases[i].in_height,
                                             cases[i].n_channels, cases[i].out_width,
                                             cases[i].out_height);

    g_test_add_data_func (path, &cases[i], test_pillow);
  }
  g_test_add_func ("/resize/nearest", test_nearest);
  return g_test_run ();
}
