/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-predictor-private.h"

#include "worker/koma-thread.h"
#include "worker/measure/koma-autotune-store.h"
#include "worker/models/koma-model-info-private.h"

#include "engine/koma-app.h"

/* Measuring holds up everything else; answers wait no longer than this. */
#define MEASURE_US (200 * G_TIME_SPAN_MILLISECOND)
/* Fewer pictures than this are done before measuring would be. */
#define N_WORTH_MEASURING 24
/* Where other programs have the processors, one more thread adds its compiling and takes
 * nothing away: the pictures are worth so many times that, on one thread. */
#define WORTH_THREADS 16
/* The first runs are slow, and say little of the next. */
#define N_FIRST_RUNS 4
/* An interactive picture waits for a run of all threads: for about this long. */
#define THREADS_RUN_MS     30
#define MAX_FOR_ONE_THREAD 8
/* One picture is answered before several threads would be ready. */
#define N_WORTH_WIDENING 2

/*< private >
 * koma_predictor_make_active_model:
 * @autotune: (nullable): what automatic choice found out
 * @before: (nullable): as the model computed before
 *
 * What other threads may know of it from now on.
 */
void
koma_predictor_make_active_model (KomaPredictor      *predictor,
                                  KomaModel          *model,
                                  KomaAutotuneReport *autotune,
                                  KomaModelInfo      *before)
{
  KomaClassifier *classifier = predictor->single;
  guint           n_classes = koma_classifier_get_n_classes (classifier);
  g_autoptr (KomaModelInfo) info =
    koma_model_info_new (&(KomaModelInfoParts){
      .model = model,
      .session = koma_classifier_get_session (classifier),
      .n_threads = MIN (predictor->options.n_threads, KOMA_MAX_THREADS),
      .n_classes = n_classes,
      .warnings = (const char *const *) predictor->warnings,
      .autotune = autotune,
      .before = before,
    });

  predictor->active_model =
    koma_active_model_new (model, info, koma_classifier_get_input_size (classifier), n_classes);
}

/*< private >
 * koma_predictor_compile:
 *
 * For the first backend that can, or the one that was named. Errors: those of
 * koma_compile().
 */
gboolean
koma_predictor_compile (KomaPredictor     *predictor,
                        const KomaCompile *compile,
                        GError           **error)
{
  const KomaBackendClass *backend = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  predictor->single = koma_compile (compile, &predictor->warnings, error);
  if (predictor->single == NULL)
    return FALSE;
  backend = koma_session_get_backend (koma_classifier_get_session (predictor->single));
  predictor->options.backend = backend->name;
  predictor->options.precision = koma_backends_fit_precision (backend->name, predictor->precision);
  predictor->failed = compile->failed;
  return TRUE;
}

/* (nullable) Who measures starts with the first backend, and looks at what is
 * kept when the model answers. */
static const char *
find_kept (const KomaPredictor   *predictor,
           KomaModel             *model,
           const KomaWorkerModel *wanted)
{
  const char *hash = koma_word_classes_get_file_hash (model);

  return wanted->backend == NULL && !wanted->is_measured
           ? koma_autotune_store_find_best (hash, &predictor->options)
           : NULL;
}

/* A backend that was best when it was measured and fails now is not used. */
static gboolean
compile_kept (KomaPredictor     *predictor,
              const KomaCompile *compile,
              const char        *kept) /* (nullable) */
{
  KomaCompile its = *compile;

  its.options.backend = kept;
  its.options.precision = koma_backends_fit_precision (kept, compile->options.precision);
  return kept != NULL && koma_predictor_compile (predictor, &its, NULL);
}

/**
 * koma_predictor_new:
 * @model: what was read
 * @load: has the options; told of progress
 *
 * Compiles @model, and warms it where a first run is slow: on the backend that was named, that
 * an earlier measurement found where none is to be made, or the first. Errors: that of
 * koma_model_get_recipe() where @model is no classifier of pictures, those of
 * koma_compile().
 *
 * Thread: inference.
 *
 * Returns: (transfer full): a model ready to answer
 */
