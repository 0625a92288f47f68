/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A camera of V4L2, where there is no PipeWire: umockdev has udev say what is
 * plugged in, fake-v4l2.so is the device. Both are preloaded. */
#include "camera-fixture.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <umockdev.h>

#include "fake-v4l2.h"

#define SYSFS "/devices/pci0000:00/usb1/1-1/video4linux/video0"
#define ID    "pci-0000:00:14.0-usb-0:1:1.0"

static UMockdevTestbed *testbed;
static FakeV4l2SetMode  set_mode;

static void
plug_in_first (void)
{
  g_autoptr (GError) error = NULL;

  umockdev_testbed_add_from_string (testbed,
                                    "P: " SYSFS "\n"
                                    "N: video0\n"
                                    "E: DEVNAME=/dev/video0\n"
                                    "E: SUBSYSTEM=video4linux\n"
                                    "E: ID_V4L_VERSION=2\n"
                                    "E: ID_V4L_PRODUCT=Fake Webcam\n"
                                    "E: ID_V4L_CAPABILITIES=:capture:\n"
                                    "E: ID_PATH=" ID "\n"
                                    "A: name=Fake Webcam\n"
                                    "A: index=0\n"
                                    "A: dev=81:0\n",
                                    &error);
  g_assert_no_error (error);
}

/* umockdev 0.17 does not survive a device that is removed and added: the
 * messages of udev must do. */
static void
pull_out (void)
{
  set_mode (FAKE_V4L2_IS_GONE);
  umockdev_testbed_uevent (testbed, "/sys" SYSFS, "remove");
}

static void
put_back (void)
{
  set_mode (FAKE_V4L2_WORKS);
  umockdev_testbed_uevent (testbed, "/sys" SYSFS, "add");
}

static void
test_frames (void)
{
  KomaCameraList *list = koma_camera_list_get_default ();
  KomaCamera     *camera = koma_camera_new (list);
  KomaCameraStats stats = { 0 };

  wait_for_n_devices (list, 1);
  g_assert_nonnull (koma_camera_list_find (list, ID));
  g_assert_cmpstr (koma_camera_list_find (list, ID)->name, ==,
                   "Fake Webcam");
  koma_camera_start (camera, NULL);
  g_assert_cmpint (koma_camera_get_state (camera), ==, KOMA_CAMERA_STARTING);
  wait_for_frames (camera, 5);
  assert_colour (koma_camera_get_frame (camera), 255, 0, 0);
  koma_camera_get_stats (camera, &stats);
  g_assert_cmpuint (stats.width, ==, 640);
  g_assert_cmpuint (stats.height, ==, 480);
  g_assert_finalize_object (camera);
}

/* And as soon as the other program lets go of it, it is to be had. */
static void
test_trouble (FakeV4l2Mode    mode,
              KomaCameraState state)
{
  KomaCamera *camera = koma_camera_new (koma_camera_list_get_default ());

  set_mode (mode);
  koma_camera_start (camera, ID);
  wait_for_state (camera, state);
  g_assert_nonnull (koma_camera_get_trouble (camera)->detail);

  set_mode (FAKE_V4L2_WORKS);
  koma_camera_start (camera, ID);
  wait_for_frames (camera, 1);
  g_assert_null (koma_camera_get_trouble (camera)->detail);
  g_assert_finalize_object (camera);
}

static void
test_busy (void)
{
  test_trouble (FAKE_V4L2_BUSY, KOMA_CAMERA_BUSY);
}

static void
test_refused (void)
{
  test_trouble (FAKE_V4L2_REFUSES, KOMA_CAMERA_DENIED);
}

static void
test_unplug (void)
{
  KomaCameraList *list = koma_camera_list_get_default ();
  KomaCamera     *camera = koma_camera_new (list);

  koma_camera_start (camera, ID);
  for (guint i = 0; i < 3; i++) {
    wait_for_state (camera, KOMA_CAMERA_RUNNING);
    wait_for_frames (camera, 3);
    pull_out ();
    wait_for_state (camera, KOMA_CAMERA_UNPLUGGED);
    wait_for_n_devices (list, 0);
    put_back ();
    wait_for_n_devices (list, 1);
  }
  wait_for_frames (camera, 3);
  g_assert_finalize_object (camera);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *runtime_dir = g_dir_make_tmp ("koma-v4l2-XXXXXX", NULL);
  int              status = 0;

  g_test_init (&argc, &argv, NULL);
  set_mode = (FakeV4l2SetMode) dlsym (RTLD_DEFAULT, FAKE_V4L2_SET_MODE);
  if (set_mode == NULL) {
    g_print ("1..0 # SKIP fake-v4l2.so is not preloaded\n");
    return 0;
  }
  /* No PipeWire, and no portal. */
  g_assert_true (g_setenv ("XDG_RUNTIME_DIR", runtime_dir, TRUE));
  g_assert_true (g_setenv ("PIPEWIRE_RUNTIME_DIR", runtime_dir, TRUE));
  testbed = umockdev_testbed_new ();
  g_assert_true (umockdev_in_mock_environment ());
  plug_in_first ();

  g_test_add_func ("/camera-v4l2/frames", test_frames);
  g_test_add_func ("/camera-v4l2/busy", test_busy);
  g_test_add_func ("/camera-v4l2/refused", test_refused);
  g_test_add_func ("/camera-v4l2/unplug", test_unplug);
  status = g_test_run ();
  g_rmdir (runtime_dir);
  return status;
}
