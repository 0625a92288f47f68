/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A build without cameras: the same objects, which say so. */
#include "worker/camera/koma-camera.h"

static void
test_says_so (void)
{
  KomaCameraList *list = koma_camera_list_get_default ();
  KomaCamera     *camera = koma_camera_new (list);

  g_assert_false (koma_camera_list_is_listed (list));
  for (guint i = 0; i < 2; i++) {
    koma_camera_start (camera, i == 0 ? NULL : "Lamp");
    while (koma_camera_get_state (camera) == KOMA_CAMERA_STARTING)
      g_main_context_iteration (NULL, TRUE);
    g_assert_cmpint (koma_camera_get_state (camera), ==, KOMA_CAMERA_FAILED);
    g_assert_cmpstr (koma_camera_get_trouble (camera)->detail, ==,
                     koma_camera_list_get_trouble (list)->detail);
    g_assert_null (koma_camera_get_frame (camera));
    koma_camera_stop (camera);
    g_assert_cmpint (koma_camera_get_state (camera), ==, KOMA_CAMERA_OFF);
  }
  g_assert_true (koma_camera_list_is_listed (list));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  g_assert_finalize_object (camera);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/camera-none/says-so", test_says_so);
  return g_test_run ();
}
