/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One start of OpenGL ES, in a process of its own, for compare.py.
 *
 *   once SIDE BATCH
 *
 * MobileNetV2 1.0 with noise for weights. Prints the device on one line and on
 * the next, in ms: loading the driver, preparing the session (programs and
 * weights included), the first run, the median of the steady ones, and what
 * uploading as many bytes as the weights have takes. */
#include <stdlib.h>

#include "tests/bench/mobilenet-v2.h"
#include "engine/backends/gles/device.h"
#include "engine/runtime/sample-input.h"
#include "engine/runtime/quantile.h"
#include "engine/runtime/session.h"

#define N_STEADY  21
#define N_CLASSES 1000

static double
ms_since (gint64 begin_us)
{
  return (g_get_monotonic_time () - begin_us) / 1000.0;
}

static gboolean
time_run (KomaSession *session,
          double      *ret_ms,
          GError     **error)
{
  const gint64 begin_us = g_get_monotonic_time ();

  if (!koma_session_run (session, error))
    return FALSE;
  *ret_ms = ms_since (begin_us);
  return TRUE;
}

static gboolean
time_steady (KomaSession *session,
             double      *ret_median_ms,
             GError     **error)
{
  double times[N_STEADY] = { 0 };

  for (guint i = 0; i < N_STEADY; i++)
    if (!time_run (session, &times[i], error))
      return FALSE;
  *ret_median_ms = koma_quantile (times, N_STEADY, 0.5);
  return TRUE;
}

static gsize
count_weights (const KomaGraph *graph)
{
  gsize size_bytes = 0;

  for (guint i = 0; i < koma_graph_get_n_values (graph); i++) {
    const KomaArray *constant = koma_graph_get_value (graph, i)->constant;

    if (constant != NULL)
      size_bytes += koma_array_get_size_bytes (constant);
  }
  return size_bytes;
}

/* Another buffer than that of the session, which has long been filled. */
static gboolean
time_upload (KomaGlesDevice  *device,
             const KomaGraph *graph,
             double          *ret_ms,
             GError         **error)
{
  const gsize      size_bytes = count_weights (graph);
  g_autofree char *weights = g_malloc (size_bytes);
  gint64           begin_us = 0;
  GLuint           buffer = 0;

  memset (weights, 1, size_bytes);
  begin_us = g_get_monotonic_time ();
  buffer =
    koma_gles_device_create_buffer (device, "the weights", size_bytes, GL_STATIC_DRAW, error);
  if (buffer == 0)
    return FALSE;
  glBindBuffer (GL_COPY_WRITE_BUFFER, buffer);
  glBufferSubData (GL_COPY_WRITE_BUFFER, 0, size_bytes, weights);
  glFinish ();
  *ret_ms = ms_since (begin_us);
  koma_gles_device_destroy_buffer (device, buffer, size_bytes);
  return koma_gles_device_check (device, "uploading", error);
}

static gboolean
measure (const KomaGraph *graph,
         guint            batch,
         GError         **error)
{
  const KomaSessionOptions options = { .backend = "gles", .batch = batch };
  gint64                   begin_us = g_get_monotonic_time ();
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (error);
  const double driver_ms = ms_since (begin_us);
  g_autoptr (KomaSession) session = NULL;
  double prepare_ms = 0;
  double first_ms = 0;
  double steady_ms = 0;
  double upload_ms = 0;

  if (device == NULL)
    return FALSE;
  begin_us = g_get_monotonic_time ();
  session = koma_session_new (graph, &options, error);
  prepare_ms = ms_since (begin_us);
  if (session == NULL)
    return FALSE;
  koma_sample_input_fill (session);
  if (!time_run (session, &first_ms, error) || !time_steady (session, &steady_ms, error) ||
      !time_upload (device, koma_session_get_graph (session), &upload_ms, error))
    return FALSE;
  g_print ("%s\n%.2f %.2f %.2f %.2f %.2f\n", koma_gles_device_get_info (device)->renderer,
           driver_ms, prepare_ms, first_ms, steady_ms, upload_ms);
  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = NULL;

  if (argc != 3) {
    g_printerr ("SIDE BATCH\n");
    return 2;
  }
  graph = make_mobilenet_v2 (atoi (argv[1]), N_CLASSES, &error);
  if (graph == NULL || !measure (graph, atoi (argv[2]), &error)) {
    g_printerr ("%s\n", error->message);
    return 1;
  }
  return 0;
}
