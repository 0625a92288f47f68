/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-predictor.h"

#include "koma-batch-size.h"
#include "koma-compile.h"
#include "koma-model-info-private.h"
#include "koma-result-private.h"
#include "koma-thread.h"

#include "engine/cpu-count.h"
#include "engine/flags.h"

/* Measuring holds up everything else; answers wait no longer than this. */
#define MEASURE_US (200 * G_TIME_SPAN_MILLISECOND)

struct _KomaPredictor
{
  /* Immutable after construction. */
  KomaServing       *serving;
  KomaSessionOptions options;     /* the backend that was found */
  guint              n_threads;   /* as the user says; 0: shared out by Koma */
  guint              fixed_batch; /* as the user says, or as was kept; 0: measured */
  KomaRunner        *single;
  gboolean           is_measured; /* automatic choice is to be made by trying */
  gboolean           is_measured_anew;
  guint              failed;   /* bit i: koma_backends_get (i) did while it ran */
  char             **warnings; /* NULL-terminated: beside those of the model */

  const KomaHalfTurn *half_turn; /* (nullable) of the model: pictures are turned */
  gboolean            is_always_turned;

  /* Once bulk work was planned. */
  gboolean    is_planned;
  KomaRunner *bulk; /* (nullable) none better than @single */
  guint       n_bulk_threads;
};

/* One processor is left to whoever else wants it, a desktop as a rule: an
 * inference whose second thread waits for a processor takes ten times as
 * long as one with a single thread. */
static guint
choose_n_threads (const KomaWorkerModel *options)
{
  return options->n_threads > 0 ? options->n_threads : MAX (koma_cpu_count_available (), 2) - 1;
}

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

static void
make_serving (KomaPredictor   *predictor,
              KomaModel       *model,
              KomaTrialReport *trials, /* (nullable) */
              KomaModelInfo   *before)   /* (nullable) */
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
      .trials = trials,
      .before = before,
    });

  predictor->serving = koma_serving_new (model, info, koma_runner_get_input_size (runner),
                                         n_classes);
}

/* The first backend that can, or the one that was named. */
static gboolean
compile_single (KomaPredictor     *predictor,
                const KomaCompile *compile,
                GError           **error)
{
  KomaSession *session = NULL;

  predictor->single = koma_compile (compile, &predictor->warnings, error);
  if (predictor->single == NULL)
    return FALSE;
  session = koma_runner_get_session (predictor->single);
  predictor->options.backend = koma_session_get_backend (session)->name;
  predictor->failed = compile->failed;
  return TRUE;
}

/**
 * koma_predictor_new:
 * @model: what was read
 * @load: options, and who is told of progress
 *
 * Compiles @model and runs it once on zeros. Errors: that of
 * koma_model_get_recipe() where @model is no classifier of pictures, those of
 * koma_compile().
 *
 * Thread: inference.
 *
 * Returns: (transfer full): a model ready to answer
 */
KomaPredictor *
koma_predictor_new (KomaModel *model,
                    KomaLoad  *load,
                    GError   **error)
{
  const KomaWorkerModel *wanted = koma_load_get_options (load);
  const KomaRecipe      *recipe = koma_model_get_recipe (model, error);
  KomaCompile            compile = { .model = model, .load = load };
  g_autoptr (KomaPredictor) predictor = g_new0 (KomaPredictor, 1);

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (recipe == NULL || !choose_half_turn (predictor, model, wanted->half_turn, error))
    return NULL;
  predictor->n_threads = wanted->n_threads;
  predictor->fixed_batch = wanted->batch;
  predictor->is_measured = wanted->is_measured && wanted->backend == NULL &&
                           koma_flags_get (KOMA_FLAG_MEASURE) == 1;
  predictor->is_measured_anew = wanted->is_measured_anew;
  predictor->options.backend = wanted->backend;
  predictor->options.n_threads = choose_n_threads (wanted);
  predictor->options.precision = wanted->precision;
  predictor->options.recipe = recipe;
  compile.options = predictor->options;
  if (!compile_single (predictor, &compile, error) ||
      !check_recipe (recipe, predictor->single, error))
    return NULL;

  predictor->options.is_range_known = TRUE;
  make_serving (predictor, model, NULL, NULL);
  koma_load_report (load, KOMA_LOAD_WARMING, 1);
  return g_steal_pointer (&predictor);
}

static const KomaBackendClass *
get_backend (const KomaPredictor *predictor)
{
  return koma_session_get_backend (koma_runner_get_session (predictor->single));
}

