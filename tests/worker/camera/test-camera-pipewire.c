/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Cameras of PipeWire: with-pipewire.sh brings a daemon, this the cameras. */
#include "camera-fixture.h"
#include "tests/test-main.h"

#include <signal.h>

#include <glib/gstdio.h>

static KomaCameraList *
get_list (void)
{
  return koma_camera_list_get_default ();
}

static const char *
get_id (guint index)
{
  g_autoptr (KomaCameraDevice) device = g_list_model_get_item (G_LIST_MODEL (get_list ()), index);

  return device->id;
}

static void
test_list (void)
{
  GSubprocess *lamp = NULL;
  GSubprocess *table = NULL;
  g_autoptr (KomaCameraDevice) device = NULL;

  wait_for_n_devices (get_list (), 0);
  g_assert_null (koma_camera_list_get_trouble (get_list ())->detail);

  lamp = plug_in ("Lamp", 320, 240);
  wait_for_n_devices (get_list (), 1);
  table = plug_in ("Table", 320, 240);
  wait_for_n_devices (get_list (), 2);
  device = g_list_model_get_item (G_LIST_MODEL (get_list ()), 1);
  g_assert_cmpstr (device->name, ==, "Table");
  g_assert_cmpstr (device->id, ==, "Table");
  g_assert_true (device->is_pipewire);
  g_assert_true (koma_camera_list_find (get_list (), "Table") == device);

  unplug (lamp);
  wait_for_n_devices (get_list (), 1);
  g_assert_cmpstr (get_id (0), ==, "Table");
  unplug (table);
  wait_for_n_devices (get_list (), 0);
}

/* Two that call themselves the same are two. */
static void
test_same_name (void)
{
  GSubprocess *first = plug_in ("Twin", 320, 240);
  GSubprocess *second = NULL;

  wait_for_n_devices (get_list (), 1);
  second = plug_in ("Twin", 320, 240);
  wait_for_n_devices (get_list (), 2);
  g_assert_cmpstr (get_id (0), !=, get_id (1));

  unplug (first);
  unplug (second);
  wait_for_n_devices (get_list (), 0);
}

static void
test_frames (void)
{
  GSubprocess    *lamp = plug_in ("Lamp", 640, 480);
  KomaCamera     *camera = koma_camera_new (get_list ());
  KomaCameraStats stats = { 0 };

  tell_camera (lamp, "colour 2060a0");
  wait_for_n_devices (get_list (), 1);
  koma_camera_start (camera, NULL);
  wait_for_colour (camera, 0x20, 0x60, 0xa0);
  tell_camera (lamp, "colour f01005");
  wait_for_colour (camera, 0xf0, 0x10, 0x05);

  koma_camera_get_stats (camera, &stats);
  g_assert_cmpuint (stats.width, ==, 640);
  g_assert_cmpuint (stats.height, ==, 480);
  g_assert_finalize_object (camera);
  unplug (lamp);
  wait_for_n_devices (get_list (), 0);
}

static void
test_none_then_one (void)
{
  GSubprocess *lamp = NULL;
  KomaCamera  *camera = koma_camera_new (get_list ());

  koma_camera_start (camera, NULL);
  wait_for_state (camera, KOMA_CAMERA_NO_CAMERA);
  lamp = plug_in ("Lamp", 320, 240);
  wait_for_state (camera, KOMA_CAMERA_RUNNING);

  g_assert_finalize_object (camera);
  unplug (lamp);
  wait_for_n_devices (get_list (), 0);
}

static void
test_frozen (void)
{
  GSubprocess *lamp = plug_in ("Lamp", 320, 240);
  KomaCamera  *camera = koma_camera_new (get_list ());

  wait_for_n_devices (get_list (), 1);
  koma_camera_start (camera, NULL);
  wait_for_frames (camera, 3);
  tell_camera (lamp, "freeze");
  wait_for_state (camera, KOMA_CAMERA_UNPLUGGED);
  tell_camera (lamp, "thaw");
  wait_for_state (camera, KOMA_CAMERA_RUNNING);
  wait_for_frames (camera, 3);

  g_assert_finalize_object (camera);
  unplug (lamp);
  wait_for_n_devices (get_list (), 0);
}

