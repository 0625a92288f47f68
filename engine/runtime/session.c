/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "session.h"

#include <gio/gio.h>

#include "cpu-count.h"
#include "engine/passes/passes.h"
#include "flags.h"
#include "half-range.h"
#include "program.h"
#include "thread-mark.h"
#include "threads.h"

struct _KomaSession
{
  /* Immutable after construction. */
  KomaGraph              *graph;
  const KomaBackendClass *backend;
  KomaPrecision           precision;
  guint                   batch;
  guint                   n_threads;

  /* Owner's thread only. */
  KomaThreads       *threads;     /* (borrowed) own_threads or those of the options */
  KomaThreads       *own_threads; /* (nullable) (owned) */
  KomaProgramOptions program_options;
  KomaProgram       *program;
  gconstpointer      owner; /* koma_thread_mark() */
};

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
    .input_memory = options->input_memory,
    .carries = options->carries,
    .n_carries = options->n_carries,
    .progress = options->progress,
  };
  session->program = koma_program_new (session->graph, &session->program_options, error);
  session->program_options.progress = NULL;
  session->program_options.input_memory = NULL;
  session->program_options.carries = NULL;
  session->program_options.n_carries = 0;
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

/* A session used on two threads is a mistake of the program: PROD does not
 * look for those. */
static void
check_owner (const KomaSession *session)
{
  g_assert (koma_flags_get (KOMA_FLAG_PROD) == 1 || session->owner == koma_thread_mark ());
}

/**
 * koma_session_adopt:
 *
 * Makes the calling thread the owner. Thread: any, once the owner has ended.
 */
void
koma_session_adopt (KomaSession *session)
{
  session->owner = koma_thread_mark ();
}

/**
 * koma_session_free:
 * @session: (nullable) (transfer full)
 *
 * Thread: the owner's.
 */
void
koma_session_free (KomaSession *session)
{
  if (session == NULL)
    return;
  check_owner (session);

  koma_program_free (session->program);
  koma_threads_free (session->own_threads);
  koma_graph_free (session->graph);
  g_free (session);
}

/**
 * koma_session_warm:
 * @progress: (nullable): told how far it is
 *
 * Computes the outputs as koma_session_run() does. A first run can take a
 * hundred times as long as others, because a driver compiles in it; this one
 * reports progress and can be stopped. Thread: the owner's.
 *
 * Errors: those of koma_session_run(); %G_IO_ERROR_CANCELLED if @progress stops
 * it. The outputs are not valid then.
 */
gboolean
koma_session_warm (KomaSession        *session,
                   const KomaProgress *progress,
                   GError            **error)
{
  check_owner (session);

  return koma_program_warm (session->program, progress, error);
}

/**
 * koma_session_run:
 *
 * Computes the outputs from the inputs. Nothing is allocated. Thread: the
 * owner's.
 *
 * Errors: %KOMA_ERROR_BACKEND if a device is lost; %KOMA_ERROR_ARGUMENT if a
 * CheckIndices finds an index out of its range; %KOMA_ERROR_MODEL with the
 * flag DEBUG, if an op makes a NaN or an infinity.
 */
gboolean
koma_session_run (KomaSession *session,
                  GError     **error)
{
  check_owner (session);

  return koma_program_run (session->program, error);
}

/**
 * koma_session_check_output:
 * @index: an output of float32
 * @n_elems: how many of its first elements are looked at
 *
 * Looks for NaN and infinity in what the last run left in an output. If there
 * is one, the model is run once more to find the first op that made one, which
 * takes long; the inputs must not have changed. Errors: %KOMA_ERROR_MODEL,
 * naming the op; %KOMA_ERROR_BACKEND if the backend alone is to blame;
 * %KOMA_ERROR_MEMORY. Thread: the owner's.
 *
 * Returns: whether all numbers of the output are finite
 */
gboolean
koma_session_check_output (KomaSession *session,
                           guint        index,
                           gsize        n_elems,
                           GError     **error)
{
  check_owner (session);

  return koma_program_check_output (session->program,
                                    koma_graph_get_output (session->graph, index), n_elems,
                                    &session->program_options, error);
}

/**
 * koma_session_set_profiling:
 * @is_profiling: %TRUE begins anew
 *
 * Times each step of later runs, except those of koma_session_warm(). Timed runs
 * are slower, most of all on a GPU, which has to end one program before the
 * next. %FALSE forgets all times. Thread: the owner's.
 */
void
koma_session_set_profiling (KomaSession *session,
                            gboolean     is_profiling)
{
  check_owner (session);

  koma_program_set_profiling (session->program, is_profiling);
}

/**
 * koma_session_get_time:
 * @index: a step, see koma_session_get_step()
 * @ret_n_steps: (out): how many steps were timed as one, this the first of
 *   them; 1 as a rule, 0 for those behind the first
 *
 * Several programs that compute one step are added up. Runs that a device was
 * disturbed in do not count. Thread: the owner's.
 *
 * Returns: what the step took; zeros where nothing was timed
 */
