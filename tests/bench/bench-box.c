/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What it costs to decode in helper processes: processor time of a picture with as many threads
 * as processors, in this process and in the box in turn, a fifth of a second each. Pictures a
 * second go by it, and it changes little with whatever else runs on the machine. Then the start of
 * a helper, and its memory. One JSON object a line. */

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "engine/picture/decoder.h"
#include "engine/runtime/quantile.h"
#include "tests/list-children.h"
#include "worker/box/koma-box.h"

#define N_ROUNDS    30
#define ROUND_US    (G_USEC_PER_SEC / 5)
#define MAX_THREADS 64
#define N_STARTS    15

typedef struct
{
  GBytes                *bytes;
  guint                  min_side;
  KomaDecoderDecodeBytes decode;
  gint64                 end_us;
  guint                  n_done;
} Work;

static gpointer
work_main (gpointer user_data)
{
  Work *work = user_data;

  while (g_get_monotonic_time () < work->end_us) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) picture G_GNUC_UNUSED =
      work->decode (work->bytes, work->min_side, NULL, &error);

    g_assert_no_error (error);
    work->n_done++;
  }
  return NULL;
}

static double
read_ms (int who)
{
  struct rusage usage = { 0 };

  getrusage (who, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

/* Adds processor time of this process, and pictures. */
static void
run_round (GBytes                *bytes,
           guint                  min_side,
           KomaDecoderDecodeBytes decode,
           double                *cpu_ms,
           guint                 *n_done)
{
  const guint  n_threads = MIN (g_get_num_processors (), MAX_THREADS);
  const double start_ms = read_ms (RUSAGE_SELF);
  const gint64 end_us = g_get_monotonic_time () + ROUND_US;
  GThread     *threads[MAX_THREADS];
  Work         works[MAX_THREADS];

  for (guint i = 0; i < n_threads; i++) {
    works[i] = (Work){ bytes, min_side, decode, end_us, 0 };
    threads[i] = g_thread_new ("bench", work_main, &works[i]);
  }
  for (guint i = 0; i < n_threads; i++) {
    g_thread_join (threads[i]);
    *n_done += works[i].n_done;
  }
  *cpu_ms += read_ms (RUSAGE_SELF) - start_ms;
}

/* The helpers' time is counted when they have ended, with their start. */
static void
bench_pictures (const char *name,
                GBytes     *bytes,
                guint       min_side)
{
  double here_ms = 0;
  double boxed_ms = 0;
  guint  n_here = 0;
  guint  n_boxed = 0;

  koma_box_close ();
  boxed_ms = -read_ms (RUSAGE_CHILDREN);
  for (guint i = 0; i < N_ROUNDS; i++) {
    run_round (bytes, min_side, koma_decoder_decode_bytes, &here_ms, &n_here);
    run_round (bytes, min_side, koma_box_decode_bytes, &boxed_ms, &n_boxed);
  }
  koma_box_close ();
  boxed_ms += read_ms (RUSAGE_CHILDREN);
  here_ms /= n_here;
  boxed_ms /= n_boxed;
  g_print ("{\"bench\":\"box\",\"pictures\":\"%s\",\"bytes\":%" G_GSIZE_FORMAT
           ",\"min_side\":%u,\"cpu_ms\":%.3f,\"cpu_ms_boxed\":%.3f,\"throughput\":%.3f}\n",
           name, g_bytes_get_size (bytes), min_side, here_ms, boxed_ms, here_ms / boxed_ms);
}

/* A helper, and its first picture. */
static void
bench_start (GBytes *bytes)
{
  double start_ms[N_STARTS];

  for (guint i = 0; i < N_STARTS; i++) {
    gint64 start_us = 0;
    g_autoptr (KomaPicture) picture = NULL;

    koma_box_close ();
    start_us = g_get_monotonic_time ();
    picture = koma_box_decode_bytes (bytes, 0, NULL, NULL);
    g_assert_nonnull (picture);
    start_ms[i] = (double) (g_get_monotonic_time () - start_us) / 1000;
  }
  g_print ("{\"bench\":\"box\",\"first_picture_ms\":%.1f}\n",
           koma_quantile (start_ms, N_STARTS, 0.5));
}

/* Of its own, in kB; pages of libraries are everybody's. */
static void
bench_memory (void)
{
  g_autoptr (GArray) children = NULL;
  g_autofree char *path = NULL;
  g_autofree char *status = NULL;
  const char      *line = NULL;

  koma_box_close ();
  g_assert_true (koma_box_try (NULL));
  children = list_children (getpid ());
  if (children == NULL)
    return;
  path = g_strdup_printf ("/proc/%d/status", (int) g_array_index (children, pid_t, 0));
  if (g_file_get_contents (path, &status, NULL, NULL))
    line = strstr (status, "RssAnon:");
  if (line != NULL)
    g_print ("{\"bench\":\"box\",\"helper_kb\":%d}\n", atoi (line + strlen ("RssAnon:")));
}

/* Gradients and noise, as a photograph has. */
static GBytes *
make_picture (guint       width,
              guint       height,
              const char *type)
{
  g_autoptr (GdkPixbuf) pixbuf =
    gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, (int) width, (int) height);
  guint8 *pixels = gdk_pixbuf_get_pixels (pixbuf);
  guint32 noise = 1;
  char   *data = NULL;
  gsize   length = 0;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      guint8 *pixel = pixels + (gsize) y * (gsize) gdk_pixbuf_get_rowstride (pixbuf) + 3 * x;

      noise = noise * 1664525u + 1013904223u;
      for (guint c = 0; c < 3; c++)
        pixel[c] = (guint8) (40 + (x * (c + 1) / 8 + y / 5) % 160 + (noise >> 27));
    }
  g_assert_true (gdk_pixbuf_save_to_buffer (pixbuf, &data, &length, type, NULL, NULL));
  return g_bytes_new_take (data, length);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GBytes) small = make_picture (320, 240, "jpeg");
  g_autoptr (GBytes) photograph = make_picture (4000, 3000, "jpeg");
  g_autoptr (GBytes) png = make_picture (320, 240, "png");
  g_autoptr (GBytes) large_png = make_picture (4000, 3000, "png");

  bench_start (small);
  bench_memory ();
  bench_pictures ("JPEG 320x240", small, 0);
  bench_pictures ("JPEG 4000x3000", photograph, 448);
  bench_pictures ("JPEG 4000x3000", photograph, 0);
  bench_pictures ("PNG 320x240", png, 0);
  bench_pictures ("PNG 4000x3000", large_png, 0);
  return EXIT_SUCCESS;
}