/* It waits for the same camera, though another is there. */
static void
test_unplug (void)
{
  GSubprocess *lamp = plug_in ("Lamp", 320, 240);
  GSubprocess *table = NULL;
  KomaCamera  *camera = koma_camera_new (get_list ());

  wait_for_n_devices (get_list (), 1);
  table = plug_in ("Table", 320, 240);
  wait_for_n_devices (get_list (), 2);
  tell_camera (table, "colour 00ff00");
  koma_camera_start (camera, "Lamp");
  wait_for_colour (camera, 0x80, 0x80, 0x80);

  for (guint i = 0; i < 3; i++) {
    unplug (lamp);
    wait_for_state (camera, KOMA_CAMERA_UNPLUGGED);
    wait_for_n_devices (get_list (), 1);
    g_assert_cmpint (koma_camera_get_state (camera), ==, KOMA_CAMERA_UNPLUGGED);
    lamp = plug_in ("Lamp", 320, 240);
    tell_camera (lamp, "colour 0000ff");
    wait_for_state (camera, KOMA_CAMERA_RUNNING);
    wait_for_colour (camera, 0, 0, 0xff);
  }

  g_assert_finalize_object (camera);
  unplug (lamp);
  unplug (table);
  wait_for_n_devices (get_list (), 0);
}

static void
test_switch (void)
{
  GSubprocess *lamp = plug_in ("Lamp", 320, 240);
  GSubprocess *table = plug_in ("Table", 640, 480);
  KomaCamera  *camera = koma_camera_new (get_list ());

  wait_for_n_devices (get_list (), 2);
  tell_camera (lamp, "colour ff0000");
  tell_camera (table, "colour 0000ff");
  for (guint i = 0; i < 5; i++) {
    koma_camera_start (camera, "Lamp");
    wait_for_colour (camera, 0xff, 0, 0);
    koma_camera_start (camera, "Table");
    wait_for_colour (camera, 0, 0, 0xff);
  }

  /* Not the first, but the last that was asked for. */
  koma_camera_stop (camera);
  koma_camera_start (camera, NULL);
  wait_for_colour (camera, 0, 0, 0xff);

  g_assert_finalize_object (camera);
  unplug (lamp);
  unplug (table);
  wait_for_n_devices (get_list (), 0);
}

typedef struct
{
  guint n_threads;
  guint n_files;
  gsize resident;
} Usage;

/* A camera that has been freed is off. */
static void
start_and_stop (guint n_times)
{
  KomaCamera *camera = koma_camera_new (get_list ());

  for (guint i = 0; i < n_times; i++) {
    koma_camera_start (camera, NULL);
    wait_for_frames (camera, 2);
    koma_camera_stop (camera);
  }
  g_assert_finalize_object (camera);
}

static void
measure (Usage *ret_usage)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  *ret_usage = (Usage){ count_threads (), count_files (), get_resident_bytes () };
}

/* GLib keeps a thread, and what is the thread's, for a while to use it again. */
static void
measure_settled (const Usage *before,
                 Usage       *ret_after)
{
  const gint64 start_us = g_get_monotonic_time ();

  measure (ret_after);
  while (ret_after->n_threads > before->n_threads || ret_after->n_files > before->n_files) {
    g_usleep (10000);
    g_assert_cmpint (g_get_monotonic_time () - start_us, <, 60 * G_USEC_PER_SEC);
    measure (ret_after);
  }
}

static void
test_50_times (void)
{
  GSubprocess *lamp = plug_in ("Lamp", 640, 480);
  Usage        before = { 0 };
  Usage        after = { 0 };

  wait_for_n_devices (get_list (), 1);
  /* Whatever is made once has been. */
  start_and_stop (10);
  measure (&before);
  start_and_stop (50);
  measure_settled (&before, &after);

  /* A frame left behind each time would be 46 MB. */
  g_test_message ("%u threads, %u files, %zu kB, then %u, %u, %zu kB",
                  before.n_threads, before.n_files, before.resident / 1024, after.n_threads,
                  after.n_files, after.resident / 1024);
#ifndef __SANITIZE_ADDRESS__ /* which keeps what was freed, for a while */
  g_assert_cmpuint (after.resident, <, before.resident + 16 * 1024 * 1024);
#endif

  unplug (lamp);
  wait_for_n_devices (get_list (), 0);
}

