/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-autotuner.h"

#include "koma-autotune-run.h"
#include "koma-autotune-store.h"
#include "worker/koma-thread.h"

struct _KomaAutotuner
{
  /* Immutable after construction. */
  KomaModel         *model;
  KomaSessionOptions options; /* threads and precision */
  gboolean           is_anew;

  char               *machine;  /* (nullable) not looked at yet */
  KomaAutotuneRun    *autotune; /* (nullable) while backends are tried */
  KomaAutotuneReport *report;   /* (nullable) nothing is known yet */
};

/**
 * koma_autotuner_new:
 * @options: threads and precision that the model computes one picture with
 * @is_anew: what is kept of the model is forgotten
 *
 * Returns: (transfer full): a choice that nothing was done for yet
 */
KomaAutotuner *
koma_autotuner_new (KomaModel                *model,
                    const KomaSessionOptions *options,
                    gboolean                  is_anew)
{
  KomaAutotuner *choosing = g_new0 (KomaAutotuner, 1);

  choosing->model = koma_model_ref (model);
  choosing->options.n_threads = options->n_threads;
  choosing->options.precision = options->precision;
  choosing->is_anew = is_anew;
  return choosing;
}

/**
 * koma_autotuner_free:
 * @choosing: (nullable) (transfer full): made or not
 */
void
koma_autotuner_free (KomaAutotuner *choosing)
{
  if (choosing == NULL)
    return;
  koma_autotune_run_free (choosing->autotune);
  koma_autotune_report_unref (choosing->report);
  koma_model_unref (choosing->model);
  g_free (choosing->machine);
  g_free (choosing);
}

/* A choice that can not be kept is made again at the next start. */
static void
keep (KomaAutotuner *choosing)
{
  g_autoptr (GError) error = NULL;

  if (!koma_autotune_store_keep (koma_model_get_hash (choosing->model), choosing->machine,
                                 choosing->report, &error))
    g_debug ("%s", error->message);
}

static void
look_up (KomaAutotuner *choosing)
{
  const char *hash = koma_model_get_hash (choosing->model);

  choosing->machine = koma_autotune_store_describe_machine (&choosing->options);
  if (choosing->is_anew)
    koma_autotune_store_forget (hash);
  choosing->report = koma_autotune_store_find (hash, choosing->machine);
  if (choosing->report == NULL)
    choosing->autotune = koma_autotune_run_new (choosing->model, &choosing->options);
}

static void
end_trials (KomaAutotuner *choosing)
{
  choosing->report = koma_autotune_report_ref (koma_autotune_run_get_report (choosing->autotune));
  g_clear_pointer (&choosing->autotune, koma_autotune_run_free);
  keep (choosing);
}

/**
 * koma_autotuner_step:
 *
 * Does one piece: looks at the machine, which loads drivers, and at what is
 * kept; or a piece of a trial.
 *
 * Returns: whether there is more to do
 */
gboolean
koma_autotuner_step (KomaAutotuner *choosing)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (choosing->machine == NULL)
    look_up (choosing);
  else if (choosing->autotune != NULL && !koma_autotune_run_step (choosing->autotune))
    end_trials (choosing);
  return choosing->report == NULL;
}

/**
 * koma_autotuner_get_report:
 *
 * Returns: (transfer none) (nullable): what is known; %NULL before the end
 */
KomaAutotuneReport *
koma_autotuner_get_report (KomaAutotuner *choosing)
{
  return choosing->report;
}

/**
 * koma_autotuner_keep_batch:
 * @choosing: one that is done
 * @batch: as it was measured for bulk work
 *
 * Spares the next start that measurement too.
 */
void
koma_autotuner_keep_batch (KomaAutotuner *choosing,
                           guint          batch)
{
  g_autoptr (KomaAutotuneReport) report = NULL;

  if (koma_autotune_report_get_batch (choosing->report) == batch)
    return;
  report = koma_autotune_report_copy_with_batch (choosing->report, batch);
  koma_autotune_report_unref (choosing->report);
  choosing->report = g_steal_pointer (&report);
  keep (choosing);
}