KomaPredictor *
koma_predictor_new (KomaModel       *model,
                    KomaLoadRequest *load,
                    GError         **error)
{
  const KomaWorkerModel *wanted = &load->options;
  const KomaRecipe      *recipe = koma_model_get_recipe (model, error);
  KomaCompile            compile = { .model = model, .load = load };
  g_autoptr (KomaPredictor) predictor = g_new0 (KomaPredictor, 1);

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (recipe == NULL)
    return NULL;
  predictor->precision = wanted->precision;
  predictor->n_threads = wanted->n_threads;
  predictor->fixed_batch = wanted->batch;
  predictor->is_measured = wanted->is_measured && wanted->backend == NULL &&
                           koma_flags_get (KOMA_FLAG_MEASURE) == 1;
  predictor->is_measured_anew = wanted->is_measured_anew;
  predictor->is_range_sought = wanted->is_range_sought;
  predictor->is_range_kept = wanted->has_settings;
  predictor->options.backend = wanted->backend;
  predictor->options.n_threads =
    wanted->n_threads > 0 ? wanted->n_threads : koma_cpu_count_for_one_picture ();
  predictor->options.precision = wanted->precision;
  predictor->options.recipe = recipe;
  compile.options = predictor->options;
  compile.options.is_brief = wanted->is_brief;
  if ((!compile_kept (predictor, &compile, find_kept (predictor, model, wanted)) &&
       !koma_predictor_compile (predictor, &compile, error)) ||
      !koma_classifier_check_recipe (predictor->single, recipe, error))
    return NULL;

  predictor->options.is_range_known = TRUE;
  koma_predictor_make_active_model (predictor, model, NULL, NULL);
  koma_load_request_report (load, KOMA_LOAD_WARMING, 1);
  return g_steal_pointer (&predictor);
}

/**
 * koma_predictor_free:
 * @predictor: (nullable) (transfer full): a model
 *
 * Thread: inference.
 */
void
koma_predictor_free (KomaPredictor *predictor)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (predictor == NULL)
    return;

  g_clear_pointer (&predictor->bulk, koma_classifier_free);
  g_clear_pointer (&predictor->single, koma_classifier_free);
  g_clear_pointer (&predictor->wide, koma_classifier_free);
  g_clear_pointer (&predictor->active_model, koma_active_model_unref);
  g_strfreev (predictor->warnings);
  g_free (predictor);
}

/**
 * koma_predictor_get_active_model:
 * @predictor: a model
 *
 * Returns: (transfer none): what other threads may know of it
 */
KomaActiveModel *
koma_predictor_get_active_model (KomaPredictor *predictor)
{
  return predictor->active_model;
}

/* On one thread, about: threads never help by more than their number. */
static double
estimate_run_ms (KomaClassifier *classifier)
{
  guint n_threads = koma_session_get_n_threads (koma_classifier_get_session (classifier));

  return koma_classifier_get_run_ms (classifier) * n_threads;
}

static KomaClassifier *
get_bulk (const KomaPredictor *predictor)
{
  return predictor->bulk != NULL ? predictor->bulk : predictor->single;
}

static gboolean
is_on_host (const KomaPredictor *predictor)
{
  return koma_session_get_backend (koma_classifier_get_session (predictor->single))->is_host;
}

/* Threads of a session that spin cost more than they give, unless nothing else runs. */
static gboolean
may_widen (const KomaPredictor *predictor)
{
  const KomaBackendClass *backend =
    koma_session_get_backend (koma_classifier_get_session (predictor->single));

  return backend->is_host && !backend->spins && predictor->options.n_threads != 1;
}

static gboolean
has_one_thread (KomaClassifier *classifier)
{
  return koma_session_get_n_threads (koma_classifier_get_session (classifier)) == 1;
}

/* Measured, or as the user asks. */
static void
plan_batch (KomaPredictor            *predictor,
            const KomaSessionOptions *options)
{
  KomaModel *model = predictor->active_model->model;

  predictor->bulk =
    koma_batch_size_choose (koma_model_get_graph (model), koma_model_get_output (model), options,
                            predictor->single, MEASURE_US);
}

static KomaClassifier *
make_warm (const KomaPredictor      *predictor,
           const KomaSessionOptions *options,
           GError                  **error)
{
  KomaModel *model = predictor->active_model->model;
  g_autoptr (KomaClassifier) classifier = koma_classifier_new (
    koma_model_get_graph (model), koma_model_get_output (model), options, error);

  return classifier != NULL && koma_classifier_warm (classifier, NULL, error)
           ? g_steal_pointer (&classifier)
           : NULL;
}

/* Each thread computes pictures of its own: that of a classifier there is already, if it has one
 * thread, and others. */
static void
plan_threads (KomaPredictor *predictor)
{
  const KomaGraph   *graph = koma_model_get_graph (predictor->active_model->model);
  KomaSessionOptions options = predictor->options;
  const guint        n_threads =
    predictor->n_threads > 0 ? predictor->n_threads : koma_cpu_count_available ();
  g_autoptr (GError) error = NULL;

  options.n_threads = 1;
  options.batch = predictor->fixed_batch;
  if (options.batch > 0 && options.batch != koma_classifier_get_batch (predictor->single))
    plan_batch (predictor, &options);
  if (n_threads == 1)
    return;
  options.batch = koma_classifier_get_batch (get_bulk (predictor));
  if (!has_one_thread (get_bulk (predictor)))
    predictor->bulk = make_warm (predictor, &options, &error);
  if (error != NULL) {
    g_debug ("%s", error->message);
    return;
  }
  predictor->spread = get_bulk (predictor);
  koma_classifier_spread (predictor->spread, graph, n_threads);
}

