/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/camera/koma-camera-options.h"

#include "ui/camera/koma-square.h"
#include "tests/test-main.h"

#define WIDTH  640
#define HEIGHT 480

static void
assert_square (const KomaCameraRegion *region,
               double                  x,
               double                  y,
               double                  side)
{
  g_assert_cmpfloat_with_epsilon (region->x, x, 1e-9);
  g_assert_cmpfloat_with_epsilon (region->y, y, 1e-9);
  g_assert_cmpfloat_with_epsilon (region->side, side, 1e-9);
}

static void
test_shift (void)
{
  KomaCameraRegion square = { KOMA_CAMERA_REGION_SQUARE, 0.0, 0.0, 0.5 };

  koma_square_shift (&square, 64, 48, WIDTH, HEIGHT);
  assert_square (&square, 0.1, 0.1, 0.5);
  /* It does not leave the picture: 240 pixels of 640, of 480. */
  koma_square_shift (&square, 9999, 9999, WIDTH, HEIGHT);
  assert_square (&square, 400.0 / WIDTH, 240.0 / HEIGHT, 0.5);
  koma_square_shift (&square, -9999, -9999, WIDTH, HEIGHT);
  assert_square (&square, 0.0, 0.0, 0.5);
}

static void
test_zoom (void)
{
  KomaCameraRegion square = { KOMA_CAMERA_REGION_SQUARE, 0.25, 0.25, 0.5 };

  /* From 240 pixels to 120, about the same middle. */
  koma_square_zoom (&square, 0.5, WIDTH, HEIGHT);
  assert_square (&square, 220.0 / WIDTH, 180.0 / HEIGHT, 0.25);
  koma_square_zoom (&square, 2.0, WIDTH, HEIGHT);
  assert_square (&square, 0.25, 0.25, 0.5);
  koma_square_zoom (&square, 0.001, WIDTH, HEIGHT);
  g_assert_cmpfloat (square.side, ==, KOMA_SQUARE_MIN_SIDE);
  koma_square_zoom (&square, 1000.0, WIDTH, HEIGHT);
  g_assert_cmpfloat (square.side, ==, 1.0);
  g_assert_cmpfloat (square.y, ==, 0.0);
  g_assert_cmpfloat (square.x, <=, 160.0 / WIDTH);
}

static void
count_cb (guint *n_notified)
{
  (*n_notified)++;
}

static void
choose_region (GSimpleActionGroup *group,
               const char         *name)
{
  g_action_group_activate_action (G_ACTION_GROUP (group), "region", g_variant_new_string (name));
}

static void
test_actions (void)
{
  KomaCameraOptions *options = koma_camera_options_new ();
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  guint n_notified = 0;

  koma_camera_options_add_actions (options, G_ACTION_MAP (group));
  g_signal_connect_swapped (options, "notify", G_CALLBACK (count_cb), &n_notified);

  g_assert_true (koma_camera_options_get_mirror (options));
  g_action_group_activate_action (G_ACTION_GROUP (group), "mirror", NULL);
  g_assert_false (koma_camera_options_get_mirror (options));
  g_action_group_activate_action (G_ACTION_GROUP (group), "steady", NULL);
  g_assert_false (koma_camera_options_get_steady (options));
  choose_region (group, "square");
  g_assert_cmpint (koma_camera_options_get_region (options)->kind, ==, KOMA_CAMERA_REGION_SQUARE);
  g_assert_cmpuint (n_notified, ==, 3);
  choose_region (group, "moon");
  g_assert_cmpint (koma_camera_options_get_region (options)->kind, ==, KOMA_CAMERA_REGION_SQUARE);

  g_clear_object (&group);
  g_assert_finalize_object (options);
}

static void
test_file (void)
{
  g_autoptr (KomaCameraOptions) written = koma_camera_options_new ();
  g_autoptr (KomaCameraOptions) read = koma_camera_options_new ();
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_object_set (written, "mirror", FALSE, "steady", FALSE, "region", "whole", NULL);
  koma_camera_options_set_square (written, 0.125, 0.5, 0.25);
  koma_camera_options_set_device (written, "usb-1");
  koma_camera_options_save (written, file);

  koma_camera_options_load (read, file);
  g_assert_false (koma_camera_options_get_mirror (read));
  g_assert_false (koma_camera_options_get_steady (read));
  g_assert_cmpint (koma_camera_options_get_region (read)->kind, ==, KOMA_CAMERA_REGION_WHOLE);
  assert_square (koma_camera_options_get_region (read), 0.125, 0.5, 0.25);
  g_assert_cmpstr (koma_camera_options_get_device (read), ==, "usb-1");
}

/* What nobody can have meant changes nothing. */
static void
test_bad_file (void)
{
  g_autoptr (KomaCameraOptions) options = koma_camera_options_new ();
  g_autoptr (GKeyFile) file = g_key_file_new ();
  const KomaCameraRegion before = *koma_camera_options_get_region (options);

  koma_camera_options_load (options, file);
  g_key_file_set_string (file, "Camera", "Mirror", "perhaps");
  g_key_file_set_string (file, "Camera", "Region", "moon");
  g_key_file_set_string (file, "Camera", "Square", "1;2");
  koma_camera_options_load (options, file);

  g_assert_true (koma_camera_options_get_mirror (options));
  g_assert_cmpint (koma_camera_options_get_region (options)->kind, ==, before.kind);
  assert_square (koma_camera_options_get_region (options), before.x, before.y, before.side);
  g_assert_null (koma_camera_options_get_device (options));

  g_key_file_set_string (file, "Camera", "Square", "7;-7;0");
  koma_camera_options_load (options, file);
  assert_square (koma_camera_options_get_region (options), 1.0, 0.0, KOMA_SQUARE_MIN_SIDE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ui/camera-options/shift", test_shift);
  g_test_add_func ("/ui/camera-options/zoom", test_zoom);
  g_test_add_func ("/ui/camera-options/actions", test_actions);
  g_test_add_func ("/ui/camera-options/file", test_file);
  g_test_add_func ("/ui/camera-options/bad-file", test_bad_file);

  return g_test_run ();
}
