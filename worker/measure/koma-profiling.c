/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profiling.h"

#include "koma-measurement-input.h"
#include "worker/koma-thread.h"

#include "engine/koma-app.h"

#define N_RUNS 20

static KomaSession *
open_session (KomaModel                *model,
              const KomaSessionOptions *options,
              const float              *picture, /* (nullable) */
              GError                  **error)
{
  g_autoptr (KomaSession) session =
    koma_session_new (koma_model_get_graph (model), options, error);

  if (session == NULL)
    return NULL;
  koma_sample_input_fill_like (session, picture);
  return koma_session_warm (session, options->progress, error) ? g_steal_pointer (&session) : NULL;
}

static gboolean
run (KomaSession        *session,
     const KomaProgress *progress,
     guint               n_runs,
     GError            **error)
{
  for (guint i = 0; i < n_runs; i++)
    if (!koma_progress_report (progress, 0, error) || !koma_session_run (session, error))
      return FALSE;
  return TRUE;
}

/* The same in one piece. */
static gboolean
measure_whole (KomaModel                *model,
               const KomaSessionOptions *options,
               const float              *picture,
               guint                     n_runs,
               double                   *ret_ms,
               GError                  **error)
{
  const KomaBenchmarkOptions benchmark_options = {
    .session = *options,
    .picture = picture,
    .min_runs = n_runs,
    .max_runs = n_runs,
    .is_uncompared = TRUE,
  };
  g_autoptr (KomaBenchmark) benchmark =
    koma_benchmark_new (koma_model_get_graph (model), &benchmark_options);

  if (!koma_benchmark_run (benchmark, error))
    return FALSE;
  *ret_ms = koma_benchmark_get_result (benchmark)->median_ms;
  return TRUE;
}

/* Whether it is a backend that can not time single nodes. */
static gboolean
is_closed (const char *name) /* (nullable) */
{
  const KomaBackendClass *backend = koma_backends_find_available (name, NULL);

  return backend != NULL && backend->set_profiling == NULL;
}

/**
 * koma_profiling_measure:
 * @options: how it is compiled; the progress stops it
 * @picture: (nullable): values of one picture, for each place of the batch;
 *   %NULL: made numbers
 * @n_runs: that are timed; 1 or more
 *
 * A backend that can not time single nodes is given each step by
 * itself, and a run in one piece is timed beside. Errors: those of
 * koma_session_new() and koma_session_run().
 *
 * Returns: (transfer full): the median of each step
 */
KomaProfileReport *
koma_profiling_measure (KomaModel                *model,
                        const KomaSessionOptions *options,
                        const float              *picture,
                        guint                     n_runs,
                        GError                  **error)
{
  KomaSessionOptions its_options = *options;
  double             whole_ms = 0;
  g_autoptr (KomaSession) session = NULL;

  its_options.is_split = is_closed (options->backend);
  if (its_options.is_split && !measure_whole (model, options, picture, n_runs, &whole_ms, error))
    return NULL;
  session = open_session (model, &its_options, picture, error);
  if (session == NULL)
    return NULL;
  koma_session_set_profiling (session, TRUE);
  if (!run (session, options->progress, n_runs, error))
    return NULL;
  return koma_profile_report_new (session, model, whole_ms);
}

/**
 * koma_profiling:
 *
 * Times each step of the model. Errors: those of koma_profiling_measure(), that
 * the picture can not be read, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): a #KomaProfileReport
 */
gpointer
koma_profiling (KomaMeasurement *measurement,
                KomaActiveModel *active_model,
                GError         **error)
{
  const KomaMeasurementOptions *options = &measurement->options;
  const char                   *backend = options->backend != NULL
                                            ? options->backend
                                            : active_model->info->backend;

  const KomaSessionOptions session_options = {
    .backend = backend,
    .batch = 1,
    .n_threads = koma_measurement_choose_n_threads (options, active_model),
    .precision = koma_backends_fit_precision (backend, options->precision),
    .recipe = &active_model->recipe,
    .progress = &measurement->progress,
  };
  g_autofree float *picture = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  if (!koma_measurement_make_input (measurement, active_model, &picture, error))
    return NULL;
  return koma_profiling_measure (active_model->model, &session_options, picture,
                                 options->n_runs > 0 ? options->n_runs : N_RUNS, error);
}