/* ---- The daemon comes and goes ---- */

typedef struct
{
  GSubprocess *pipewire;
  GSubprocess *wireplumber;
} Daemons;

static GSubprocess *
start_daemon (const char *name)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                               G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GError) error = NULL;
  GSubprocess *daemon = NULL;

  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  daemon = g_subprocess_launcher_spawn (launcher, &error, name, NULL);
  g_assert_no_error (error);
  return daemon;
}

static void
wait_for_socket (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("XDG_RUNTIME_DIR"), "pipewire-0", NULL);

  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_usleep (10000);
}

static void
daemons_start (Daemons *daemons)
{
  daemons->pipewire = start_daemon ("pipewire");
  wait_for_socket ();
  daemons->wireplumber = start_daemon ("wireplumber");
}

static void
daemons_kill (Daemons *daemons)
{
  g_subprocess_force_exit (daemons->wireplumber);
  g_subprocess_force_exit (daemons->pipewire);
  g_clear_object (&daemons->wireplumber);
  g_clear_object (&daemons->pipewire);
}

/* A daemon that is killed leaves its socket behind, one that ends does not. */
static void
remove_socket (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("XDG_RUNTIME_DIR"), "pipewire-0", NULL);

  (void) g_unlink (path);
}

static GSubprocess *
plug_in_again (GSubprocess *lamp)
{
  g_subprocess_force_exit (lamp);
  g_object_unref (lamp);
  return plug_in ("Lamp", 320, 240);
}

/* The last test: nothing is left for others. PipeWire says nothing of its own end. */
static void
test_daemon_restarts (void)
{
  GSubprocess *lamp = plug_in ("Lamp", 320, 240);
  KomaCamera  *camera = koma_camera_new (get_list ());
  Daemons      daemons = { 0 };

  wait_for_n_devices (get_list (), 1);
  koma_camera_start (camera, NULL);
  wait_for_frames (camera, 3);
  kill ((pid_t) g_ascii_strtoll (g_getenv ("KOMA_PIPEWIRE_PID"), NULL, 10), SIGKILL);
  for (guint i = 0; i < 3; i++) {
    wait_for_n_devices (get_list (), 0);
    wait_for_state (camera, KOMA_CAMERA_UNPLUGGED);
    remove_socket ();
    daemons_start (&daemons);
    lamp = plug_in_again (lamp);
    wait_for_state (camera, KOMA_CAMERA_RUNNING);
    wait_for_frames (camera, 3);
    g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_list ())), ==, 1);
    daemons_kill (&daemons);
  }

  /* Started while there is no daemon, it finds the camera of the next one. */
  wait_for_n_devices (get_list (), 0);
  koma_camera_stop (camera);
  g_assert_cmpint (koma_camera_get_state (camera), ==, KOMA_CAMERA_OFF);
  koma_camera_start (camera, NULL);
  wait_for_state (camera, KOMA_CAMERA_NO_CAMERA);
  remove_socket ();
  daemons_start (&daemons);
  lamp = plug_in_again (lamp);
  wait_for_state (camera, KOMA_CAMERA_RUNNING);

  g_assert_finalize_object (camera);
  daemons_kill (&daemons);
  g_subprocess_force_exit (lamp);
  g_object_unref (lamp);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/camera-pipewire/list", test_list);
  g_test_add_func ("/camera-pipewire/same-name", test_same_name);
  g_test_add_func ("/camera-pipewire/frames", test_frames);
  g_test_add_func ("/camera-pipewire/none-then-one", test_none_then_one);
  g_test_add_func ("/camera-pipewire/frozen", test_frozen);
  g_test_add_func ("/camera-pipewire/unplug", test_unplug);
  g_test_add_func ("/camera-pipewire/switch", test_switch);
  g_test_add_func ("/camera-pipewire/50-times", test_50_times);
  g_test_add_func ("/camera-pipewire/daemon-restarts", test_daemon_restarts);
  return g_test_run ();
}
