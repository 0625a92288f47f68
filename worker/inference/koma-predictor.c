/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-predictor-private.h"

#include "koma-batch-size.h"
#include "worker/koma-thread.h"
#include "worker/measure/koma-autotune-store.h"
#include "worker/model/koma-model-info-private.h"

#include "engine/runtime/cpu-count.h"
#include "engine/runtime/flags.h"

/* Measuring holds up everything else; answers wait no longer than this. */
#define MEASURE_US (200 * G_TIME_SPAN_MILLISECOND)
/* Fewer pictures than this are done before measuring would be. */
#define N_WORTH_MEASURING 24
/* Replicas pay sooner: they are compiled side by side, in the time of a few
 * pictures. */
#define N_WORTH_REPLICAS 8
/* An interactive picture waits for a run of the replicas: for about this long. */
#define REPLICAS_RUN_MS    30
#define MAX_FOR_ONE_THREAD 8

static gboolean
check_recipe (const KomaRecipe *recipe,
              KomaRunner       *runner,
              GError          **error)
{
  gsize wanted = (gsize) recipe->width * recipe->height * koma_recipe_get_n_channels (recipe);

  if (wanted == koma_runner_get_input_size (runner))
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
               "The recipe makes %ux%u pictures of %u channels, the input takes %" G_GSIZE_FORMAT
               " values",
               recipe->width, recipe->height, koma_recipe_get_n_channels (recipe),
               koma_runner_get_input_size (runner));
  return FALSE;
}

/* Whether pictures are turned, as the user says, or as the model does. */
static gboolean
choose_half_turn (KomaPredictor   *predictor,
                  KomaModel       *model,
                  KomaHalfTurnMode mode,
                  GError         **error)
{
  const KomaHalfTurn *half_turn = koma_model_get_half_turn (model);

  if (half_turn == NULL && (mode == KOMA_HALF_TURN_UNSURE || mode == KOMA_HALF_TURN_ALWAYS)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "%s: koma.json does not say what half a turn makes of the classes",
                 koma_model_get_path (model));
    return FALSE;
  }
  predictor->half_turn = mode != KOMA_HALF_TURN_OFF ? half_turn : NULL;
  predictor->is_always_turned = mode == KOMA_HALF_TURN_ALWAYS;
  return TRUE;
}

/* (nullable) in words */
static char *
describe_half_turn (const KomaPredictor *predictor)
{
  return predictor->half_turn != NULL
           ? koma_half_turn_to_string (predictor->half_turn, predictor->is_always_turned)
           : NULL;
}

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
  KomaRunner      *runner = predictor->single;
  guint            n_classes = koma_runner_get_n_classes (runner);
  g_autofree char *half_turn = describe_half_turn (predictor);
  g_autoptr (KomaModelInfo) info =
    koma_model_info_new (&(KomaModelInfoParts){
      .model = model,
      .session = koma_runner_get_session (runner),
      .n_classes = n_classes,
      .half_turn = half_turn,
      .warnings = (const char *const *) predictor->warnings,
      .autotune = autotune,
      .before = before,
    });

  predictor->active_model = koma_active_model_new (model, info, koma_runner_get_input_size (runner),
                                                   n_classes);
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
  backend = koma_session_get_backend (koma_runner_get_session (predictor->single));
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
  return wanted->backend == NULL && !wanted->is_measured
           ? koma_autotune_store_find_best (koma_model_get_hash (model), &predictor->options)
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
 * Compiles @model and runs it once on zeros: on the backend that was named, that
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

  if (recipe == NULL || !choose_half_turn (predictor, model, wanted->half_turn, error))
    return NULL;
  predictor->precision = wanted->precision;
  predictor->n_threads = wanted->n_threads;
  predictor->fixed_batch = wanted->batch;
  predictor->is_measured = wanted->is_measured && wanted->backend == NULL &&
                           koma_flags_get (KOMA_FLAG_MEASURE) == 1;
  predictor->is_measured_anew = wanted->is_measured_anew;
  predictor->options.backend = wanted->backend;
  predictor->options.n_threads =
    wanted->n_threads > 0 ? wanted->n_threads : koma_cpu_count_for_one_picture ();
  predictor->options.precision = wanted->precision;
  predictor->options.recipe = recipe;
  compile.options = predictor->options;
  if ((!compile_kept (predictor, &compile, find_kept (predictor, model, wanted)) &&
       !koma_predictor_compile (predictor, &compile, error)) ||
      !check_recipe (recipe, predictor->single, error))
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

  g_clear_pointer (&predictor->replicas, koma_replicas_free);
  g_clear_pointer (&predictor->bulk, koma_runner_free);
  g_clear_pointer (&predictor->single, koma_runner_free);
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

/* Of one picture on one thread, about: threads never help by more than
 * their number. */
static double
estimate_inference_ms (const KomaPredictor *predictor)
{
  KomaRunner *single = predictor->single;

  return koma_runner_get_run_ms (single) / koma_runner_get_batch (single) *
         koma_session_get_n_threads (koma_runner_get_session (single));
}

