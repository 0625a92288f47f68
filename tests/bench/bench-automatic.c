/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Is automatic choice ever slower than the best backend? For each model the
 * choice is made as the worker makes it; then all that could have been chosen
 * run in turn, and the one that was is compared with the fastest.
 *
 *   bench-automatic [MODEL…]
 *
 * Prints a line for each model, and the greatest ratio. Expected: at most
 * 1.05, where a choice between two that differ by less may go either way. */
#include "worker/koma-thread.h"
#include "worker/measure/koma-autotuner.h"

#include <math.h>
#include <stdio.h>

#include "engine/runtime/sample-input.h"
#include "tests/remove-tree.h"

#define N_ROUNDS  100
#define MAX_TRIED 8

static const char *const shared_models[] = {
  "models/mobilenet_v2_1.0_224/tfjs_graph/model.json",
  "models/tfjs/automl_flowers/model.json",
  "models/tfjs/mobilenet_v1_025_224_layers/model.json",
  "models/tfjs/teachable_machine/image-model/model.json",
  "models/tfjs2018/emoji_scavenger_hunt/tensorflowjs_model.pb",
  "models/tfjs2018/glamhack18/tensorflowjs_model.pb",
};

typedef struct
{
  const char  *backend; /* borrowed from the report */
  KomaSession *session;
  double       run_ms; /* the fastest run: what others do only adds to it */
} Tried;

static guint
open_all (KomaModel                *model,
          const KomaAutotuneReport *report,
          Tried                    *ret_tried) /* [MAX_TRIED] */
{
  guint n_tried = 0;

  for (guint i = 0; i < report->n_entries && n_tried < MAX_TRIED; i++) {
    const KomaAutotuneEntry *entry = &report->entries[i];
    const KomaSessionOptions options = { .backend = entry->backend, .batch = 1, .n_threads = 1 };

    if (entry->state != KOMA_BENCHMARK_MEASURED)
      continue;
    ret_tried[n_tried] = (Tried){ entry->backend,
                                  koma_session_new (koma_model_get_graph (model), &options, NULL),
                                  INFINITY };
    koma_sample_input_fill (ret_tried[n_tried++].session);
  }
  return n_tried;
}

static void
run_in_turn (Tried *tried,
             guint  n_tried)
{
  for (guint round = 0; round < N_ROUNDS; round++)
    for (guint i = 0; i < n_tried; i++) {
      gint64 start_us = g_get_monotonic_time ();

      g_assert_true (koma_session_run (tried[i].session, NULL));
      tried[i].run_ms = MIN (tried[i].run_ms, (g_get_monotonic_time () - start_us) / 1000.0);
    }
}

/* Returns: time of the one chosen by that of the fastest; 0: can not be read */
static double
measure (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (KomaAutotuner) autotuner = NULL;
  Tried       tried[MAX_TRIED];
  const char *best = NULL;
  guint       n_tried = 0;
  double      chosen_ms = 0;
  double      fastest_ms = INFINITY;

  if (model == NULL) {
    printf ("%s\n", error->message);
    return 0;
  }
  autotuner = koma_autotuner_new (model, &(KomaSessionOptions){ .n_threads = 1 }, TRUE);
  while (koma_autotuner_step (autotuner))
    ;
  best = koma_autotune_report_get_best (koma_autotuner_get_report (autotuner), 0);
  n_tried = open_all (model, koma_autotuner_get_report (autotuner), tried);
  run_in_turn (tried, n_tried);
  printf ("%-28s", koma_model_get_name (model));
  for (guint i = 0; i < n_tried; i++) {
    const double   ms = tried[i].run_ms;
    const gboolean is_chosen = g_strcmp0 (tried[i].backend, best) == 0;

    printf (" %s %.3f ms%s", tried[i].backend, ms, is_chosen ? " (chosen)" : "");
    chosen_ms = is_chosen ? ms : chosen_ms;
    fastest_ms = MIN (fastest_ms, ms);
    koma_session_free (tried[i].session);
  }
  printf ("  ratio %.3f\n", chosen_ms / fastest_ms);
  return chosen_ms / fastest_ms;
}

static void
note (double  ratio,
      double *greatest)
{
  *greatest = MAX (*greatest, ratio);
}

int
main (int    argc,
      char **argv)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *cache = g_dir_make_tmp ("koma-bench-automatic-XXXXXX", NULL);
  double           greatest = 0;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  koma_thread_enter (KOMA_THREAD_INFERENCE);
  for (int i = 1; i < argc; i++)
    note (measure (argv[i]), &greatest);
  for (guint i = 0; argc == 1 && i < G_N_ELEMENTS (shared_models); i++) {
    g_autofree char *path = g_build_filename (shared != NULL ? shared : ".", shared_models[i],
                                              NULL);

    note (measure (path), &greatest);
  }
  remove_tree (cache);
  printf ("greatest ratio %.3f\n", greatest);
  return 0;
}
