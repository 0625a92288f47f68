/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What it costs to read models in helper processes: a model is loaded in this process and in the
 * box in turn, by a helper that has been started before; then such a start alone. Time on the clock
 * and of the processor, in milliseconds, and page faults, of both processes together; medians.
 * “cpu_ratio” is without the start. One JSON object a line. Arguments: models. */

#include <malloc.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "engine/model/model-find.h"
#include "engine/runtime/quantile.h"
#include "worker/box/koma-box.h"

#define N_ROUNDS 15

typedef struct
{
  double wall_ms[N_ROUNDS];
  double cpu_ms[N_ROUNDS];
  double faults[N_ROUNDS];
} Times;

static double
get_cpu_ms (int who)
{
  struct rusage usage = { 0 };

  getrusage (who, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

static double
get_faults (int who)
{
  struct rusage usage = { 0 };

  getrusage (who, &usage);
  return (double) (usage.ru_minflt + usage.ru_majflt);
}

/* Of a helper that is started and ended. */
static void
measure_start (Times *times,
               guint  round)
{
  const gint64 start_us = g_get_monotonic_time ();
  const double cpu_ms = get_cpu_ms (RUSAGE_CHILDREN);
  const double faults = get_faults (RUSAGE_CHILDREN);

  koma_box_close ();
  g_assert_true (koma_box_try (NULL));
  times->wall_ms[round] = (double) (g_get_monotonic_time () - start_us) / 1000;
  koma_box_close ();
  times->cpu_ms[round] = get_cpu_ms (RUSAGE_CHILDREN) - cpu_ms;
  times->faults[round] = get_faults (RUSAGE_CHILDREN) - faults;
}

/* With the helper's part, which is known when it has ended. */
static void
measure_load (const char *path,
              gboolean    is_boxed,
              Times      *times,
              guint       round)
{
  double cpu_ms = 0;
  double faults = 0;
  gint64 start_us = 0;

  malloc_trim (0); /* as the first model that a process loads */
  if (is_boxed)
    g_assert_true (koma_box_try (NULL));
  cpu_ms = get_cpu_ms (RUSAGE_SELF) + get_cpu_ms (RUSAGE_CHILDREN);
  faults = get_faults (RUSAGE_SELF) + get_faults (RUSAGE_CHILDREN);
  start_us = g_get_monotonic_time ();
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = is_boxed ? koma_box_load_model (path, NULL, NULL, NULL, &error)
                                           : koma_model_load (path, NULL, NULL, NULL, &error);

    g_assert_no_error (error);
    g_assert_nonnull (model);
    times->wall_ms[round] = (double) (g_get_monotonic_time () - start_us) / 1000;
  }
  koma_box_close ();
  times->cpu_ms[round] = get_cpu_ms (RUSAGE_SELF) + get_cpu_ms (RUSAGE_CHILDREN) - cpu_ms;
  times->faults[round] = get_faults (RUSAGE_SELF) + get_faults (RUSAGE_CHILDREN) - faults;
}

static double
median (double *values)
{
  return koma_quantile (values, N_ROUNDS, 0.5);
}

static void
bench (const char *path)
{
  g_autofree char *name = koma_model_name_from_path (path);
  Times            here = { 0 };
  Times            boxed = { 0 };
  Times            start = { 0 };

  for (guint i = 0; i < N_ROUNDS; i++) {
    measure_load (path, FALSE, &here, i);
    measure_load (path, TRUE, &boxed, i);
    measure_start (&start, i);
  }
  g_print ("{\"bench\":\"box-models\",\"model\":\"%s\",\"ms\":%.2f,\"ms_boxed\":%.2f,"
           "\"cpu_ms\":%.2f,\"cpu_ms_boxed\":%.2f,\"cpu_ratio\":%.3f,\"start_cpu_ms\":%.2f,"
           "\"start_ms\":%.2f,\"faults\":%.0f,\"faults_boxed\":%.0f,\"start_faults\":%.0f}\n",
           name, median (here.wall_ms), median (boxed.wall_ms),
           median (here.cpu_ms), median (boxed.cpu_ms),
           (median (boxed.cpu_ms) - median (start.cpu_ms)) / median (here.cpu_ms),
           median (start.cpu_ms), median (start.wall_ms),
           median (here.faults), median (boxed.faults), median (start.faults));
}

int
main (int    argc,
      char **argv)
{
  static const char *const usual[] = { "models/squeezenet1.1",
                                       "models/mobilenet_v2_1.0_224/tfjs_graph",
                                       "models/mobilenet_v2_1.0_224/tfjs_layers",
                                       "models/mobilenet_v2_1.0_224/onnx" };

  mallopt (M_MMAP_THRESHOLD, 128 << 10); /* as at first: it does not grow with what is freed */
  for (int i = 1; i < argc; i++)
    bench (argv[i]);
  for (guint i = 0; argc == 1 && i < G_N_ELEMENTS (usual); i++) {
    g_autofree char *path = g_build_filename (g_getenv ("KOMA_SHARED"), usual[i], NULL);

    bench (path);
  }
  return EXIT_SUCCESS;
}
