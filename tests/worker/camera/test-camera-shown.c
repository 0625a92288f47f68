/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture of the camera as it is seen: its size, and left and right. */
#include "worker/camera/koma-camera-shown.h"
#include "tests/test-main.h"

static KomaPicture *
make_picture (void)
{
  static const guint8 pixels[2 * 3] = { 10, 20, 30, 40, 50, 60 };

  return koma_picture_new_take (g_memdup2 (pixels, sizeof pixels), 2, 1, sizeof pixels);
}

static void
check (const KomaCameraShown *shown_as,
       const guint8          *expected)
{
  g_autoptr (KomaPicture) picture = make_picture ();
  g_autoptr (KomaPixelPool) pool = koma_pixel_pool_new ();
  g_autoptr (KomaPicture) shown = koma_camera_shown_make (shown_as, picture, pool);

  g_assert_nonnull (shown);
  g_assert_cmpuint (shown->width, ==, shown_as->width);
  g_assert_cmpuint (shown->height, ==, shown_as->height);
  g_assert_cmpmem (shown->rgb, shown->stride * shown->height, expected,
                   (gsize) 3 * shown_as->width * shown_as->height);
}

static void
test_sizes (void)
{
  static const guint8 same[] = { 10, 20, 30, 40, 50, 60 };
  static const guint8 mirrored[] = { 40, 50, 60, 10, 20, 30 };
  static const guint8 narrow[] = { 25, 35, 45 };
  static const guint8 high[] = { 40, 50, 60, 10, 20, 30, 40, 50, 60, 10, 20, 30 };

  check (&(KomaCameraShown){ 2, 1, FALSE }, same);
  check (&(KomaCameraShown){ 2, 1, TRUE }, mirrored);
  check (&(KomaCameraShown){ 1, 1, TRUE }, narrow);
  check (&(KomaCameraShown){ 2, 2, TRUE }, high);
}

/* Nobody looks, or it would be larger. */
static void
test_none (void)
{
  g_autoptr (KomaPicture) picture = make_picture ();
  g_autoptr (KomaPixelPool) pool = koma_pixel_pool_new ();

  g_assert_null (koma_camera_shown_make (&(KomaCameraShown){ 0 }, picture, pool));
  g_assert_null (koma_camera_shown_make (&(KomaCameraShown){ .width = 2 }, picture, pool));
  g_assert_null (koma_camera_shown_make (&(KomaCameraShown){ 3, 2, FALSE }, picture, pool));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/camera-shown/sizes", test_sizes);
  g_test_add_func ("/camera-shown/none", test_none);
  return g_test_run ();
}