KomaProfileTime
koma_session_get_time (const KomaSession *session,
                       guint              index,
                       guint             *ret_n_steps)
{
  return koma_program_get_time (session->program, index, ret_n_steps);
}

/**
 * koma_session_get_backend:
 *
 * Returns: the backend asked for, or chosen; single steps may run on `cpu`
 */
const KomaBackendClass *
koma_session_get_backend (const KomaSession *session)
{
  return session->backend;
}

/**
 * koma_session_get_precision:
 *
 * Returns: how the backend stores tensors; what runs on `cpu` is float32
 */
KomaPrecision
koma_session_get_precision (const KomaSession *session)
{
  return session->precision;
}

/**
 * koma_session_get_n_threads:
 *
 * Returns: threads that may compute, the caller's included; 1 or more
 */
guint
koma_session_get_n_threads (const KomaSession *session)
{
  return session->n_threads;
}

/**
 * koma_session_get_batch:
 *
 * Returns: pictures in one run, the first dimension of the first input
 */
guint
koma_session_get_batch (const KomaSession *session)
{
  return session->batch;
}

/**
 * koma_session_get_graph:
 *
 * Returns: (transfer none): the session's own graph: bound, passes done
 */
const KomaGraph *
koma_session_get_graph (const KomaSession *session)
{
  return session->graph;
}

/**
 * koma_session_get_n_steps:
 *
 * Returns: nodes left after the passes
 */
guint
koma_session_get_n_steps (const KomaSession *session)
{
  return koma_graph_get_n_nodes (session->graph);
}

/**
 * koma_session_get_step:
 *
 * Returns: a node, in the order of running, the backend that computes it
 *   and, where that is not the one asked for, the reason; borrowed
 */
KomaSessionStep
koma_session_get_step (const KomaSession *session,
                       guint              index)
{
  const KomaProgram   *program = session->program;
  const KomaPartition *partition = program->partition;
  const KomaNode      *node = koma_graph_get_node (session->graph, partition->order[index]);
  const KomaDType      to = koma_node_output (session->graph, node, 0)->dtype;

  return (KomaSessionStep){
    .node = node,
    .is_integer = koma_dtype_is_8_bit (koma_node_input (session->graph, node, 0)->dtype) &&
                  koma_dtype_is_8_bit (to),
    .is_rounded = node->op == KOMA_OP_FAKE_QUANTIZE || node->op == KOMA_OP_QUANTIZE ||
                  node->op == KOMA_OP_DEQUANTIZE,
    .backend = partition->backend_of[program->segment_of[index]],
    .reason = partition->reason_of[partition->order[index]],
  };
}

/**
 * koma_session_get_arena_bytes:
 *
 * Returns: bytes of host memory for values, after lifetimes were planned;
 *   what a backend keeps for itself is not in it
 */
gsize
koma_session_get_arena_bytes (const KomaSession *session)
{
  return session->program->arena_bytes;
}

/**
 * koma_session_get_n_inputs:
 *
 * Returns: number of inputs, in the order of the model
 */
guint
koma_session_get_n_inputs (const KomaSession *session)
{
  return koma_graph_get_n_inputs (session->graph);
}

/**
 * koma_session_get_input:
 *
 * Returns: (transfer none): dtype, shape and name of an input
 */
const KomaValue *
koma_session_get_input (const KomaSession *session,
                        guint              index)
{
  return koma_graph_get_value (session->graph, koma_graph_get_input (session->graph, index));
}

/**
 * koma_session_get_input_data:
 *
 * Returns: (transfer none): memory to write the input to, dense and row-major,
 *   the same for the life of the session; a run leaves it as it is
 */
gpointer
koma_session_get_input_data (KomaSession *session,
                             guint        index)
{
  return session->program->buffers[koma_graph_get_input (session->graph, index)];
}

/**
 * koma_session_get_n_outputs:
 *
 * Returns: number of outputs, in the order of the model
 */
guint
koma_session_get_n_outputs (const KomaSession *session)
{
  return koma_graph_get_n_outputs (session->graph);
}

/**
 * koma_session_get_output_name:
 *
 * Returns: (transfer none): the name of an output in the model
 */
const char *
koma_session_get_output_name (const KomaSession *session,
                              guint              index)
{
  return koma_graph_get_output_name (session->graph, index);
}

/**
 * koma_session_get_output:
 *
 * Returns: (transfer none): dtype and shape of an output
 */
const KomaValue *
koma_session_get_output (const KomaSession *session,
                         guint              index)
{
  return koma_graph_get_value (session->graph, koma_graph_get_output (session->graph, index));
}

/**
 * koma_session_get_output_data:
 *
 * Returns: (transfer none): the output, dense and row-major, the same memory for
 *   the life of the session; valid after a run
 */
gconstpointer
koma_session_get_output_data (const KomaSession *session,
                              guint              index)
{
  return session->program->buffers[koma_graph_get_output (session->graph, index)];
}