static char **
add_reason (char *const            *warnings,
            const KomaBackendClass *backend,
            const GError           *reason)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *warning = g_strdup_printf ("%s: %s", backend->title, reason->message);

  g_strv_builder_addv (builder, (const char **) warnings);
  g_strv_builder_add (builder, warning);
  return g_strv_builder_end (builder);
}

/* The same model and wishes, for another backend. */
static KomaPredictor *
continue_with (const KomaPredictor *current,
               KomaCompile         *compile, /* with what is special */
               KomaTrialReport     *trials,  /* (nullable) */
               GError             **error)
{
  g_autoptr (KomaPredictor) predictor = g_new0 (KomaPredictor, 1);

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  compile->model = current->serving->model;
  /* Others may have float32 alone. */
  compile->options.precision = KOMA_PRECISION_AS_FLAGS;
  compile->options.is_range_known = FALSE;
  predictor->n_threads = current->n_threads;
  predictor->fixed_batch = current->fixed_batch;
  predictor->options = compile->options;
  predictor->half_turn = current->half_turn;
  predictor->is_always_turned = current->is_always_turned;
  if (!compile_single (predictor, compile, error))
    return NULL;
  make_serving (predictor, compile->model, trials, current->serving->info);
  return g_steal_pointer (&predictor);
}

/**
 * koma_predictor_fall_back:
 * @failing: a model whose backend does not run any more
 * @reason: why
 *
 * Compiles the same model for the best backend of those that have not failed,
 * whether the one that did was named or not: who has a picture waits for its
 * answer, and is told what computed it. Errors: those of koma_compile().
 *
 * Thread: inference.
 *
 * Returns: (transfer full): a model that takes the same inputs; its info has
 *   that of @failing as koma_model_info_get_before()
 */
KomaPredictor *
koma_predictor_fall_back (const KomaPredictor *failing,
                          const GError        *reason,
                          GError             **error)
{
  const KomaBackendClass *backend = get_backend (failing);
  g_auto (GStrv) warnings = add_reason (failing->warnings, backend, reason);
  KomaCompile compile = {
    .options = failing->options,
    .failed = failing->failed | 1u << koma_compile_find_index (backend->name),
    .warnings = (const char *const *) warnings,
  };
  const KomaTrialReport *trials = koma_model_info_get_trials (failing->serving->info);

  compile.options.backend = NULL;
  return continue_with (failing, &compile, (KomaTrialReport *) trials, error);
}

/* Spares measuring it. That none was better than 1 may change with the
 * number of threads. */
static void
take_batch (KomaPredictor         *predictor,
            const KomaTrialReport *trials)
{
  if (predictor->fixed_batch == 0 && !predictor->is_planned &&
      koma_trial_report_get_batch (trials) > 1)
    predictor->fixed_batch = koma_trial_report_get_batch (trials);
}

/**
 * koma_predictor_begin_choosing:
 * @predictor: a model
 *
 * Thread: inference.
 *
 * Returns: (transfer full) (nullable): the choice of its backend, to be made
 *   piece by piece; %NULL where there is none to make
 */
KomaChoosing *
koma_predictor_begin_choosing (const KomaPredictor *predictor)
{
  if (!predictor->is_measured)
    return NULL;
  return koma_choosing_new (predictor->serving->model, &predictor->options,
                            predictor->is_measured_anew);
}

/**
 * koma_predictor_choose:
 * @current: a model that answers
 * @trials: what its choice has come to
 *
 * Compiles the same model for the backend that did best, of those that have not
 * failed since, or, where that is the one in use, notes that. A batch that was
 * kept is taken without measuring.
 * Errors: those of koma_compile().
 *
 * Thread: inference.
 *
 * Returns: (transfer full) (nullable): a model that takes the same inputs; %NULL
 *   without an error if @current is the one
 */
KomaPredictor *
koma_predictor_choose (KomaPredictor   *current,
                       KomaTrialReport *trials,
                       GError         **error)
{
  const char *best = koma_trial_report_get_best (trials, current->failed);
  KomaCompile compile = { .options = current->options,
                          .failed = current->failed,
                          .warnings = (const char *const *) current->warnings };
  g_autoptr (KomaServing) before = NULL;
  KomaPredictor *predictor = NULL;

  if (best != NULL && !g_str_equal (best, get_backend (current)->name)) {
    compile.options.backend = best;
    predictor = continue_with (current, &compile, trials, error);
    if (predictor != NULL)
      take_batch (predictor, trials);
    return predictor;
  }
  before = g_steal_pointer (&current->serving);
  make_serving (current, before->model, trials, before->info);
  take_batch (current, trials);
  return NULL;
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
  if (predictor == NULL)
    return;

  g_clear_pointer (&predictor->bulk, koma_runner_free);
  g_clear_pointer (&predictor->single, koma_runner_free);
  g_clear_pointer (&predictor->serving, koma_serving_unref);
  g_strfreev (predictor->warnings);
  g_free (predictor);
}

