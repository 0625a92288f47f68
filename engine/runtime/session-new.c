/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A graph becomes a session: its passes, the checks of batch and precision, its program. */
#include "session-private.h"

#include <gio/gio.h>

#include "cpu-count.h"
#include "engine/passes/passes.h"
#include "flags.h"
#include "half-range.h"
#include "thread-mark.h"
#include "threads.h"

/* The batch of a session is that of its first input. */
static guint
find_batch (const KomaGraph *graph)
{
  const KomaValue *input = NULL;

  if (koma_graph_get_n_inputs (graph) == 0)
    return 1;
  input = koma_graph_get_value (graph, koma_graph_get_input (graph, 0));
  return input->shape.rank > 0 ? input->shape.dims[0] : 1;
}

/* A Reshape to a fixed size can swallow the batch: [N,1,1,C] → [1,N*C]. */
static gboolean
check_batch (const KomaGraph *graph,
             guint            batch,
             GError         **error)
{
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++) {
    const KomaValue *output = koma_graph_get_value (graph, koma_graph_get_output (graph, i));

    if (output->shape.rank > 0 && output->shape.dims[0] == batch)
      continue;
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "The model can not run %u pictures at once: output “%s” does not grow "
                      "with them",
                      batch, koma_graph_get_output_name (graph, i));
  }
  return TRUE;
}

static gboolean
prepare_graph (KomaSession              *session,
               const KomaSessionOptions *options,
               GError                  **error)
{
  if (options->batch > KOMA_MAX_BATCH)
    return koma_fail (error, KOMA_ERROR_MEMORY, "A batch of %u is above the limit of %d",
                      options->batch, KOMA_MAX_BATCH);
  if (!koma_passes_run (session->graph,
                        &(KomaPassesOptions){
                          .batch = options->batch,
                          .shapes = options->input_shapes,
                          .n_shapes = options->n_input_shapes,
                          .computes_integers = session->backend->computes_integers &&
                                               koma_flags_get (KOMA_FLAG_INTEGERS) == 1,
                          .fuses_layer_norm = session->backend->is_host,
                          .fuses_attention = session->backend->is_host,
                        },
                        error))
    return FALSE;
  for (guint i = 0; i < options->n_carries; i++)
    if (!koma_carry_check (session->graph, &options->carries[i], error))
      return FALSE;
  session->batch = find_batch (session->graph);
  return options->batch <= 1 || check_batch (session->graph, options->batch, error);
}

/* Names separated by commas, none if there are none. */
static char *
list_with_float16 (void)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < koma_backends_get_n (); i++)
    if (koma_backends_get (i)->choose_precision != NULL)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                              koma_backends_get (i)->name);
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static gboolean
choose_precision (KomaSession  *session,
                  KomaPrecision asked,
                  GError      **error)
{
  const KomaBackendClass *backend = session->backend;
  g_autofree char        *others = NULL;

  if (backend->choose_precision != NULL)
    return backend->choose_precision (asked, &session->precision, error);
  session->precision = KOMA_PRECISION_FLOAT32;
  if (asked != KOMA_PRECISION_FLOAT16)
    return TRUE;
  others = list_with_float16 ();
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "The backend “%s” stores float32 only; float16 is for: %s",
                    backend->name, others);
}

static gboolean
check_half_range (const KomaSession        *session,
                  const KomaGraph          *graph,
                  const KomaSessionOptions *options,
                  GError                  **error)
{
  if (session->precision != KOMA_PRECISION_FLOAT16 || options->is_range_known)
    return TRUE;
  return koma_half_range_check (graph,
                                &(KomaHalfRangeOptions){
                                  .backend = session->backend,
                                  .threads = session->threads,
                                  .n_threads = session->n_threads,
                                  .input_shapes = options->input_shapes,
                                  .n_input_shapes = options->n_input_shapes,
                                  .recipe = options->recipe,
                                },
                                error);
}

static KomaSession *
make (const KomaGraph          *graph,
      const KomaSessionOptions *options,
      GError                  **error)
{
  g_autoptr (KomaSession) session = g_new0 (KomaSession, 1);

  session->owner = koma_thread_mark ();
  session->backend = koma_backends_find_available (options->backend, error);
  if (session->backend == NULL || !choose_precision (session, options->precision, error))
    return NULL;
  session->graph = koma_graph_copy (graph);
  if (!prepare_graph (session, options, error))
    return NULL;
  session->n_threads = options->n_threads > 0 ? MIN (options->n_threads, KOMA_MAX_THREADS)
                                              : koma_cpu_count_available ();
  if (options->threads == NULL)
    session->own_threads = koma_threads_new (session->n_threads);
  session->threads = options->threads != NULL ? options->threads : session->own_threads;
  if (!check_half_range (session, graph, options, error))
    return NULL;
  session->program_options = (KomaProgramOptions){
    .backend = session->backend,
    .threads = session->threads,
    .n_threads = session->n_threads,
    .cpu_level = g_intern_string (options->cpu_level),
    .precision = session->precision,
    .is_split = options->is_split,
    .is_brief = options->is_brief,
    .input_memory = options->input_memory,
    .carries = options->carries,
    .n_carries = options->n_carries,
    .are_ends_bound = options->are_ends_bound,
    .progress = options->progress,
  };
  session->program = koma_program_new (session->graph, &session->program_options, error);
  session->program_options.progress = NULL;
  session->program_options.input_memory = NULL;
  session->program_options.carries = NULL;
  session->program_options.n_carries = 0;
  session->program_options.are_ends_bound = FALSE;
  return session->program != NULL ? g_steal_pointer (&session) : NULL;
}

/**
 * koma_session_new:
 * @graph: (transfer none): copied; its constants are shared
 * @options: (nullable): all have defaults
 *
 * Binds, optimises and compiles @graph. Where the batch is flexible and can not be, the batch of
 * the graph is taken, and an error is that of the batch asked for. Everything that can fail by
 * shape or for want of memory fails here. Errors: %KOMA_ERROR_BACKEND (none of that
 * name, or it is not available), %KOMA_ERROR_SHAPE, %KOMA_ERROR_UNSUPPORTED,
 * %KOMA_ERROR_MODEL, %KOMA_ERROR_MEMORY; naming node, expected and found;
 * %G_IO_ERROR_CANCELLED if options->progress stops it. Where the precision is
 * float16, a model whose weights or values it does not hold is
 * %KOMA_ERROR_UNSUPPORTED; see half-range.c.
 * Thread: the one that will run and free it.
 *
 * Returns: (transfer full): the session
 */
KomaSession *
koma_session_new (const KomaGraph          *graph,
                  const KomaSessionOptions *options,
                  GError                  **error)
{
  const KomaSessionOptions none = { 0 };
  KomaSessionOptions       given = options != NULL ? *options : none;
  g_autoptr (GError) reason = NULL;
  KomaSession *session = make (graph, &given, &reason);

  given.batch = 0;
  if (session == NULL && given.is_batch_flexible &&
      !g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    session = make (graph, &given, NULL);
  if (session == NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  return session;
}
