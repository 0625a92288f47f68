/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-compile.h"

#include "worker/koma-thread.h"

typedef struct
{
  KomaProgress     parent;
  KomaLoadRequest *load;
  KomaLoadStage    stage;
} StageProgress;

static gboolean
report_stage (double   fraction,
              gpointer user_data)
{
  const StageProgress *progress = user_data;

  if (progress->load == NULL)
    return TRUE;
  koma_load_request_report (progress->load, progress->stage, fraction);
  return !koma_completion_is_ended (&progress->load->completion);
}

static void
begin_stage (const KomaCompile *compile,
             KomaLoadStage      stage,
             StageProgress     *ret_progress)
{
  *ret_progress = (StageProgress){ { report_stage, ret_progress }, compile->load, stage };
  (void) report_stage (0, ret_progress);
}

static gboolean
is_cancelled (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Threads of a session take the processors from decoders, and XNNPACK's spin for milliseconds
 * before they sleep. A session that may never be asked to be quick does without; see
 * koma_predictor_widen(). */
static guint
choose_n_threads (const char *backend,
                  guint       n_threads)
{
  const KomaBackendClass *klass = koma_backends_find (backend, NULL);

  return klass != NULL && klass->is_host ? 1 : n_threads;
}

static KomaClassifier *
make (const KomaCompile *compile,
      const char        *backend,
      GError           **error)
{
  KomaSessionOptions options = compile->options;
  StageProgress      progress;

  begin_stage (compile, KOMA_LOAD_PREPARING, &progress);
  options.progress = &progress.parent;
  options.backend = backend;
  options.n_threads = choose_n_threads (backend, options.n_threads);
  options.batch = 1;
  options.is_batch_flexible = TRUE; /* one picture is padded to that of the file */
  return koma_classifier_new (koma_model_get_graph (compile->model),
                              koma_model_get_output (compile->model), &options, error);
}

/* A first run is slow where a driver compiles in it. On processors it takes as long as any other,
 * and the first picture is the sooner answered without one before it. */
static gboolean
is_slow_at_first (KomaClassifier *classifier)
{
  return !koma_session_get_backend (koma_classifier_get_session (classifier))->is_host;
}

static gboolean
warm (const KomaCompile *compile,
      KomaClassifier    *classifier,
      GError           **error)
{
  StageProgress progress;

  if (!is_slow_at_first (classifier))
    return TRUE;
  begin_stage (compile, KOMA_LOAD_WARMING, &progress);
  return koma_classifier_warm (classifier, &progress.parent, error);
}

static KomaClassifier *
make_warm (const KomaCompile *compile,
           const char        *backend,
           GError           **error)
{
  KomaClassifier *classifier = make (compile, backend, error);

  if (classifier == NULL || warm (compile, classifier, error))
    return classifier;
  koma_classifier_free (classifier);
  return NULL;
}

static gboolean
is_available (const KomaBackendClass *backend,
              GError                **error)
{
  return koma_backends_find_available (backend->name, error) != NULL;
}

static void
add_warning (GStrvBuilder           *warnings,
             const KomaBackendClass *backend,
             const GError           *reason)
{
  g_autofree char *warning = g_strdup_printf ("%s: %s", backend->title, reason->message);

  g_strv_builder_add (warnings, warning);
}

static KomaClassifier *
make_for (const KomaCompile      *compile,
          const KomaBackendClass *backend,
          GError                **error)
{
  KomaCompile own = *compile;

  own.options.precision = koma_backends_fit_precision (backend->name, compile->options.precision);
  return make_warm (&own, backend->name, error);
}

/* The first that can run the model, those before being told in @warnings. */
static KomaClassifier *
make_best (const KomaCompile *compile,
           GStrvBuilder      *warnings,
           GError           **error)
{
  g_autoptr (GError) first_error = NULL;

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autoptr (GError) reason = NULL;
    KomaClassifier *classifier = NULL;

    if (backend->is_only_named || (compile->failed & 1u << i) != 0)
      continue;
    if (is_available (backend, &reason))
      classifier = make_for (compile, backend, &reason);
    if (classifier != NULL)
      return classifier;
    if (is_cancelled (reason)) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }

    add_warning (warnings, backend, reason);
    if (first_error == NULL)
      first_error = g_steal_pointer (&reason);
  }
  if (first_error == NULL)
    g_set_error (&first_error, KOMA_ERROR, KOMA_ERROR_BACKEND, "No other backend is left");
  g_propagate_error (error, g_steal_pointer (&first_error));
  return NULL;
}

/**
 * koma_compile:
 * @compile: what, and for which backend
 * @ret_warnings: (out) (transfer full): those of @compile, and what the
 *   backends said that were tried in vain
 *
 * Compiles a model for one picture at a time, or for the batch that its file
 * fixes; on processors with one thread. On a device with a driver it runs once on zeros, see
 * is_slow_at_first(). A backend that is named and fails is an error; without a name, the others are
 * tried in their order.
 * Errors: those of koma_classifier_new(), of the first that was tried;
 * %G_IO_ERROR_CANCELLED, soon after nobody waits for the load any more.
 *
 * Thread: inference.
 *
 * Returns: (transfer full): ready; the next run is as fast as others
 */
KomaClassifier *
koma_compile (const KomaCompile *compile,
              char            ***ret_warnings,
              GError           **error)
{
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();
  const char     *named = compile->options.backend;
  KomaClassifier *classifier = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (compile->warnings != NULL)
    g_strv_builder_addv (warnings, (const char **) compile->warnings);
  classifier = named != NULL ? make_warm (compile, named, error)
                             : make_best (compile, warnings, error);
  if (classifier != NULL)
    *ret_warnings = g_strv_builder_end (warnings);
  return classifier;
}

/**
 * koma_compile_find_index:
 * @backend: the name of one that there is
 *
 * Returns: its place among all
 */
guint
koma_compile_find_index (const char *backend)
{
  guint i = 0;

  while (!g_str_equal (koma_backends_get (i)->name, backend))
    i++;
  return i;
}
