/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-trials.h"

#include "koma-thread.h"

struct _KomaTrials
{
  /* Immutable after construction. */
  KomaModel    *model;
  guint         n_threads;
  KomaPrecision precision;

  KomaTrialReport *report;
  guint            next;  /* of the backends */
  KomaTrial       *trial; /* (nullable) of the one before @next */
};

/**
 * koma_trials_new:
 * @options: threads and precision count
 *
 * Returns: (transfer full): trials that have not begun
 */
KomaTrials *
koma_trials_new (KomaModel                *model,
                 const KomaSessionOptions *options)
{
  KomaTrials *trials = g_new0 (KomaTrials, 1);

  trials->model = koma_model_ref (model);
  trials->n_threads = options->n_threads;
  trials->precision = options->precision;
  trials->report = koma_trial_report_new ();
  return trials;
}

/**
 * koma_trials_free:
 * @trials: (nullable) (transfer full): done or not
 */
void
koma_trials_free (KomaTrials *trials)
{
  if (trials == NULL)
    return;
  koma_trial_free (trials->trial);
  koma_trial_report_unref (trials->report);
  koma_model_unref (trials->model);
  g_free (trials);
}

/* A rasteriser on the processor is for those who name it. */
static gboolean
is_candidate (const KomaBackendClass *backend)
{
  g_autofree char *device = NULL;

  return backend->probe (&device, NULL) &&
         (backend->is_software == NULL || !backend->is_software ());
}

static gboolean
begin_next (KomaTrials *trials)
{
  while (trials->next < koma_backends_get_n ()) {
    const KomaBackendClass *backend = koma_backends_get (trials->next++);
    const KomaPrecision     precision =
      koma_backends_fit_precision (backend->name, trials->precision);
    const KomaTrialOptions options = { .session = { .backend = backend->name,
                                                    .batch = 1,
                                                    .n_threads = trials->n_threads,
                                                    .precision = precision } };

    if (!is_candidate (backend))
      continue;
    trials->trial = koma_trial_new (koma_model_get_graph (trials->model), &options);
    return TRUE;
  }
  return FALSE;
}

/**
 * koma_trials_step:
 *
 * Does one piece: of a MobileNetV2 some ten milliseconds, at most as much as
 * compiling takes.
 *
 * Returns: whether there is more to do
 */
gboolean
koma_trials_step (KomaTrials *trials)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (trials->trial == NULL && !begin_next (trials))
    return FALSE;
  if (koma_trial_step (trials->trial))
    return TRUE;
  koma_trial_report_add (trials->report, koma_backends_get (trials->next - 1)->name,
                         koma_trial_get_result (trials->trial));
  g_clear_pointer (&trials->trial, koma_trial_free);
  return trials->next < koma_backends_get_n ();
}

/**
 * koma_trials_get_report:
 *
 * Returns: (transfer none): what came of all; complete when
 *   koma_trials_step() says so
 */
KomaTrialReport *
koma_trials_get_report (KomaTrials *trials)
{
  return trials->report;
}
