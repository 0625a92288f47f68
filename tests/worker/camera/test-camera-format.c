/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of a camera's formats is taken. */
#include <gst/gst.h>

#include "worker/camera/koma-camera-caps.h"
#include "worker/camera/koma-camera-format.h"
#include "worker/camera/koma-camera-id.h"
#include "tests/test-main.h"

#define RAW(w, h, rate)  \
  {                      \
    FALSE, w, h, rate, 0 \
  }
#define JPEG(w, h, rate) \
  {                      \
    TRUE, w, h, rate, 0  \
  }

typedef struct
{
  const char      *name;
  KomaCameraFormat formats[6];
  guint            n_formats;
  guint            wanted; /* index into formats */
} Case;

static const Case cases[] = {
  { "usual webcam", /* raw is fast enough in small only */
    { RAW (1280, 720, 10), RAW (640, 480, 30), JPEG (1920, 1080, 30), JPEG (1280, 720, 30),
      JPEG (640, 480, 30), RAW (320, 240, 30) },
    6,
    1 },
  { "JPEG where raw is slow",
    { RAW (1280, 720, 9), RAW (640, 480, 10), JPEG (1280, 720, 30), JPEG (1920, 1080, 30) },
    4,
    2 },
  { "never the largest by accident",
    { JPEG (3840, 2160, 30), JPEG (1920, 1080, 60), JPEG (1280, 720, 15) },
    3,
    2 },
  { "nearest in size", { RAW (160, 120, 30), RAW (800, 600, 30), RAW (1920, 1080, 30) }, 3, 1 },
  { "nearest in shape", { RAW (720, 480, 30), RAW (480, 640, 30) }, 2, 0 },
  { "usual rate", { RAW (640, 480, 120), RAW (640, 480, 60), RAW (640, 480, 25) }, 3, 2 },
  { "just fluent", { RAW (640, 480, 14), RAW (320, 240, 15) }, 2, 1 },
  { "all slow", { RAW (640, 480, 5), RAW (1920, 1080, 2), RAW (320, 240, 10) }, 3, 2 },
  { "rate not known", { RAW (640, 480, 0), RAW (1920, 1080, 30) }, 2, 0 },
  { "sizes of nothing", { RAW (0, 480, 30), RAW (4000, 3000, 30) }, 2, 1 },
  { "first of equals", { RAW (640, 480, 30), RAW (640, 480, 30) }, 2, 0 },
};

static void
test_choose (gconstpointer data)
{
  const Case *each = data;

  g_assert_true (koma_camera_format_choose (each->formats, each->n_formats) ==
                 &each->formats[each->wanted]);
}

static void
test_none (void)
{
  const KomaCameraFormat nothing = { 0 };

  g_assert_null (koma_camera_format_choose (NULL, 0));
  g_assert_null (koma_camera_format_choose (&nothing, 1));
}

typedef struct
{
  const char *name;
  const char *offered;
  const char *wanted; /* NULL: nothing that can be read */
} CapsCase;

static const CapsCase caps_cases[] = {
  { "list of rates",
    "video/x-raw,format=YUY2,width=640,height=480,framerate={(fraction)30/1,(fraction)15/1};"
    "video/x-raw,format=YUY2,width=1280,height=720,framerate=10/1",
    "video/x-raw,format=YUY2,width=640,height=480,framerate=30/1" },
  { "odd rate",
    "video/x-raw,width=640,height=480,framerate={(fraction)5/1,(fraction)30000/1001}",
    "video/x-raw,width=640,height=480,framerate=30000/1001" },
  { "ranges", /* of sizes and rates */
    "video/x-raw,format=NV12,width=[16,4096],height=[16,2160],framerate=[1/1,120/1]",
    "video/x-raw,format=NV12,width=640,height=480,framerate=30/1" },
  { "range above",
    "video/x-raw,width=[1920,3840],height=[1080,2160],framerate=30/1",
    "video/x-raw,width=1920,height=1080,framerate=30/1" },
  { "range with steps",
    "video/x-raw,width=[100,1000,100],height=[100,1000,100],framerate=30/1",
    "video/x-raw,width=600,height=400,framerate=30/1" },
  { "no rate", "image/jpeg,width=640,height=480", "image/jpeg,width=640,height=480" },
  { "orders of pixels stay open",
    "video/x-raw,format={YUY2,NV12},width=640,height=480,framerate=30/1",
    "video/x-raw,format={YUY2,NV12},width=640,height=480,framerate=30/1" },
  { "JPEG",
    "image/jpeg,width=1280,height=720,framerate=30/1;"
    "video/x-raw,width=1280,height=720,framerate=5/1",
    "image/jpeg,width=1280,height=720,framerate=30/1" },
  { "not of a graphics card",
    "video/x-raw(memory:DMABuf),format=YUY2,width=640,height=480,framerate=30/1;"
    "video/x-raw,width=320,height=240,framerate=30/1",
    "video/x-raw,width=320,height=240,framerate=30/1" },
  { "nothing that can be read", "video/x-h264,width=640,height=480,framerate=30/1", NULL },
};

static void
test_caps (gconstpointer data)
{
  const CapsCase *each = data;
  g_autoptr (GstCaps) offered = gst_caps_from_string (each->offered);
  gboolean is_jpeg = FALSE;
  g_autoptr (GstCaps) chosen = koma_camera_caps_choose (offered, &is_jpeg);
  g_autoptr (GstCaps) wanted =
    each->wanted != NULL ? gst_caps_from_string (each->wanted) : NULL;

  g_assert_cmpint (chosen != NULL, ==, wanted != NULL);
  if (wanted == NULL)
    return;
  g_assert_true (gst_caps_is_equal (chosen, wanted));
  g_assert_cmpint (is_jpeg, ==, g_str_has_prefix (each->wanted, "image/jpeg"));
}

static void
assert_id (const char *props,
           const char *wanted)
{
  g_autoptr (GstStructure) structure =
    props != NULL ? gst_structure_from_string (props, NULL) : NULL;
  g_autofree char *id = koma_camera_id_new (structure, "Webcam");

  g_assert_cmpstr (id, ==, wanted);
}

/* What changes from one plug to the next is no part of it. */
static void
test_id (void)
{
  assert_id ("p,object.serial=(string)61,node.name=(string)v4l2_input.usb-0_1,object.id=(int)44",
             "v4l2_input.usb-0_1");
  assert_id ("p,device.path=(string)/dev/video2,device.bus_path=(string)pci-0000:00:14.0-usb-0:1",
             "pci-0000:00:14.0-usb-0:1");
  assert_id ("p,device.path=(string)/dev/video2,device.serial=(string)A1B2", "A1B2");
  assert_id ("p,device.path=(string)/dev/video2", "Webcam");
  assert_id (NULL, "Webcam");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  gst_init (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/camera-format/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_choose);
  }
  for (guint i = 0; i < G_N_ELEMENTS (caps_cases); i++) {
    g_autofree char *path = g_strconcat ("/camera-format/caps/", caps_cases[i].name, NULL);

    g_test_add_data_func (path, &caps_cases[i], test_caps);
  }
  g_test_add_func ("/camera-format/none", test_none);
  g_test_add_func ("/camera-format/id", test_id);
  return g_test_run ();
}