/**
 * koma_predictor_is_worth_planning:
 * @predictor: a model
 * @n_done: pictures of bulk work that it has computed
 * @n_waiting: those that there are
 *
 * Returns: whether koma_predictor_plan_bulk() would save more time than it takes
 */
gboolean
koma_predictor_is_worth_planning (const KomaPredictor *predictor,
                                  guint                n_done,
                                  guint                n_waiting)
{
  KomaClassifier *single = predictor->single;
  const double    each_ms = estimate_run_ms (single) / koma_classifier_get_batch (single);

  if (predictor->is_planned)
    return FALSE;
  if (!is_on_host (predictor) || predictor->fixed_batch > 0)
    return n_done + n_waiting >= N_WORTH_MEASURING;
  return n_done >= N_FIRST_RUNS &&
         (n_done + n_waiting) * each_ms >= WORTH_THREADS * koma_classifier_get_make_ms (single);
}

/**
 * koma_predictor_plan_bulk:
 * @predictor: a model
 *
 * Decides how many pictures are computed: on processors, each thread computes
 * pictures, or batches if the user asks for them, of its own; elsewhere one session
 * computes a batch. Takes up to about 0.2 s to measure that, and memory for another copy
 * of the weights, of each thread's own on processors, where plain C shares large ones.
 *
 * Thread: inference.
 */
void
koma_predictor_plan_bulk (KomaPredictor *predictor)
{
  KomaSessionOptions options = predictor->options;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);
  g_assert (!predictor->is_planned);

  options.batch = predictor->fixed_batch > 0 ? predictor->fixed_batch : predictor->kept_batch;
  if (is_on_host (predictor))
    plan_threads (predictor);
  else
    plan_batch (predictor, &options);
  predictor->is_planned = TRUE;
}

/**
 * koma_predictor_widen:
 * @predictor: a model that has answered a picture that somebody waited for
 *
 * From the second such picture on, the next ones are computed by several threads,
 * where the user or the number of processors asks for that and the backend's do
 * not spin. Takes as long as compiling, once.
 *
 * Thread: inference.
 */
void
koma_predictor_widen (KomaPredictor *predictor)
{
  KomaSessionOptions options = predictor->options;
  KomaClassifier    *wide = NULL;
  g_autoptr (GError) error = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (!may_widen (predictor) || predictor->n_interactive == N_WORTH_WIDENING ||
      ++predictor->n_interactive < N_WORTH_WIDENING)
    return;
  options.batch = koma_classifier_get_batch (predictor->single);
  wide = make_warm (predictor, &options, &error);
  if (wide == NULL) {
    g_debug ("%s", error->message);
  } else if (predictor->single == predictor->spread) {
    predictor->wide = wide;
  } else {
    koma_classifier_free (predictor->single);
    predictor->single = wide;
  }
}

/**
 * koma_predictor_get_session_batch:
 * @predictor: a model
 *
 * Returns: pictures of bulk work that one session computes at a time; fewer take
 *   as long, so they are worth waiting for
 */
guint
koma_predictor_get_session_batch (const KomaPredictor *predictor)
{
  return koma_classifier_get_batch (get_bulk (predictor));
}

/**
 * koma_predictor_get_batch:
 * @predictor: a model
 *
 * Returns: pictures of one inference of bulk work at most, of all threads together
 */
guint
koma_predictor_get_batch (const KomaPredictor *predictor)
{
  KomaClassifier *classifier = get_bulk (predictor);
  guint           batch = koma_classifier_get_batch (classifier);
  guint           n_batches = 0;

  if (predictor->spread == NULL)
    return batch;
  n_batches = (guint) CLAMP (THREADS_RUN_MS / MAX (estimate_run_ms (classifier), 0.1), 1,
                             MAX_FOR_ONE_THREAD);
  n_batches *= koma_classifier_get_n_threads (predictor->spread);
  return MIN (n_batches * batch, KOMA_MAX_BATCH);
}

/**
 * koma_predictor_get_measured_batch:
 * @predictor: a model
 *
 * Returns: the batch of one session, which is worth keeping; 1 where each
 *   thread computes pictures by itself
 */
guint
koma_predictor_get_measured_batch (const KomaPredictor *predictor)
{
  return predictor->bulk != NULL ? koma_classifier_get_batch (predictor->bulk) : 1;
}