/**
 * koma_predictor_get_serving:
 * @predictor: a model
 *
 * Returns: (transfer none): what other threads may know of it
 */
KomaServing *
koma_predictor_get_serving (KomaPredictor *predictor)
{
  return predictor->serving;
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

/**
 * koma_predictor_plan_bulk:
 * @predictor: a model
 * @prepare_ms: what decoding and preprocessing of one picture take, on one
 *   thread
 *
 * Decides how many threads and which batch many pictures are computed with.
 * Takes up to about 0.2 s, and memory for a second copy of the weights.
 *
 * Thread: inference.
 */
void
koma_predictor_plan_bulk (KomaPredictor *predictor,
                          double         prepare_ms)
{
  KomaModel         *model = predictor->serving->model;
  KomaSessionOptions options = predictor->options;
  guint              n_cpus = koma_cpu_count_available ();
  KomaRunner        *runner = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);
  g_assert (!predictor->is_planned);

  options.batch = predictor->fixed_batch;
  options.n_threads = predictor->n_threads > 0
                        ? predictor->n_threads
                        : koma_bulk_threads (n_cpus, prepare_ms, estimate_inference_ms (predictor));
  predictor->bulk = koma_batch_size_choose (koma_model_get_graph (model),
                                            koma_model_get_output (model),
                                            &options, predictor->single, MEASURE_US);
  runner = predictor->bulk != NULL ? predictor->bulk : predictor->single;
  predictor->n_bulk_threads = koma_session_get_n_threads (koma_runner_get_session (runner));
  predictor->is_planned = TRUE;
}

/**
 * koma_predictor_is_planned:
 * @predictor: a model
 *
 * Returns: whether koma_predictor_plan_bulk() was called
 */
gboolean
koma_predictor_is_planned (const KomaPredictor *predictor)
{
  return predictor->is_planned;
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
  return koma_runner_get_batch (predictor->bulk != NULL ? predictor->bulk : predictor->single);
}

/**
 * koma_predictor_get_n_decoders:
 * @predictor: a model
 *
 * One thread of inference may share a processor with a decoder, and loses
 * nothing but time slices; several, that wait for each other, may not.
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

static KomaResult *
make_result (KomaPredictor *predictor,
             KomaJob       *job,
             const float   *scores)
{
  KomaServing               *serving = predictor->serving;
  guint                      k = MIN (koma_request_get_top_k (job->request), serving->n_classes);
  g_autofree KomaClassScore *top = g_new (KomaClassScore, k);

  return koma_result_new (&(KomaResultParts){
    .request = job->request,
    .info = serving->info,
    .labels = serving->labels,
    .top = top,
    .n_top = koma_top_k (scores, serving->n_classes, k, top),
    .timing = job->timing,
    .batch = job->batch,
    .is_turned = job->is_turned,
    .source_width = job->source_width,
    .source_height = job->source_height,
    .thumbnail = job->thumbnail,
  });
}

static KomaRunner *
choose_runner (KomaPredictor  *predictor,
               KomaJob *const *jobs,
               guint           n_jobs)
{
  if (koma_job_is_interactive (jobs[0]))
    return predictor->single;
  return koma_batch_size_choose_for_rest (predictor->single, predictor->bulk, n_jobs);
}

static void
fill_input (KomaPredictor *predictor,
            KomaJob       *job,
            gboolean       is_turned,
            float         *ret_input)
{
  const KomaServing *serving = predictor->serving;

  if (is_turned)
    koma_half_turn_turn_input (&serving->recipe, job->input, ret_input);
  else
    memcpy (ret_input, job->input, serving->input_size * sizeof (float));
}

static void
count_time (KomaJob *job,
            double   each_ms,
            gboolean is_turned)
{
  job->timing.half_turn_ms = is_turned ? each_ms : 0;
  job->timing.inference_ms = each_ms + (is_turned ? job->timing.inference_ms : 0);
}

static gboolean
run_part (KomaPredictor  *predictor,
          KomaRunner     *runner,
          KomaJob *const *jobs,
          guint           n_jobs,
          gboolean        is_turned,
          float          *ret_scores,
          GError        **error)
{
  const KomaServing *serving = predictor->serving;
  gint64             start_us = g_get_monotonic_time ();
  double             each_ms = 0;

  /* What is left in the places past @n_jobs is computed and not looked at. */
  for (guint i = 0; i < n_jobs; i++)
    fill_input (predictor, jobs[i], is_turned, koma_runner_get_input (runner, i));
  if (!koma_runner_run (runner, error))
    return FALSE;

  each_ms = (double) (g_get_monotonic_time () - start_us) / 1000 / n_jobs;
  for (guint i = 0; i < n_jobs; i++) {
    float *scores = ret_scores + (gsize) i * serving->n_classes;

    memcpy (scores, koma_runner_get_scores (runner, i), serving->n_classes * sizeof (float));
    koma_scores_normalize (serving->recipe.scores, scores, serving->n_classes);
    count_time (jobs[i], each_ms, is_turned);
    jobs[i]->batch = n_jobs;
    jobs[i]->is_turned = is_turned;
  }
  return TRUE;
}

