/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "trial.h"

#include "quantile.h"
#include "sample-input.h"

/* What zeros in the options stand for. */
#define MIN_RUNS 3
#define MAX_RUNS 250
#define RUNS_MS  250

typedef gboolean (*Step) (KomaTrial *trial,
                          GError   **error);

struct _KomaTrial
{
  /* Immutable after construction. */
  const KomaGraph *graph;   /* (unowned) */
  KomaTrialOptions options; /* what it points to is not ours */

  KomaSession    *session; /* (nullable) */
  Step            step;    /* (nullable): done */
  KomaTrialResult result;
  gsize           bytes_before; /* in the whole process */
  GArray         *times_ms;     /* (element-type double) of steady runs */
  double          sum_ms;
};

static double
ms_since (gint64 start_us)
{
  return (g_get_monotonic_time () - start_us) / 1000.0;
}

static void
end (KomaTrial     *trial,
     KomaTrialState state)
{
  trial->result.state = state;
  trial->step = NULL;
}

static gboolean
run_once (KomaTrial *trial,
          double    *ret_ms,
          GError   **error)
{
  gint64 start_us = g_get_monotonic_time ();

  if (!koma_session_run (trial->session, error))
    return FALSE;
  *ret_ms = ms_since (start_us);
  return TRUE;
}

static gboolean
wants_more_runs (const KomaTrial *trial)
{
  const guint n_runs = trial->times_ms->len;

  return n_runs < trial->options.min_runs ||
         (n_runs < trial->options.max_runs && trial->sum_ms < trial->options.runs_ms);
}

static void
sum_up (KomaTrial *trial)
{
  KomaTrialResult *result = &trial->result;
  double          *times_ms = (double *) trial->times_ms->data;

  result->n_runs = trial->times_ms->len;
  result->min_ms = koma_quantile (times_ms, result->n_runs, 0);
  result->low_ms = koma_quantile (times_ms, result->n_runs, 0.05);
  result->median_ms = koma_quantile (times_ms, result->n_runs, 0.5);
  result->high_ms = koma_quantile (times_ms, result->n_runs, 0.95);
}

static gboolean
measure (KomaTrial *trial,
         GError   **error)
{
  double ms = 0;

  if (!run_once (trial, &ms, error))
    return FALSE;
  g_array_append_val (trial->times_ms, ms);
  trial->sum_ms += ms;
  if (wants_more_runs (trial))
    return TRUE;

  sum_up (trial);
  end (trial, KOMA_TRIAL_MEASURED);
  return TRUE;
}

static gboolean
agree (KomaTrial *trial,
       GError   **error)
{
  const double tolerance = koma_agreement_get_tolerance (trial->session);

  if (!koma_agreement_check (trial->session, &trial->options.session, tolerance,
                             &trial->result.agreement, error))
    return FALSE;
  if (trial->result.agreement.is_agreeing || trial->options.is_measured_anyway)
    trial->step = measure;
  else
    end (trial, KOMA_TRIAL_DIFFERS);
  return TRUE;
}

static gboolean
run_first (KomaTrial *trial,
           GError   **error)
{
  gsize bytes = 0;

  koma_sample_input_fill_like (trial->session, trial->options.picture);
  trial->step = trial->options.is_uncompared ? measure : agree;
  if (!run_once (trial, &trial->result.first_ms, error))
    return FALSE;
  bytes = koma_backends_get_memory_bytes ();
  trial->result.memory_bytes = bytes - MIN (bytes, trial->bytes_before);
  return TRUE;
}

static gboolean
prepare (KomaTrial *trial,
         GError   **error)
{
  gint64 start_us = g_get_monotonic_time ();

  trial->bytes_before = koma_backends_get_memory_bytes ();
  trial->session = koma_session_new (trial->graph, &trial->options.session, error);
  trial->result.prepare_ms = ms_since (start_us);
  trial->step = run_first;
  return trial->session != NULL;
}

/**
 * koma_trial_new:
 * @graph: must live as long as the trial
 * @options: copied; what it points to must live as long
 *
 * Returns: (transfer full): a trial that has not begun
 */
KomaTrial *
koma_trial_new (const KomaGraph        *graph,
                const KomaTrialOptions *options)
{
  KomaTrial *trial = g_new0 (KomaTrial, 1);

  trial->graph = graph;
  trial->options = *options;
  trial->options.min_runs = options->min_runs > 0 ? options->min_runs : MIN_RUNS;
  trial->options.max_runs = options->max_runs > 0 ? options->max_runs : MAX_RUNS;
  trial->options.runs_ms = options->runs_ms > 0 ? options->runs_ms : RUNS_MS;
  trial->times_ms = g_array_new (FALSE, FALSE, sizeof (double));
  trial->step = prepare;
  return trial;
}

/**
 * koma_trial_free:
 * @trial: (nullable) (transfer full): done or not
 */
void
koma_trial_free (KomaTrial *trial)
{
  if (trial == NULL)
    return;
  koma_session_free (trial->session);
  g_array_unref (trial->times_ms);
  koma_agreement_clear (&trial->result.agreement);
  g_clear_error (&trial->result.error);
  g_free (trial);
}

/**
 * koma_trial_step:
 *
 * Does the next piece: compiles, runs once, compares with plain C, or runs
 * once more. A failure ends the trial and is its result.
 *
 * Returns: whether there is more to do
 */
gboolean
koma_trial_step (KomaTrial *trial)
{
  if (trial->step != NULL && !trial->step (trial, &trial->result.error))
    end (trial, KOMA_TRIAL_FAILED);
  return trial->step != NULL;
}

/**
 * koma_trial_run:
 *
 * Does all that is left. Errors: the trial's own, a copy of what stands in the
 * result; %G_IO_ERROR_CANCELLED, if the progress of its session stops it.
 *
 * Returns: whether it came to an end that is no failure
 */
gboolean
koma_trial_run (KomaTrial *trial,
                GError   **error)
{
  while (koma_trial_step (trial))
    if (!koma_progress_report (trial->options.session.progress, 0, error))
      return FALSE;
  if (trial->result.error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (trial->result.error));
  return FALSE;
}

/**
 * koma_trial_get_result:
 *
 * Returns: (transfer none): what is known so far
 */
const KomaTrialResult *
koma_trial_get_result (const KomaTrial *trial)
{
  return &trial->result;
}

/**
 * koma_trial_get_session:
 *
 * Returns: (transfer none) (nullable): the session that was tried, with the
 *   outputs of its last run; %NULL before it was prepared, and where that failed
 */
KomaSession *
koma_trial_get_session (KomaTrial *trial)
{
  return trial->session;
}
