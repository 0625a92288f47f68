/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "session-private.h"

#include "flags.h"
#include "thread-mark.h"
#include "threads.h"

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
 * koma_session_bind:
 * @session: made with are_ends_bound
 * @inputs: dense and row-major, of koma_memory_alloc(); only read
 * @outputs: likewise, none of them an input's or another output's; %NULL for an output that is a
 *   constant, an input, or the same value as an output before it
 *
 * Later runs read @inputs and write @outputs where they are, and nothing is copied. All of them
 * must live until the last run before they are bound again. Thread: the owner's.
 */
void
koma_session_bind (KomaSession         *session,
                   gconstpointer const *inputs,
                   gpointer const      *outputs)
{
  check_owner (session);

  koma_program_bind (session->program, inputs, outputs);
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
