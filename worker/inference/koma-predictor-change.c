/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-predictor-private.h"

#include "worker/koma-thread.h"

static const KomaBackendClass *
get_backend (const KomaPredictor *predictor)
{
  return koma_session_get_backend (koma_classifier_get_session (predictor->single));
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

/*< private >
 * koma_predictor_continue_with:
 * @compile: with what is special: a backend, or a model that is the same but for its range
 *
 * The same model and wishes, compiled anew. Errors: those of koma_compile().
 */
KomaPredictor *
koma_predictor_continue_with (const KomaPredictor *current,
                              KomaCompile         *compile,
                              KomaAutotuneReport  *autotune, /* (nullable) */
                              GError             **error)
{
  g_autoptr (KomaPredictor) predictor = g_new0 (KomaPredictor, 1);

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  compile->options.precision =
    koma_backends_fit_precision (compile->options.backend, current->precision);
  compile->options.is_range_known = FALSE;
  predictor->precision = current->precision;
  predictor->n_threads = current->n_threads;
  predictor->fixed_batch = current->fixed_batch;
  predictor->options = compile->options;
  predictor->is_range_sought = current->is_range_sought;
  predictor->is_range_kept = current->is_range_kept;
  if (!koma_predictor_compile (predictor, compile, error))
    return NULL;
  koma_predictor_make_active_model (predictor, compile->model, autotune,
                                    current->active_model->info);
  return g_steal_pointer (&predictor);
}

/**
 * koma_predictor_fall_back:
 * @failing: a model whose backend does not run any more
 * @reason: why
 *
 * Compiles the same model for the best backend of those that have not failed,
 * whether the one that did was named or not: an answer by another backend, which
 * says so, is better than none. Errors: those of koma_compile().
 *
 * Thread: inference.
 *
 * Returns: (transfer full): a model that takes the same inputs; its info has
 *   that of @failing as #KomaModelInfo.before
 */
KomaPredictor *
koma_predictor_fall_back (const KomaPredictor *failing,
                          const GError        *reason,
                          GError             **error)
{
  const KomaBackendClass *backend = get_backend (failing);
  g_auto (GStrv) warnings = add_reason (failing->warnings, backend, reason);
  KomaCompile compile = {
    .model = failing->active_model->model,
    .options = failing->options,
    .failed = failing->failed | 1u << koma_compile_find_index (backend->name),
    .warnings = (const char *const *) warnings,
  };
  const KomaAutotuneReport *autotune = failing->active_model->info->autotune;

  compile.options.backend = NULL;
  return koma_predictor_continue_with (failing, &compile, (KomaAutotuneReport *) autotune, error);
}

/* Spares measuring it. That none was better than 1 may change with the
 * number of threads. */
static void
take_batch (KomaPredictor            *predictor,
            const KomaAutotuneReport *autotune)
{
  if (!predictor->is_planned && autotune->batch > 1)
    predictor->kept_batch = autotune->batch;
}

/**
 * koma_predictor_begin_autotune:
 * @predictor: a model
 *
 * Thread: inference.
 *
 * Returns: (transfer full) (nullable): the choice of its backend, to be made
 *   piece by piece; %NULL where there is none to make
 */
KomaAutotuner *
koma_predictor_begin_autotune (const KomaPredictor *predictor)
{
  KomaSessionOptions options = predictor->options;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (!predictor->is_measured)
    return NULL;
  options.precision = predictor->precision;
  return koma_autotuner_new (predictor->active_model->model, &options, predictor->is_measured_anew);
}

/**
 * koma_predictor_choose:
 * @current: a model that answers
 * @autotune: what its choice has come to
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
koma_predictor_choose (KomaPredictor      *current,
                       KomaAutotuneReport *autotune,
                       GError            **error)
{
  const char *best = koma_autotune_report_get_best (autotune, current->failed);
  KomaCompile compile = { .model = current->active_model->model,
                          .options = current->options,
                          .failed = current->failed,
                          .warnings = (const char *const *) current->warnings };
  g_autoptr (KomaActiveModel) before = NULL;
  KomaPredictor *predictor = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (best != NULL && !g_str_equal (best, get_backend (current)->name)) {
    compile.options.backend = best;
    predictor = koma_predictor_continue_with (current, &compile, autotune, error);
    if (predictor != NULL)
      take_batch (predictor, autotune);
    return predictor;
  }
  before = g_steal_pointer (&current->active_model);
  koma_predictor_make_active_model (current, before->model, autotune, before->info);
  take_batch (current, autotune);
  return NULL;
}
