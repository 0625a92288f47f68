/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profile-measure.h"

#include "engine/runtime/benchmark.h"
#include "engine/runtime/sample-input.h"

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
  const KomaBenchmarkOptions trial_options = {
    .session = *options,
    .picture = picture,
    .min_runs = n_runs,
    .max_runs = n_runs,
    .is_uncompared = TRUE,
  };
  g_autoptr (KomaBenchmark) benchmark =
    koma_benchmark_new (koma_model_get_graph (model), &trial_options);

  if (!koma_benchmark_run (benchmark, error))
    return FALSE;
  *ret_ms = koma_benchmark_get_result (benchmark)->median_ms;
  return TRUE;
}

/* Of all backends, one that can not tell what single nodes take. */
static gboolean
is_closed (const char *name) /* (nullable) */
{
  const KomaBackendClass *backend = koma_backends_find_available (name, NULL);

  return backend != NULL && backend->set_profiling == NULL;
}

/**
 * koma_profile_measure:
 * @options: how it is compiled; the progress stops it
 * @picture: (nullable): values of one picture, for each place of the batch;
 *   %NULL: made numbers
 * @n_runs: that are timed; 1 or more
 *
 * A backend that can not look into what it computes is given each step by
 * itself, and a run in one piece is timed beside. Errors: those of
 * koma_session_new() and koma_session_run().
 *
 * Returns: (transfer full): the median of each step
 */
KomaProfileReport *
koma_profile_measure (KomaModel                *model,
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