/* A batch that the user asks for is one run of one session. */
static gboolean
is_by_picture (const KomaPredictor *predictor)
{
  KomaSession *session = koma_runner_get_session (predictor->single);

  return predictor->fixed_batch == 0 && koma_runner_get_batch (predictor->single) == 1 &&
         koma_session_get_backend (session)->is_host;
}

/* @single is one of them where it has one thread. */
static void
plan_replicas (KomaPredictor *predictor)
{
  KomaModel         *model = predictor->active_model->model;
  KomaSessionOptions options = predictor->options;
  KomaRunner        *single = predictor->single;
  const gboolean     is_alone = koma_session_get_n_threads (koma_runner_get_session (single)) == 1;
  g_autoptr (GError) error = NULL;

  options.n_threads =
    predictor->n_threads > 0 ? predictor->n_threads : koma_cpu_count_available ();
  predictor->n_bulk_threads = 1;
  if (options.n_threads == 1)
    return;
  predictor->replicas = koma_replicas_new (koma_model_get_graph (model),
                                           koma_model_get_output (model), &options,
                                           is_alone ? single : NULL, &error);
  if (predictor->replicas == NULL)
    g_debug ("%s", error->message);
}

static void
plan_batch (KomaPredictor *predictor,
            double         prepare_ms)
{
  KomaModel         *model = predictor->active_model->model;
  KomaSessionOptions options = predictor->options;
  guint              n_cpus = koma_cpu_count_available ();
  KomaRunner        *runner = NULL;

  options.batch = predictor->fixed_batch > 0 ? predictor->fixed_batch : predictor->kept_batch;
  options.n_threads = predictor->n_threads > 0
                        ? predictor->n_threads
                        : koma_bulk_threads (n_cpus, prepare_ms, estimate_inference_ms (predictor));
  predictor->bulk = koma_batch_size_choose (koma_model_get_graph (model),
                                            koma_model_get_output (model),
                                            &options, predictor->single, MEASURE_US);
  runner = predictor->bulk != NULL ? predictor->bulk : predictor->single;
  predictor->n_bulk_threads = koma_session_get_n_threads (koma_runner_get_session (runner));
}

/**
 * koma_predictor_is_worth_planning:
 * @predictor: a model
 * @n_pictures: how many there are, or were
 *
 * Returns: whether koma_predictor_plan_bulk() would save more time than it takes
 */
gboolean
koma_predictor_is_worth_planning (const KomaPredictor *predictor,
                                  guint                n_pictures)
{
  return !predictor->is_planned &&
         n_pictures >= (is_by_picture (predictor) ? N_WORTH_REPLICAS : N_WORTH_MEASURING);
}

/**
 * koma_predictor_plan_bulk:
 * @predictor: a model
 * @prepare_ms: the time to decode and preprocess one picture on one thread
 *
 * Decides how many pictures are computed: on processors, each thread computes
 * pictures of its own; elsewhere, or where the user asks for a batch, one
 * session computes a batch. Takes up to about 0.2 s, and memory for another
 * copy of the weights, of each thread's own on processors.
 *
 * Thread: inference.
 */
void
koma_predictor_plan_bulk (KomaPredictor *predictor,
                          double         prepare_ms)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);
  g_assert (!predictor->is_planned);

  if (is_by_picture (predictor))
    plan_replicas (predictor);
  else
    plan_batch (predictor, prepare_ms);
  predictor->is_planned = TRUE;
}

/**
 * koma_predictor_get_batch:
 * @predictor: a model
 *
 * Returns: pictures of one inference of bulk work
 */
guint
koma_predictor_get_batch (const KomaPredictor *predictor)
{
  double each_ms = estimate_inference_ms (predictor);

  if (predictor->replicas != NULL)
    return koma_replicas_get_n (predictor->replicas) *
           (guint) CLAMP (REPLICAS_RUN_MS / MAX (each_ms, 0.1), 1, MAX_FOR_ONE_THREAD);
  return koma_runner_get_batch (predictor->bulk != NULL ? predictor->bulk : predictor->single);
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
  return predictor->bulk != NULL ? koma_runner_get_batch (predictor->bulk) : 1;
}

/**
 * koma_predictor_get_n_decoders:
 * @predictor: a model
 *
 * Threads that compute pictures by themselves may share processors with
 * decoders, and lose nothing but time slices; those that wait for each other
 * may not.
 *
 * Returns: threads that are to decode beside bulk inference
 */
guint
koma_predictor_get_n_decoders (const KomaPredictor *predictor)
{
  guint n_cpus = koma_cpu_count_available ();

  if (!predictor->is_planned || predictor->n_bulk_threads <= 1)
    return n_cpus;
  return n_cpus > predictor->n_bulk_threads ? n_cpus - predictor->n_bulk_threads : 1;
}
