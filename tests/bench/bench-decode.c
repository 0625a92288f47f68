/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a photograph of 12 megapixels costs before any network sees it: full
 * decoding against decoding at n/8, and the preprocessing behind each. One
 * JSON object a line; times are the median of the runs.
 *
 *   bench-decode [PHOTO.jpg]
 *
 * Without a photograph one is made of noise and gradients, at quality 85 as
 * a camera's. */

#include <stdlib.h>

#include "engine/picture/preprocess.h"
#include "engine/runtime/quantile.h"
#include "engine/picture/decoder.h"
#include "worker/decode/koma-thumbnail.h"

#define WIDTH  4000
#define HEIGHT 3000
#define N_RUNS 7

typedef struct
{
  double decode_ms;
  double preprocess_ms;
} Timing;

/* Gradients for the sky, noise of several sizes for everything else. */
static GBytes *
make_photograph (void)
{
  guint8 *rgb = g_malloc ((gsize) WIDTH * HEIGHT * 3);
  guint32 noise = 1;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_picture_new_take (rgb, WIDTH, HEIGHT, WIDTH * 3);
  GBytes *jpeg = NULL;

  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++, rgb += 3) {
      const guint coarse = ((x / 50 * 7919u) ^ (y / 40 * 104729u)) % 90;

      noise = noise * 1664525u + 1013904223u;
      for (guint c = 0; c < 3; c++)
        rgb[c] = (guint8) (40 + coarse + (x * (c + 1) / 64 + y / 40) % 80 + (noise >> 28));
    }
  jpeg = koma_thumbnail_encode (picture, MAX (WIDTH, HEIGHT), &error);
  g_assert_no_error (error);
  return jpeg;
}

static GBytes *
read_photograph (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) error = NULL;
  GBytes *jpeg = g_file_load_bytes (file, NULL, NULL, &error);

  if (jpeg == NULL)
    g_error ("%s", error->message);
  return jpeg;
}

static double
get_ms (gint64 since_us)
{
  return (double) (g_get_monotonic_time () - since_us) / 1000.0;
}

static double
get_median (double values[N_RUNS])
{
  return koma_quantile (values, N_RUNS, 0.5);
}

static Timing
measure (GBytes           *jpeg,
         const KomaRecipe *recipe,
         guint             min_side,
         guint            *ret_width,
         guint            *ret_height)
{
  g_autofree float *input = g_new (float, (gsize) recipe->width * recipe->height * 3);
  double            decode_ms[N_RUNS];
  double            preprocess_ms[N_RUNS];

  for (guint i = 0; i < N_RUNS; i++) {
    gint64 start_us = g_get_monotonic_time ();
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (jpeg, min_side, NULL, &error);

    g_assert_no_error (error);
    decode_ms[i] = get_ms (start_us);
    *ret_width = picture->width;
    *ret_height = picture->height;
    start_us = g_get_monotonic_time ();
    koma_preprocess (recipe, picture->rgb, *ret_width, *ret_height,
                     picture->stride, input, &error);
    g_assert_no_error (error);
    preprocess_ms[i] = get_ms (start_us);
  }
  return (Timing){ get_median (decode_ms), get_median (preprocess_ms) };
}

static void
bench_size (GBytes *jpeg,
            guint   side)
{
  const guint min_sides[] = { 0, 2 * side };
  KomaRecipe  recipe = { .width = side, .height = side };

  koma_recipe_set_range (&recipe, "-1,1", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (min_sides); i++) {
    guint  width = 0;
    guint  height = 0;
    Timing timing = measure (jpeg, &recipe, min_sides[i], &width, &height);

    g_print ("{\"bench\":\"decode\",\"bytes\":%" G_GSIZE_FORMAT ",\"target\":%u,"
             "\"decoded\":[%u,%u],\"decode_ms\":%.2f,\"preprocess_ms\":%.2f}\n",
             g_bytes_get_size (jpeg), side, width, height, timing.decode_ms, timing.preprocess_ms);
  }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GBytes) jpeg = argc > 1 ? read_photograph (argv[1]) : make_photograph ();

  bench_size (jpeg, 224);
  bench_size (jpeg, 96);
  return EXIT_SUCCESS;
}
