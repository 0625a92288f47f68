/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a frame of the camera costs the processor before any network sees it:
 * capture and conversion alone, and with the window that shows it. One JSON
 * object a line. All threads of this process count, but not the daemon's and
 * the camera's.
 *
 *   bench-camera raw|jpeg
 *
 * raw: a camera of PipeWire, RGBx; wants to be run by with-pipewire.sh. jpeg:
 * a file again and again, by KOMA_CAMERA_PIPELINE; reading it counts too. */
#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>

#include <adwaita.h>
#include <glib/gstdio.h>

#include "tests/worker/camera/camera-fixture.h"
#include "ui/camera/koma-camera-view.h"
#include "worker/decode/koma-thumbnail.h"

#define N_WARM   30
#define N_FRAMES 150

typedef struct
{
  guint width;
  guint height;
} Size;

static const Size sizes[] = { { 640, 480 }, { 1280, 720 } };

static double
get_cpu_ms (void)
{
  struct rusage usage = { 0 };

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static void
show_cb (KomaCamera      *camera,
         KomaCameraFrame *frame,
         KomaCameraView  *view)
{
  koma_camera_view_show (view, camera, frame);
}

static void
measure (KomaCamera *camera,
         const char *format,
         const char *shown)
{
  KomaCameraStats stats = { 0 };
  double          cpu_ms = 0;
  guint64         n_dropped = 0;

  wait_for_frames (camera, N_WARM);
  koma_camera_get_stats (camera, &stats);
  n_dropped = stats.n_dropped;
  cpu_ms = get_cpu_ms ();
  wait_for_frames (camera, N_FRAMES);
  cpu_ms = get_cpu_ms () - cpu_ms;
  koma_camera_get_stats (camera, &stats);
  printf ("{\"benchmark\": \"camera\", \"format\": \"%s\", \"width\": %u, \"height\": %u, "
          "\"shown\": \"%s\", \"frames_per_s\": %.1f, \"dropped\": %u, "
          "\"cpu_ms_per_frame\": %.2f}\n",
          format, stats.width, stats.height, shown, stats.rate,
          (guint) (stats.n_dropped - n_dropped), cpu_ms / N_FRAMES);
  fflush (stdout);
}

/* Off screen first, then in a window. */
static void
measure_both (const char *format)
{
  KomaCamera *camera = koma_camera_new (koma_camera_list_get_default ());

  koma_camera_start (camera, NULL);
  measure (camera, format, "no");
  if (gtk_init_check ()) {
    GtkWidget *view = g_object_new (KOMA_TYPE_CAMERA_VIEW, NULL);
    GtkWidget *window = gtk_window_new ();

    gtk_window_set_default_size (GTK_WINDOW (window), 800, 600);
    gtk_window_set_child (GTK_WINDOW (window), view);
    gtk_window_present (GTK_WINDOW (window));
    g_signal_connect_object (camera, "frame", G_CALLBACK (show_cb), view, 0);
    measure (camera, format,
             G_OBJECT_TYPE_NAME (gtk_native_get_renderer (GTK_NATIVE (window))));
    gtk_window_destroy (GTK_WINDOW (window));
  }
  g_object_unref (camera);
}

/* Gradients and a little noise: as hard to decode as a dim room. */
static GBytes *
make_jpeg (const Size *size)
{
  guint8 *rgb = g_malloc ((gsize) size->width * size->height * 3);
  guint32 noise = 1;
  g_autoptr (KomaPicture) picture =
    koma_picture_new_take (rgb, size->width, size->height, (gsize) size->width * 3);
  g_autoptr (GError) error = NULL;
  GBytes *jpeg = NULL;

  for (gsize i = 0; i < (gsize) size->width * size->height * 3; i++) {
    noise = noise * 1664525u + 1013904223u;
    rgb[i] = (guint8) ((i / 3 % size->width) * 160 / size->width + i / 3 / size->width / 8 +
                       (noise >> 28));
  }
  jpeg = koma_thumbnail_encode (picture, MAX (size->width, size->height), &error);
  g_assert_no_error (error);
  return jpeg;
}

static void
bench_jpeg (const Size *size)
{
  g_autoptr (GBytes) jpeg = make_jpeg (size);
  g_autofree char *folder = g_dir_make_tmp ("bench-camera-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "frame.jpg", NULL);
  g_autofree char *pipeline =
    g_strdup_printf ("multifilesrc location=%s loop=true caps=image/jpeg,framerate=30/1 ! "
                     "jpegdec ! identity sync=true",
                     path);

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (jpeg, NULL),
                                      (gssize) g_bytes_get_size (jpeg), NULL));
  g_assert_true (g_setenv (KOMA_CAMERA_PIPELINE, pipeline, TRUE));
  measure_both ("JPEG");
  g_remove (path);
  g_rmdir (folder);
}

static void
bench_raw (const Size *size)
{
  GSubprocess *lamp = plug_in ("Lamp", size->width, size->height);

  wait_for_n_devices (koma_camera_list_get_default (), 1);
  measure_both ("RGBx");
  unplug (lamp);
  wait_for_n_devices (koma_camera_list_get_default (), 0);
}

int
main (int    argc,
      char **argv)
{
  const gboolean is_jpeg = argc == 2 && g_str_equal (argv[1], "jpeg");

  /* Tests have all memory filled: a megabyte a frame. */
  mallopt (M_PERTURB, 0);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    if (is_jpeg)
      bench_jpeg (&sizes[i]);
    else
      bench_raw (&sizes[i]);
  }
  return 0;
}
