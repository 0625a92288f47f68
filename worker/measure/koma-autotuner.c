/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-autotuner.h"

#include "koma-autotune-store.h"
#include "koma-device-probe.h"
#include "worker/koma-thread.h"

struct _KomaAutotuner
{
  /* Immutable after construction. */
  KomaModel         *model;
  KomaSessionOptions options; /* threads and precision */
  gboolean           is_anew;

  char               *machine;   /* (nullable) not looked at yet */
  KomaAutotuneReport *measured;  /* (nullable) of the backends so far, while they are measured */
  guint               next;      /* of the backends */
  KomaBenchmark      *benchmark; /* (nullable) of the one before @next */
  KomaAutotuneReport *report;    /* (nullable) nothing is known yet */
};

/**
 * koma_autotuner_new:
 * @options: threads and precision that the model computes one picture with
 * @is_anew: the report that is kept of the model is forgotten
 *
 * Returns: (transfer full): an autotuner that has not begun
 */
KomaAutotuner *
koma_autotuner_new (KomaModel                *model,
                    const KomaSessionOptions *options,
                    gboolean                  is_anew)
{
  KomaAutotuner *autotuner = g_new0 (KomaAutotuner, 1);

  autotuner->model = koma_model_ref (model);
  autotuner->options.n_threads = options->n_threads;
  autotuner->options.precision = options->precision;
  autotuner->is_anew = is_anew;
  return autotuner;
}

/**
 * koma_autotuner_free:
 * @autotuner: (nullable) (transfer full): done or not
 */
void
koma_autotuner_free (KomaAutotuner *autotuner)
{
  if (autotuner == NULL)
    return;
  koma_benchmark_free (autotuner->benchmark);
  koma_autotune_report_unref (autotuner->measured);
  koma_autotune_report_unref (autotuner->report);
  koma_model_unref (autotuner->model);
  g_free (autotuner->machine);
  g_free (autotuner);
}

/* A rasteriser on the processor is for those who name it. */
static gboolean
is_candidate (const KomaBackendClass *backend)
{
  g_auto (KomaDevice) device = { 0 };

  return koma_device_probe (backend, &device, NULL) && !device.is_software;
}

static gboolean
begin_next (KomaAutotuner *autotuner)
{
  while (autotuner->next < koma_backends_get_n ()) {
    const KomaBackendClass *backend = koma_backends_get (autotuner->next++);
    const KomaPrecision     precision =
      koma_backends_fit_precision (backend->name, autotuner->options.precision);
    const KomaBenchmarkOptions options = { .session = { .backend = backend->name,
                                                        .batch = 1,
                                                        .n_threads = autotuner->options.n_threads,
                                                        .precision = precision } };

    if (!is_candidate (backend))
      continue;
    autotuner->benchmark = koma_benchmark_new (koma_model_get_graph (autotuner->model), &options);
    return TRUE;
  }
  return FALSE;
}

/* One backend after the other. Returns: whether there is more to measure */
static gboolean
measure (KomaAutotuner *autotuner)
{
  if (autotuner->benchmark == NULL && !begin_next (autotuner))
    return FALSE;
  if (koma_benchmark_step (autotuner->benchmark))
    return TRUE;
  koma_autotune_report_add (autotuner->measured, koma_backends_get (autotuner->next - 1)->name,
                            koma_benchmark_get_result (autotuner->benchmark));
  g_clear_pointer (&autotuner->benchmark, koma_benchmark_free);
  return autotuner->next < koma_backends_get_n ();
}

/* A report that can not be kept is made again at the next start. */
static void
keep (KomaAutotuner *autotuner)
{
  const char *hash = koma_word_classes_get_file_hash (autotuner->model);
  g_autoptr (GError) error = NULL;

  if (!koma_autotune_store_keep (hash, autotuner->machine, autotuner->report, &error))
    g_debug ("%s", error->message);
}

static void
look_up (KomaAutotuner *autotuner)
{
  const char *hash = koma_word_classes_get_file_hash (autotuner->model);

  autotuner->machine = koma_autotune_store_describe_machine (&autotuner->options);
  if (autotuner->is_anew)
    koma_autotune_store_forget (hash);
  autotuner->report = koma_autotune_store_find (hash, autotuner->machine);
  if (autotuner->report == NULL)
    autotuner->measured = koma_autotune_report_new ();
}

/**
 * koma_autotuner_step:
 *
 * Does one piece: looks at the machine, as koma_device_probe() does, and at the store;
 * or a piece of a benchmark, which takes some ten milliseconds for a
 * MobileNetV2, and at most as long as compiling.
 *
 * Returns: whether there is more to do
 */
gboolean
koma_autotuner_step (KomaAutotuner *autotuner)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (autotuner->machine == NULL) {
    look_up (autotuner);
  } else if (autotuner->measured != NULL && !measure (autotuner)) {
    autotuner->report = g_steal_pointer (&autotuner->measured);
    keep (autotuner);
  }
  return autotuner->report == NULL;
}

/**
 * koma_autotuner_get_report:
 *
 * Returns: (transfer none) (nullable): the report; %NULL before the end
 */
KomaAutotuneReport *
koma_autotuner_get_report (KomaAutotuner *autotuner)
{
  return autotuner->report;
}

/**
 * koma_autotuner_keep_batch:
 * @autotuner: one that is done
 * @batch: as it was measured for bulk work
 *
 * Spares the next start that measurement too.
 */
void
koma_autotuner_keep_batch (KomaAutotuner *autotuner,
                           guint          batch)
{
  g_autoptr (KomaAutotuneReport) before = NULL;

  if (autotuner->report->batch == batch)
    return;
  before = autotuner->report;
  autotuner->report = koma_autotune_report_copy_with_batch (before, batch);
  keep (autotuner);
}
