/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The camera over KOMA_CAMERA_PIPELINE: frames and endings, no device. */
#include "camera-fixture.h"
#include "tests/test-main.h"

static void
start (KomaCamera *camera,
       const char *description)
{
  g_assert_true (g_setenv (KOMA_CAMERA_PIPELINE, description, TRUE));
  koma_camera_start (camera, NULL);
}

static void
test_frames (void)
{
  KomaCamera     *camera = koma_camera_new (koma_camera_list_get_default ());
  KomaCameraStats stats = { 0 };

  start (camera, "videotestsrc is-live=true pattern=red ! "
                 "video/x-raw,width=320,height=240,framerate=30/1 ! identity");
  g_assert_cmpint (koma_camera_get_state (camera), ==, KOMA_CAMERA_STARTING);
  wait_for_state (camera, KOMA_CAMERA_RUNNING);
  wait_for_frames (camera, 10);

  koma_camera_get_stats (camera, &stats);
  g_assert_cmpuint (stats.width, ==, 320);
  g_assert_cmpuint (stats.height, ==, 240);
  g_assert_cmpuint (stats.n_captured, >=, 10);
  g_assert_cmpuint (stats.n_captured, >=, stats.n_shown + stats.n_dropped);
  g_assert_cmpfloat (stats.rate, >, 0);
  assert_colour (koma_camera_get_frame (camera), 255, 0, 0);
  g_assert_cmpstr (koma_camera_get_device (camera)->id, ==, "pipeline");

  koma_camera_stop (camera);
  g_assert_cmpint (koma_camera_get_state (camera), ==, KOMA_CAMERA_OFF);
  g_assert_null (koma_camera_get_frame (camera));
  g_assert_finalize_object (camera);
}

/* Frames come in the size that is wished for, too. */
static void
test_shown (void)
{
  const KomaCameraShown wish = { 100, 50, TRUE };
  KomaCamera           *camera = koma_camera_new (koma_camera_list_get_default ());
  KomaPicture          *shown = NULL;

  start (camera, "videotestsrc is-live=true pattern=red ! "
                 "video/x-raw,width=320,height=240,framerate=30/1 ! identity");
  wait_for_frames (camera, 1);
  g_assert_null (koma_camera_get_frame (camera)->shown);
  koma_camera_set_shown (camera, &wish);
  while (koma_camera_get_frame (camera)->shown == NULL)
    wait_for_frames (camera, 1);
  shown = koma_camera_get_frame (camera)->shown;
  g_assert_cmpuint (shown->width, ==, 100);
  g_assert_cmpuint (shown->height, ==, 50);
  g_assert_true (koma_camera_shown_equals (&koma_camera_get_frame (camera)->shown_as, &wish));
  g_assert_cmpuint (shown->rgb[0], >, 200);
  g_assert_cmpuint (koma_camera_get_frame (camera)->picture->width, ==, 320);
  g_assert_finalize_object (camera);
}

static void
test_ends (void)
{
  KomaCamera *camera = koma_camera_new (koma_camera_list_get_default ());

  start (camera, "videotestsrc num-buffers=3");
  wait_for_state (camera, KOMA_CAMERA_FAILED);
  g_assert_nonnull (koma_camera_get_trouble (camera)->detail);
  g_assert_finalize_object (camera);
}

static void
test_fails (void)
{
  KomaCamera *camera = koma_camera_new (koma_camera_list_get_default ());

  start (camera, "videotestsrc is-live=true ! identity error-after=3");
  wait_for_state (camera, KOMA_CAMERA_FAILED);
  g_assert_nonnull (koma_camera_get_trouble (camera)->detail);

  /* Once more, and it works. */
  start (camera, "videotestsrc is-live=true");
  g_assert_null (koma_camera_get_trouble (camera)->detail);
  wait_for_frames (camera, 1);
  g_assert_finalize_object (camera);
}

static void
test_missing_plugin (void)
{
  KomaCamera *camera = koma_camera_new (koma_camera_list_get_default ());

  start (camera, "nosuchelement");
  wait_for_state (camera, KOMA_CAMERA_MISSING_PLUGIN);
  g_assert_nonnull (strstr (koma_camera_get_trouble (camera)->detail, "nosuchelement"));
  g_assert_finalize_object (camera);
}

/* Stopped at every moment of its start, it is off, and says so once. */
static void
test_stop_while_starting (void)
{
  KomaCamera *camera = koma_camera_new (koma_camera_list_get_default ());

  for (guint i = 0; i < 20; i++) {
    start (camera, "videotestsrc is-live=true");
    for (guint n = 0; n < i; n++)
      g_main_context_iteration (NULL, FALSE);
    koma_camera_stop (camera);
    g_assert_cmpint (koma_camera_get_state (camera), ==, KOMA_CAMERA_OFF);
  }
  start (camera, "videotestsrc is-live=true");
  wait_for_frames (camera, 1);
  g_assert_finalize_object (camera);
}

static void
count_cb (KomaCamera      *camera,
          KomaCameraFrame *frame,
          guint           *n_frames)
{
  *n_frames += 1;
}

/* What comes while the main loop is busy is one frame, the newest. */
static void
test_newest_wins (void)
{
  KomaCamera     *camera = koma_camera_new (koma_camera_list_get_default ());
  KomaCameraStats stats = { 0 };
  guint           n_frames = 0;

  start (camera, "videotestsrc is-live=true ! "
                 "video/x-raw,width=64,height=48,framerate=100/1 ! identity");
  wait_for_frames (camera, 1);
  do {
    g_usleep (1000);
    koma_camera_get_stats (camera, &stats);
  } while (stats.n_dropped < 20);

  g_signal_connect (camera, "frame", G_CALLBACK (count_cb), &n_frames);
  while (n_frames == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (koma_camera_get_frame (camera)->serial, >, 20);
  koma_camera_get_stats (camera, &stats);
  g_assert_cmpuint (stats.n_shown + stats.n_dropped, <=, stats.n_captured);
  g_assert_cmpuint (stats.n_shown + stats.n_dropped + 1, >=, stats.n_captured);
  g_assert_finalize_object (camera);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_true (g_setenv (KOMA_CAMERA_PIPELINE, "videotestsrc", TRUE));

  g_test_add_func ("/camera-pipeline/frames", test_frames);
  g_test_add_func ("/camera-pipeline/shown", test_shown);
  g_test_add_func ("/camera-pipeline/ends", test_ends);
  g_test_add_func ("/camera-pipeline/fails", test_fails);
  g_test_add_func ("/camera-pipeline/missing-plugin", test_missing_plugin);
  g_test_add_func ("/camera-pipeline/stop-while-starting", test_stop_while_starting);
  g_test_add_func ("/camera-pipeline/newest-wins", test_newest_wins);
  return g_test_run ();
}
