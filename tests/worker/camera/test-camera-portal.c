/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The camera portal: every answer it may give, and none. */
#include "camera-fixture.h"
#include "tests/test-main.h"

typedef struct
{
  GSubprocess *lamp;
  GSubprocess *portal;
  KomaCamera  *camera;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer answer)
{
  const char *const argv[] = { "mock-portal", answer, NULL };
  g_autofree char  *ready = NULL;

  fixture->lamp = plug_in ("Lamp", 320, 240);
  wait_for_n_devices (koma_camera_list_get_default (), 1);
  fixture->portal = start_program (argv);
  ready = read_line (fixture->portal);
  g_assert_cmpstr (ready, ==, "ready");
  fixture->camera = koma_camera_new (koma_camera_list_get_default ());
  koma_camera_start (fixture->camera, NULL);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer answer)
{
  g_assert_finalize_object (fixture->camera);
  g_subprocess_force_exit (fixture->portal);
  g_subprocess_wait (fixture->portal, NULL, NULL);
  g_object_unref (fixture->portal);
  unplug (fixture->lamp);
  wait_for_n_devices (koma_camera_list_get_default (), 0);
}

static void
assert_line (Fixture    *fixture,
             const char *wanted)
{
  g_autofree char *line = read_line (fixture->portal);

  g_assert_cmpstr (line, ==, wanted);
}

static void
test_allow (Fixture      *fixture,
            gconstpointer answer)
{
  g_assert_cmpint (koma_camera_get_state (fixture->camera), ==, KOMA_CAMERA_ASKING);
  assert_line (fixture, "asked");
  wait_for_colour (fixture->camera, 0x80, 0x80, 0x80);
  assert_line (fixture, "opened");
}

/* One question as long as it is not stopped, and no connection left behind,
 * also where it is started before it is off. */
static void
test_again (Fixture      *fixture,
            gconstpointer answer)
{
  const char *const asked[] = { "asked", "opened" };
  guint             n_files = 0;

  for (guint i = 0; i < 20; i++) {
    wait_for_frames (fixture->camera, 2);
    for (guint n = 0; n < G_N_ELEMENTS (asked); n++)
      assert_line (fixture, asked[n]);
    koma_camera_start (fixture->camera, "Lamp");
    g_assert_cmpint (koma_camera_get_state (fixture->camera), !=, KOMA_CAMERA_ASKING);
    wait_for_frames (fixture->camera, 2);

    if (i == 9)
      n_files = count_files ();
    koma_camera_stop (fixture->camera);
    koma_camera_start (fixture->camera, NULL);
  }
  wait_for_frames (fixture->camera, 2);
  g_assert_cmpuint (count_files (), <, n_files + 5);
}

static void
test_refuse (Fixture      *fixture,
             gconstpointer answer)
{
  wait_for_state (fixture->camera, KOMA_CAMERA_DENIED);

  /* Asked anew each time: the user may have thought better of it. */
  assert_line (fixture, "asked");
  koma_camera_start (fixture->camera, NULL);
  wait_for_state (fixture->camera, KOMA_CAMERA_DENIED);
  assert_line (fixture, "asked");
}

static void
test_end (Fixture      *fixture,
          gconstpointer answer)
{
  wait_for_state (fixture->camera, KOMA_CAMERA_FAILED);
  g_assert_nonnull (koma_camera_get_trouble (fixture->camera)->detail);
}

static void
test_no_remote (Fixture      *fixture,
                gconstpointer answer)
{
  wait_for_state (fixture->camera, KOMA_CAMERA_DENIED);
}

/* The question is taken back, and may be asked again. */
static void
test_silent (Fixture      *fixture,
             gconstpointer answer)
{
  for (guint i = 0; i < 2; i++) {
    assert_line (fixture, "asked");
    while (g_main_context_iteration (NULL, FALSE))
      ;
    g_assert_cmpint (koma_camera_get_state (fixture->camera), ==, KOMA_CAMERA_ASKING);
    koma_camera_stop (fixture->camera);
    g_assert_cmpint (koma_camera_get_state (fixture->camera), ==, KOMA_CAMERA_OFF);
    koma_camera_start (fixture->camera, NULL);
    assert_line (fixture, "closed");
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, answer, func) \
  g_test_add ("/camera-portal/" name, Fixture, answer, set_up, func, tear_down)
  ADD ("allow", "allow", test_allow);
  ADD ("again", "allow", test_again);
  ADD ("refuse", "refuse", test_refuse);
  ADD ("end", "end", test_end);
  ADD ("no-remote", "no-remote", test_no_remote);
  ADD ("silent", "silent", test_silent);
#undef ADD
  return g_test_run ();
}
