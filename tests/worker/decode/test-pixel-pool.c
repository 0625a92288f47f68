/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/decode/koma-pixel-pool.h"
#include "tests/test-main.h"

#define WIDTH    8
#define HEIGHT   4
#define N_FRAMES 20000

static KomaPicture *
make_frame (KomaPixelPool *pool,
            guint8         colour)
{
  guint8 *rgb = koma_pixel_pool_take (pool, 3 * WIDTH * HEIGHT);

  for (guint i = 0; i < 3 * WIDTH * HEIGHT; i++)
    rgb[i] = colour;
  return koma_pixel_pool_make_picture (pool, rgb, WIDTH, HEIGHT, 3 * WIDTH);
}

/* What a picture had is what the next one gets; two at a time have two. */
static void
test_reused (void)
{
  g_autoptr (KomaPixelPool) pool = koma_pixel_pool_new ();
  g_autoptr (KomaPicture) first = make_frame (pool, 1);
  g_autoptr (KomaPicture) second = make_frame (pool, 2);
  const guint8 *pixels = first->rgb;

  g_assert_cmpuint (pixels[0], ==, 1);
  g_assert_cmpuint (second->rgb[0], ==, 2);
  g_assert_true (((guintptr) pixels) % sizeof (gpointer) == 0);
  g_clear_pointer (&first, koma_picture_unref);
  first = make_frame (pool, 3);
  g_assert_true (first->rgb == pixels);
  g_assert_cmpuint (pixels[0], ==, 3);
}

static void
test_another_size (void)
{
  g_autoptr (KomaPixelPool) pool = koma_pixel_pool_new ();
  guint8 *small = koma_pixel_pool_take (pool, 10);
  guint8 *large = NULL;

  koma_pixel_pool_give_back (pool, small);
  large = koma_pixel_pool_take (pool, 100000);
  large[99999] = 1;
  koma_pixel_pool_give_back (pool, large);
}

/* A part shares its whole's pixels, and both outlive who made them. */
static void
test_outlived (void)
{
  KomaPixelPool *pool = koma_pixel_pool_new ();
  g_autoptr (KomaPicture) whole = make_frame (pool, 7);
  g_autoptr (KomaPicture) part = koma_picture_share_part (whole, 1, 1, 2, 2);

  koma_pixel_pool_unref (pool);
  g_clear_pointer (&whole, koma_picture_unref);
  g_assert_cmpuint (part->rgb[0], ==, 7);
}

static gpointer
drop_main (gpointer data)
{
  GAsyncQueue *frames = data;
  guint        n_right = 0;

  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (KomaPicture) frame = g_async_queue_pop (frames);

    n_right += frame->rgb[3 * WIDTH * HEIGHT - 1] == i % 256;
  }
  return GUINT_TO_POINTER (n_right);
}

/* One thread makes them, as fast as it can, another looks and drops. */
static void
test_threads (void)
{
  g_autoptr (KomaPixelPool) pool = koma_pixel_pool_new ();
  g_autoptr (GAsyncQueue) frames = g_async_queue_new ();
  GThread *thread = g_thread_new ("drop", drop_main, frames);

  for (guint i = 0; i < N_FRAMES; i++)
    g_async_queue_push (frames, make_frame (pool, i % 256));
  g_assert_cmpuint (GPOINTER_TO_UINT (g_thread_join (thread)), ==, N_FRAMES);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pixel-pool/reused", test_reused);
  g_test_add_func ("/pixel-pool/another-size", test_another_size);
  g_test_add_func ("/pixel-pool/outlived", test_outlived);
  g_test_add_func ("/pixel-pool/threads", test_threads);
  return g_test_run ();
}
