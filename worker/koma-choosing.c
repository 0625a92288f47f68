/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-choosing.h"

#include "koma-thread.h"
#include "koma-trial-store.h"
#include "koma-trials.h"

struct _KomaChoosing
{
  /* Immutable after construction. */
  KomaModel         *model;
  KomaSessionOptions options; /* threads and precision */
  gboolean           is_anew;

  char            *machine; /* (nullable) not looked at yet */
  KomaTrials      *trials;  /* (nullable) while backends are tried */
  KomaTrialReport *report;  /* (nullable) nothing is known yet */
};

/**
 * koma_choosing_new:
 * @options: threads and precision that the model computes one picture with
 * @is_anew: what is kept of the model is forgotten
 *
 * Returns: (transfer full): a choice that nothing was done for yet
 */
KomaChoosing *
koma_choosing_new (KomaModel                *model,
                   const KomaSessionOptions *options,
                   gboolean                  is_anew)
{
  KomaChoosing *choosing = g_new0 (KomaChoosing, 1);

  choosing->model = koma_model_ref (model);
  choosing->options.n_threads = options->n_threads;
  choosing->options.precision = options->precision;
  choosing->is_anew = is_anew;
  return choosing;
}

/**
 * koma_choosing_free:
 * @choosing: (nullable) (transfer full): made or not
 */
void
koma_choosing_free (KomaChoosing *choosing)
{
  if (choosing == NULL)
    return;
  koma_trials_free (choosing->trials);
  koma_trial_report_unref (choosing->report);
  koma_model_unref (choosing->model);
  g_free (choosing->machine);
  g_free (choosing);
}

/* A choice that can not be kept is made again at the next start. */
static void
keep (KomaChoosing *choosing)
{
  g_autoptr (GError) error = NULL;

  if (!koma_trial_store_keep (koma_model_get_hash (choosing->model), choosing->machine,
                              choosing->report, &error))
    g_debug ("%s", error->message);
}

static void
look_up (KomaChoosing *choosing)
{
  const char *hash = koma_model_get_hash (choosing->model);

  choosing->machine = koma_trial_store_describe_machine (&choosing->options);
  if (choosing->is_anew)
    koma_trial_store_forget (hash);
  choosing->report = koma_trial_store_find (hash, choosing->machine);
  if (choosing->report == NULL)
    choosing->trials = koma_trials_new (choosing->model, &choosing->options);
}

static void
end_trials (KomaChoosing *choosing)
{
  choosing->report = koma_trial_report_ref (koma_trials_get_report (choosing->trials));
  g_clear_pointer (&choosing->trials, koma_trials_free);
  keep (choosing);
}

/**
 * koma_choosing_step:
 *
 * Does one piece: looks at the machine, which loads drivers, and at what is
 * kept; or a piece of a trial.
 *
 * Returns: whether there is more to do
 */
gboolean
koma_choosing_step (KomaChoosing *choosing)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (choosing->machine == NULL)
    look_up (choosing);
  else if (choosing->trials != NULL && !koma_trials_step (choosing->trials))
    end_trials (choosing);
  return choosing->report == NULL;
}

/**
 * koma_choosing_get_report:
 *
 * Returns: (transfer none) (nullable): what is known; %NULL before the end
 */
KomaTrialReport *
koma_choosing_get_report (KomaChoosing *choosing)
{
  return choosing->report;
}

/**
 * koma_choosing_keep_batch:
 * @choosing: one that is done
 * @batch: as it was measured for bulk work
 *
 * Spares the next start that measurement too.
 */
void
koma_choosing_keep_batch (KomaChoosing *choosing,
                          guint         batch)
{
  g_autoptr (KomaTrialReport) report = NULL;

  if (koma_trial_report_get_batch (choosing->report) == batch)
    return;
  report = koma_trial_report_copy_with_batch (choosing->report, batch);
  koma_trial_report_unref (choosing->report);
  choosing->report = g_steal_pointer (&report);
  keep (choosing);
}