/* Probabilities [n_jobs, n_classes], in batches. */
static gboolean
compute (KomaPredictor  *predictor,
         KomaJob *const *jobs,
         guint           n_jobs,
         gboolean        is_turned,
         float          *ret_scores,
         GError        **error)
{
  KomaRunner *runner = choose_runner (predictor, jobs, n_jobs);
  guint       batch = koma_runner_get_batch (runner);

  for (guint done = 0; done < n_jobs; done += batch) {
    float *scores = ret_scores + (gsize) done * predictor->serving->n_classes;

    if (!run_part (predictor, runner, jobs + done, MIN (batch, n_jobs - done), is_turned, scores,
                   error))
      return FALSE;
  }
  return TRUE;
}

/* Those that the first answer leaves unsure are computed again, upside down;
 * what was cancelled meanwhile needs no better answer. */
static gboolean
look_again (KomaPredictor  *predictor,
            KomaJob *const *jobs,
            guint           n_jobs,
            float          *scores,
            GError        **error)
{
  const KomaHalfTurn  *half_turn = predictor->half_turn;
  const gsize          n_classes = half_turn->n_classes;
  g_autofree KomaJob **again = g_new (KomaJob *, n_jobs);
  g_autofree float   **rows = g_new (float *, n_jobs);
  g_autofree float    *turned = NULL;
  guint                n_again = 0;

  for (guint i = 0; i < n_jobs; i++) {
    float *row = scores + i * n_classes;

    if (!g_cancellable_is_cancelled (jobs[i]->cancellable) &&
        (predictor->is_always_turned || koma_half_turn_is_unsure (half_turn, row))) {
      again[n_again] = jobs[i];
      rows[n_again++] = row;
    }
  }
  if (n_again == 0)
    return TRUE;

  turned = g_new (float, n_again *n_classes);
  if (!compute (predictor, again, n_again, TRUE, turned, error))
    return FALSE;
  for (guint i = 0; i < n_again; i++)
    koma_half_turn_average (half_turn, rows[i], turned + i * n_classes);
  return TRUE;
}

/**
 * koma_predictor_run:
 * @predictor: a model
 * @jobs: (array length=n_jobs): pictures prepared for it
 * @n_jobs: one, or up to koma_predictor_get_batch()
 * @ret_results: (array length=n_jobs): a result for each
 *
 * Errors: %KOMA_ERROR_BACKEND, if a device was lost; then there are no
 * results at all, and koma_predictor_fall_back() is what helps.
 *
 * Thread: inference.
 *
 * Returns: whether there are results
 */
gboolean
koma_predictor_run (KomaPredictor  *predictor,
                    KomaJob *const *jobs,
                    guint           n_jobs,
                    KomaResult    **ret_results,
                    GError        **error)
{
  const gsize       n_classes = predictor->serving->n_classes;
  g_autofree float *scores = g_new (float, n_jobs *n_classes);

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (!compute (predictor, jobs, n_jobs, FALSE, scores, error) ||
      (predictor->half_turn != NULL && !look_again (predictor, jobs, n_jobs, scores, error)))
    return FALSE;
  for (guint i = 0; i < n_jobs; i++)
    ret_results[i] = make_result (predictor, jobs[i], scores + i * n_classes);
  return TRUE;
}
