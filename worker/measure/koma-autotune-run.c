/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-autotune-run.h"

#include "worker/koma-thread.h"

struct _KomaAutotuneRun
{
  /* Immutable after construction. */
  KomaModel    *model;
  guint         n_threads;
  KomaPrecision precision;

  KomaAutotuneReport *report;
  guint               next;      /* of the backends */
  KomaBenchmark      *benchmark; /* (nullable) of the one before @next */
};

/**
 * koma_autotune_run_new:
 * @options: threads and precision count
 *
 * Returns: (transfer full): trials that have not begun
 */
KomaAutotuneRun *
koma_autotune_run_new (KomaModel                *model,
                       const KomaSessionOptions *options)
{
  KomaAutotuneRun *autotune = g_new0 (KomaAutotuneRun, 1);

  autotune->model = koma_model_ref (model);
  autotune->n_threads = options->n_threads;
  autotune->precision = options->precision;
  autotune->report = koma_autotune_report_new ();
  return autotune;
}

/**
 * koma_autotune_run_free:
 * @trials: (nullable) (transfer full): done or not
 */
void
koma_autotune_run_free (KomaAutotuneRun *autotune)
{
  if (autotune == NULL)
    return;
  koma_benchmark_free (autotune->benchmark);
  koma_autotune_report_unref (autotune->report);
  koma_model_unref (autotune->model);
  g_free (autotune);
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
begin_next (KomaAutotuneRun *autotune)
{
  while (autotune->next < koma_backends_get_n ()) {
    const KomaBackendClass *backend = koma_backends_get (autotune->next++);
    const KomaPrecision     precision =
      koma_backends_fit_precision (backend->name, autotune->precision);
    const KomaBenchmarkOptions options = { .session = { .backend = backend->name,
                                                        .batch = 1,
                                                        .n_threads = autotune->n_threads,
                                                        .precision = precision } };

    if (!is_candidate (backend))
      continue;
    autotune->benchmark = koma_benchmark_new (koma_model_get_graph (autotune->model), &options);
    return TRUE;
  }
  return FALSE;
}

/**
 * koma_autotune_run_step:
 *
 * Does one piece: of a MobileNetV2 some ten milliseconds, at most as much as
 * compiling takes.
 *
 * Returns: whether there is more to do
 */
gboolean
koma_autotune_run_step (KomaAutotuneRun *autotune)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (autotune->benchmark == NULL && !begin_next (autotune))
    return FALSE;
  if (koma_benchmark_step (autotune->benchmark))
    return TRUE;
  koma_autotune_report_add (autotune->report, koma_backends_get (autotune->next - 1)->name,
                            koma_benchmark_get_result (autotune->benchmark));
  g_clear_pointer (&autotune->benchmark, koma_benchmark_free);
  return autotune->next < koma_backends_get_n ();
}

/**
 * koma_autotune_run_get_report:
 *
 * Returns: (transfer none): what came of all; complete when
 *   koma_autotune_run_step() says so
 */
KomaAutotuneReport *
koma_autotune_run_get_report (KomaAutotuneRun *autotune)
{
  return autotune->report;
}
