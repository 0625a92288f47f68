/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "trial.h"

#include "quantile.h"
#include "sample-input.h"

/* Steady runs: so many, fewer where they are slow. */
#define MIN_RUNS 3
#define MAX_RUNS 31
#define RUNS_MS  250

typedef gboolean (*Step) (KomaTrial *trial,
                          GError   **error);

struct _KomaTrial
{
  /* Immutable after construction. */
  const KomaGraph   *graph;   /* (unowned) */
  KomaSessionOptions options; /* what it points to is not ours */

  KomaSession    *session; /* (nullable) while it is needed */
  Step            step;    /* (nullable): done */
  KomaTrialResult result;
  double          times_ms[MAX_RUNS];
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
  g_clear_pointer (&trial->session, koma_session_free);
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
measure (KomaTrial *trial,
         GError   **error)
{
  KomaTrialResult *result = &trial->result;
  double           ms = 0;

  if (!run_once (trial, &ms, error))
    return FALSE;
  trial->times_ms[result->n_runs++] = ms;
  trial->sum_ms += ms;
  if (result->n_runs < MIN_RUNS || (result->n_runs < MAX_RUNS && trial->sum_ms < RUNS_MS))
    return TRUE;

  result->median_ms = koma_quantile (trial->times_ms, result->n_runs, 0.5);
  result->min_ms = trial->times_ms[0];
  end (trial, KOMA_TRIAL_MEASURED);
  return TRUE;
}

static gboolean
agree (KomaTrial *trial,
       GError   **error)
{
  const double tolerance = koma_agreement_get_tolerance (trial->session);

  if (!koma_agreement_check (trial->session, &trial->options, tolerance, &trial->result.agreement,
                             error))
    return FALSE;
  if (trial->result.agreement.is_agreeing)
    trial->step = measure;
  else
    end (trial, KOMA_TRIAL_DIFFERS);
  return TRUE;
}

static gboolean
run_first (KomaTrial *trial,
           GError   **error)
{
  koma_sample_input_fill (trial->session);
  trial->step = agree;
  return run_once (trial, &trial->result.first_ms, error);
}

static gboolean
prepare (KomaTrial *trial,
         GError   **error)
{
  gint64 start_us = g_get_monotonic_time ();

  trial->session = koma_session_new (trial->graph, &trial->options, error);
  trial->result.prepare_ms = ms_since (start_us);
  trial->step = run_first;
  return trial->session != NULL;
}

/**
 * koma_trial_new:
 * @graph: must live as long as the trial
 * @options: with the backend named; what it points to must live as long
 *
 * Returns: (transfer full): a trial that has not begun
 */
KomaTrial *
koma_trial_new (const KomaGraph          *graph,
                const KomaSessionOptions *options)
{
  KomaTrial *trial = g_new0 (KomaTrial, 1);

  trial->graph = graph;
  trial->options = *options;
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
  g_clear_pointer (&trial->session, koma_session_free);
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
 * koma_trial_get_result:
 *
 * Returns: (transfer none): what is known so far
 */
const KomaTrialResult *
koma_trial_get_result (const KomaTrial *trial)
{
  return &trial->result;
}
