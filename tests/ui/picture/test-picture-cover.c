/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is drawn over a picture, pixel by pixel. */
#include "tests/ui/widget-tests.h"
#include "ui/picture/koma-picture-cover.h"

#include "tests/test-main.h"

#define SIDE 100

static GdkTexture *
make_texture (guint32 rgba)
{
  const guint8 pixel[4] = { (guint8) (rgba >> 24), (guint8) (rgba >> 16), (guint8) (rgba >> 8),
                            (guint8) rgba };
  g_autoptr (GBytes) bytes = g_bytes_new (pixel, sizeof pixel);

  return gdk_memory_texture_new (1, 1, GDK_MEMORY_R8G8B8A8, bytes, sizeof pixel);
}

/* Over a red picture. */
static cairo_surface_t *
draw (const KomaPictureCover *cover)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIDE, SIDE);
  cairo_t         *cr = cairo_create (surface);
  GtkSnapshot     *snapshot = gtk_snapshot_new ();
  GskRenderNode   *node = NULL;
  g_autoptr (GdkTexture) picture = make_texture (0xff0000ff);

  koma_picture_cover_snapshot (cover, snapshot, picture, &GRAPHENE_RECT_INIT (0, 0, SIDE, SIDE));
  node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* 0xRRGGBB */
static guint32
get_pixel (cairo_surface_t *surface,
           guint            x,
           guint            y)
{
  const guint8 *row =
    cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) row)[x] & 0xffffff;
}

static void
assert_near (guint32 colour,
             guint32 expected)
{
  for (guint shift = 0; shift < 24; shift += 8)
    g_assert_cmpint (ABS ((int) (colour >> shift & 255) - (int) (expected >> shift & 255)), <=, 2);
}

static void
test_none (void)
{
  const KomaPictureCover cover = { .strength = 1, .is_grey = TRUE };
  cairo_surface_t       *surface = draw (&cover);

  assert_near (get_pixel (surface, 0, 0), 0xff0000);
  assert_near (get_pixel (surface, SIDE - 1, SIDE / 2), 0xff0000);
  cairo_surface_destroy (surface);
}

/* The cover is as dark as its strength, and so is what the model did not see. */
static void
test_part (void)
{
  g_autoptr (GdkTexture) black = make_texture (0x000000ff);
  const KomaPictureCover cover = { black, GRAPHENE_RECT_INIT (0, 0, 0.5, 1), FALSE, 0.6 };
  cairo_surface_t       *surface = draw (&cover);

  assert_near (get_pixel (surface, 20, 50), 0x660000);
  assert_near (get_pixel (surface, 80, 50), 0x660000);
  assert_near (get_pixel (surface, 20, 0), 0xf0e5e5); /* the outline: 0.9 of white */
  assert_near (get_pixel (surface, 0, 0), 0x660000);  /* as dark around its corners */
  cairo_surface_destroy (surface);
}

/* With bars, the model sees more than the picture: no outline, and nothing is dark. */
static void
test_bars (void)
{
  g_autoptr (GdkTexture) nothing = make_texture (0);
  const KomaPictureCover cover = { nothing, GRAPHENE_RECT_INIT (-0.5, 0, 2, 1), FALSE, 1 };
  cairo_surface_t       *surface = draw (&cover);

  assert_near (get_pixel (surface, 0, 50), 0xff0000);
  assert_near (get_pixel (surface, 50, 0), 0xff0000);
  assert_near (get_pixel (surface, 99, 99), 0xff0000);
  cairo_surface_destroy (surface);
}

/* A picture in grey, as light as it was, below the colours. */
static void
test_grey (void)
{
  g_autoptr (GdkTexture) nothing = make_texture (0);
  g_autoptr (GdkTexture) orange = make_texture (0xff7f00ff);
  KomaPictureCover cover = { nothing, GRAPHENE_RECT_INIT (0, 0, 1, 1), TRUE, 1 };
  cairo_surface_t *surface = draw (&cover);

  assert_near (get_pixel (surface, 50, 50), 0x363636);
  cairo_surface_destroy (surface);
  cover.strength = 0.5;
  surface = draw (&cover);
  assert_near (get_pixel (surface, 50, 50), 0x9b1b1b);
  cairo_surface_destroy (surface);
  cover = (KomaPictureCover){ orange, GRAPHENE_RECT_INIT (0, 0, 0.5, 1), TRUE, 1 };
  surface = draw (&cover);
  assert_near (get_pixel (surface, 25, 50), 0xff7f00);
  assert_near (get_pixel (surface, 75, 50), 0x1b1b1b);
  cairo_surface_destroy (surface);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  g_test_add_func ("/ui/picture-cover/none", test_none);
  g_test_add_func ("/ui/picture-cover/part", test_part);
  g_test_add_func ("/ui/picture-cover/bars", test_bars);
  g_test_add_func ("/ui/picture-cover/grey", test_grey);
  return g_test_run ();
}
