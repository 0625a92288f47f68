/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-compare.h"

#include "koma-comparison.h"
#include "koma-measurement-input.h"
#include "worker/koma-thread.h"

#include "engine/koma-app.h"

#define MAX_BATCH 16

/* Steady runs of one batch: at least so many, and for so long. */
#define MIN_RUNS 5
#define MAX_RUNS 1000
#define RUNS_MS  400

/* A batch whose run would take longer tells nothing that a smaller one does not. */
#define LONGEST_RUN_MS 3000

typedef struct
{
  KomaMeasurement *measurement;
  KomaActiveModel *active_model;
  const float     *picture; /* (nullable) */
  guint            n_threads;
  KomaComparison  *comparison; /* so far */
} Compare;

static void
tell (Compare *self)
{
  if (koma_measurement_is_disturbed (self->measurement))
    self->comparison->is_disturbed = TRUE;
  koma_completion_report (&self->measurement->completion, koma_comparison_copy (self->comparison));
}

static KomaBenchmarkOptions
get_options (const Compare             *self,
             const KomaComparedBackend *backend,
             guint                      batch)
{
  const KomaMeasurementOptions *options = &self->measurement->options;

  return (KomaBenchmarkOptions){
    .session = {
      .backend = backend->name,
      .batch = batch,
      .n_threads = self->n_threads,
      .precision = koma_backends_fit_precision (backend->name, options->precision),
      .recipe = &self->active_model->recipe,
      .progress = &self->measurement->progress,
    },
    .picture = self->picture,
    .min_runs = MIN_RUNS,
    .max_runs = MAX_RUNS,
    .runs_ms = options->runs_ms > 0 ? options->runs_ms : RUNS_MS,
    .is_uncompared = batch > 1,
    .is_measured_anyway = TRUE,
  };
}

static void
note_answer (const Compare       *self,
             KomaComparedBackend *backend,
             KomaSession         *session)
{
  const KomaActiveModel *active_model = self->active_model;
  const float           *data =
    koma_session_get_output_data (session, koma_model_get_output (active_model->model));
  g_autofree float *scores = g_memdup2 (data, active_model->n_classes * sizeof (float));
  KomaClassScore    best = { 0 };

  koma_recipe_read_scores (&active_model->recipe, scores, active_model->n_classes);
  if (koma_top_k (scores, active_model->n_classes, 1, &best) == 0)
    return;
  backend->answer = g_strdup (koma_labels_get_name (active_model->labels, best.index));
  backend->score = best.score;
}

static void
note_agreement (KomaComparedBackend *backend,
                const KomaAgreement *agreement)
{
  backend->is_compared = TRUE;
  backend->is_agreeing = agreement->is_agreeing;
  backend->difference = agreement->difference;
  backend->op = g_strdup (agreement->op);
  backend->node = g_strdup (agreement->node);
}

static void
note_result (const Compare       *self,
             KomaComparedBackend *backend,
             KomaComparedBatch   *batch,
             KomaBenchmark       *benchmark)
{
  const KomaBenchmarkResult *result = koma_benchmark_get_result (benchmark);

  batch->prepare_ms = result->prepare_ms;
  batch->first_ms = result->first_ms;
  batch->median_ms = result->median_ms;
  batch->low_ms = result->low_ms;
  batch->high_ms = result->high_ms;
  batch->n_runs = result->n_runs;
  batch->memory_bytes = result->memory_bytes;
  if (result->state == KOMA_BENCHMARK_FAILED) {
    batch->state = KOMA_COMPARED_FAILED;
    batch->reason = g_strdup (result->error->message);
    return;
  }
  batch->state = KOMA_COMPARED_MEASURED;
  if (batch->batch > 1)
    return;
  note_agreement (backend, &result->agreement);
  if (self->picture != NULL)
    note_answer (self, backend, koma_benchmark_get_session (benchmark));
}

/* Judged by the time of a smaller one. Returns: whether it was left out */
static gboolean
leave_out (KomaComparedBatch       *batch,
           const KomaComparedBatch *before) /* (nullable) */
{
  double run_ms = 0;

  if (before == NULL || before->state == KOMA_COMPARED_MEASURED)
    run_ms = before != NULL ? before->median_ms * batch->batch / before->batch : 0;
  else
    batch->reason = g_strdup (before->reason);
  if (run_ms > LONGEST_RUN_MS) {
    batch->expected_ms = run_ms;
    batch->reason = g_strdup_printf ("One run would take about %.0f s", run_ms / 1000);
  }
  if (batch->reason != NULL)
    batch->state = KOMA_COMPARED_LEFT_OUT;
  return batch->reason != NULL;
}

static gboolean
compare_batch (Compare             *self,
               KomaComparedBackend *backend,
               guint                index,
               GError             **error)
{
  KomaComparedBatch         *batch = &backend->batches[index];
  const KomaBenchmarkOptions options = get_options (self, backend, batch->batch);
  g_autoptr (KomaBenchmark) benchmark = NULL;

  if (leave_out (batch, index > 0 ? batch - 1 : NULL))
    return TRUE;
  batch->state = KOMA_COMPARED_RUNNING;
  tell (self);
  benchmark = koma_benchmark_new (koma_model_get_graph (self->active_model->model), &options);
  /* Why it failed is in the result; cancelled, it has none. */
  (void) koma_benchmark_run (benchmark, NULL);
  if (!koma_measurement_check (self->measurement, error))
    return FALSE;
  note_result (self, backend, batch, benchmark);
  return TRUE;
}

static gboolean
compare_backend (Compare             *self,
                 KomaComparedBackend *backend,
                 GError             **error)
{
  for (guint i = 0; i < backend->n_batches; i++)
    if (!compare_batch (self, backend, i, error))
      return FALSE;
  return TRUE;
}

/**
 * koma_compare:
 *
 * Tries every backend with one picture and then with ever larger batches.
 * Errors: that the picture can not be read, and %G_IO_ERROR_CANCELLED; a
 * backend's own are in the result.
 *
 * Returns: (transfer full): a #KomaComparison
 */
gpointer
koma_compare (KomaMeasurement *measurement,
              KomaActiveModel *active_model,
              GError         **error)
{
  const KomaMeasurementOptions *options = &measurement->options;
  const guint                   max_batch = options->max_batch > 0 ? options->max_batch : MAX_BATCH;
  g_autofree float             *picture = NULL;
  g_autoptr (KomaComparison) comparison = NULL;
  Compare self = { .measurement = measurement,
                   .active_model = active_model,
                   .n_threads = koma_measurement_choose_n_threads (options, active_model) };

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  if (!koma_measurement_make_input (measurement, active_model, &picture, error))
    return NULL;
  comparison = koma_comparison_new (koma_model_get_name (active_model->model),
                                    picture != NULL ? options->name : NULL, self.n_threads,
                                    max_batch);
  self.picture = picture;
  self.comparison = comparison;
  for (guint i = 0; i < comparison->n_backends; i++)
    if (!compare_backend (&self, &comparison->backends[i], error))
      return NULL;
  tell (&self);
  return g_steal_pointer (&comparison);
}
