/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The pieces of one shogi board: 81 pictures of 96×96, MobileNetV2 1.0, 29
 * classes; the web app of 2018 took 316 to 1520 ms for them. Pictures are in
 * memory, as inputs; a rest of a batch is padded. */
#include "mobilenet-v2.h"

#include "engine/runtime/cpu-count.h"
#include "engine/runtime/quantile.h"
#include "engine/classify/batch-size.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N_PICTURES 81
#define SIDE       96
#define N_CLASSES  29
#define N_ROUNDS   7
/* On a busy machine fewer rounds have to do. */
#define MAX_LINE_US (2 * G_TIME_SPAN_SECOND)

static const guint batches[] = { 1, 2, 5, 10, 27 };

static float *
make_pictures (void)
{
  gsize  n = (gsize) N_PICTURES * SIDE * SIDE * 3;
  float *pictures = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    pictures[i] = (float) ((guint32) (i * 2654435761u) >> 8) / (1 << 23) - 1;
  return pictures;
}

/* How all pictures are computed: in batches, or by several threads. */
typedef struct
{
  KomaClassifier *classifier;
  KomaClassifier *rest;     /* (nullable) a rest of a batch may be computed by it */
  const float    *pictures; /* [N_PICTURES, input_size] */
} Way;

static void
fill_picture (guint    index,
              float   *ret_input,
              gpointer user_data)
{
  const gsize size = SIDE * SIDE * 3;

  memcpy (ret_input, ((const Way *) user_data)->pictures + index * size, size * sizeof (float));
}

static double
time_all_ms (const Way *way)
{
  const KomaRecipe         recipe = { .width = SIDE, .height = SIDE };
  const guint              n_classes = koma_classifier_get_n_classes (way->classifier);
  g_autofree float        *scores = g_new (float, (gsize) N_PICTURES *n_classes);
  const KomaClassification what = { .recipe = &recipe,
                                    .n_classes = n_classes,
                                    .rest = way->rest,
                                    .fill_input = fill_picture,
                                    .user_data = (gpointer) way };
  gint64                   start_us = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;

  if (!koma_classifier_classify (way->classifier, N_PICTURES, &what, scores, &error)) {
    fprintf (stderr, "%s\n", error->message);
    exit (1);
  }
  return (double) (g_get_monotonic_time () - start_us) / 1000;
}

static void
print_times (const char *title,
             const Way  *way)
{
  double times_ms[N_ROUNDS] = { 0 };
  gint64 end_us = g_get_monotonic_time () + MAX_LINE_US;
  double median_ms = 0;
  double best_ms = 0;
  guint  n = 0;

  do
    times_ms[n++] = time_all_ms (way);
  while (n < N_ROUNDS && g_get_monotonic_time () < end_us);
  median_ms = koma_quantile (times_ms, n, 0.5);
  best_ms = times_ms[0];
  printf ("  %-24s %7.1f ms (median %.1f), %5.0f pictures/s\n", title, best_ms, median_ms,
          N_PICTURES / best_ms * 1000);
}

/* As koma_predictor_plan_bulk () does. */
static void
bench_chosen (const KomaGraph          *graph,
              const KomaSessionOptions *options,
              KomaClassifier           *single,
              const float              *pictures)
{
  const KomaBackendClass *backend =
    koma_session_get_backend (koma_classifier_get_session (single));
  KomaSessionOptions own = *options;
  g_autoptr (KomaClassifier) chosen = NULL;
  g_autofree char *title = NULL;

  own.n_threads = 1;
  if (backend->is_host && options->n_threads > 1) {
    chosen = koma_classifier_new (graph, 0, &own, NULL);
    if (chosen != NULL)
      koma_classifier_spread (chosen, graph, options->n_threads);
  } else if (!backend->is_host)
    chosen = koma_batch_size_choose (graph, 0, options, single, 200 * G_TIME_SPAN_MILLISECOND);
  if (chosen != NULL && koma_classifier_get_n_threads (chosen) > 1)
    title = g_strdup_printf ("Koma: %u side by side", koma_classifier_get_n_threads (chosen));
  else
    title =
      g_strdup_printf ("Koma: batch %u", chosen != NULL ? koma_classifier_get_batch (chosen) : 1);
  print_times (title, &(Way){ chosen != NULL ? chosen : single, single, pictures });
}

static gboolean
bench_backend (const KomaGraph *graph,
               const char      *backend,
               guint            n_threads,
               const float     *pictures)
{
  KomaSessionOptions options = { .backend = backend, .n_threads = n_threads, .batch = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaClassifier) single = koma_classifier_new (graph, 0, &options, &error);

  printf ("%s, %u thread%s\n", backend, n_threads, n_threads > 1 ? "s" : "");
  if (single == NULL) {
    printf ("  %s\n", error->message);
    return FALSE;
  }
  if (!koma_classifier_warm (single, NULL, &error)) {
    fprintf (stderr, "%s\n", error->message);
    exit (1);
  }
  for (guint i = 0; i < G_N_ELEMENTS (batches); i++) {
    g_autoptr (KomaClassifier) bulk = NULL;
    g_autofree char *title = g_strdup_printf ("batch %u", batches[i]);

    options.batch = batches[i];
    bulk = koma_classifier_new (graph, 0, &options, NULL);
    if (bulk != NULL)
      print_times (title, &(Way){ bulk, NULL, pictures });
  }

  options.batch = 0;
  bench_chosen (graph, &options, single, pictures);
  return TRUE;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = make_mobilenet_v2 (SIDE, N_CLASSES, &error);
  g_autofree float *pictures = make_pictures ();
  guint             n_cpus = koma_cpu_count_available ();
  gboolean          is_fine = TRUE;

  if (graph == NULL) {
    fprintf (stderr, "%s\n", error->message);
    return 1;
  }
  setlinebuf (stdout);
  printf ("%d pictures of %dx%d, MobileNetV2 1.0, %d classes; best of up to %d\n",
          N_PICTURES, SIDE, SIDE, N_CLASSES, N_ROUNDS);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const char *backend = koma_backends_get (i)->name;

    is_fine &= bench_backend (graph, backend, n_cpus, pictures);
    if (n_cpus > 1)
      is_fine &= bench_backend (graph, backend, 1, pictures);
  }
  return is_fine ? 0 : 1;
}
