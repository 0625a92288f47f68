/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "program-private.h"

#include "debug.h"
#include "finite-check.h"
#include "flags.h"
#include "lifetimes.h"
#include "memory.h"

extern const KomaBackendClass koma_backend_cpu;

/* Of the time that a program with segments to finish takes: what comes before. */
#define COMPILE_SHARE 0.25

/* Each with what its spec points to. */
typedef struct _KomaProgramPart
{
  KomaSegmentSpec spec;
  GArray         *inputs;  /* KomaValueId */
  GArray         *outputs; /* KomaValueId */
  KomaSegment    *segment;
  gboolean        is_timed; /* node by node; otherwise, while profiling, as a whole */
} Part;

/* Values of a segment that come from outside, and those it makes for others:
 * the ones that need memory although the segment keeps inner ones. */
static void
find_border (KomaProgram *program,
             guint        index)
{
  Part                *part = &program->parts[index];
  const KomaPartition *partition = program->partition;
  g_autoptr (GHashTable) inner = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint step = partition->first[index]; step < partition->first[index + 1]; step++) {
    const KomaNode *node = koma_graph_get_node (program->graph, partition->order[step]);

    for (guint i = 0; i < node->n_inputs; i++) {
      KomaValueId id = node->inputs[i];
      if (koma_graph_get_value (program->graph, id)->constant == NULL &&
          !g_hash_table_contains (inner, GUINT_TO_POINTER (id)) &&
          g_hash_table_add (seen, GUINT_TO_POINTER (id)))
        g_array_append_val (part->inputs, id);
    }
    for (guint i = 0; i < node->n_outputs; i++) {
      g_hash_table_add (inner, GUINT_TO_POINTER (node->outputs[i]));
      if (program->buffers[node->outputs[i]] != NULL)
        g_array_append_val (part->outputs, node->outputs[i]);
    }
  }
}

static gboolean
has_unfinished (const KomaProgram *program)
{
  for (guint i = 0; i < program->partition->n_segments; i++)
    if (program->partition->backend_of[i]->finish != NULL)
      return TRUE;
  return FALSE;
}

/* Segments count by their nodes. */
static const KomaProgress *
part_of_progress (const KomaProgram  *program,
                  const KomaProgress *whole, /* (nullable) */
                  guint               index,
                  double              from,
                  double              to,
                  KomaProgressPart   *ret_part)
{
  const KomaPartition *partition = program->partition;
  const double         each = (to - from) / partition->n_nodes;

  return koma_progress_part (whole, from + each * partition->first[index],
                             from + each * partition->first[index + 1], ret_part);
}

static gboolean
compile_part (KomaProgram              *program,
              guint                     index,
              const KomaProgramOptions *options,
              GError                  **error)
{
  Part                   *part = &program->parts[index];
  const KomaPartition    *partition = program->partition;
  const KomaBackendClass *backend = partition->backend_of[index];
  const double            share = has_unfinished (program) ? COMPILE_SHARE : 1;
  KomaProgressPart        part_progress;
  const KomaProgress     *progress =
    part_of_progress (program, options->progress, index, 0, share, &part_progress);

  part->inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  part->outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  find_border (program, index);
  part->spec = (KomaSegmentSpec){
    .graph = program->graph,
    .nodes = partition->order + partition->first[index],
    .n_nodes = partition->first[index + 1] - partition->first[index],
    .inputs = (const KomaValueId *) part->inputs->data,
    .n_inputs = part->inputs->len,
    .outputs = (const KomaValueId *) part->outputs->data,
    .n_outputs = part->outputs->len,
    .buffers = program->buffers,
    .joins_elements = partition->joins_elements,
    .uses = program->uses,
    .threads = options->threads,
    .n_threads = options->n_threads,
    .cpu_level = options->cpu_level,
    .precision = options->precision,
    .is_brief = options->is_brief,
  };
  for (guint step = partition->first[index]; step < partition->first[index + 1]; step++)
    program->segment_of[step] = index;
  part->segment = backend->compile (&part->spec, progress, error);
  return part->segment != NULL && koma_progress_report (progress, 1, error);
}

static gboolean
finish_part (KomaProgram              *program,
             guint                     index,
             const KomaProgramOptions *options,
             GError                  **error)
{
  KomaSegment        *segment = program->parts[index].segment;
  KomaProgressPart    part_progress;
  const KomaProgress *progress = part_of_progress (program, options->progress, index,
                                                   COMPILE_SHARE, 1, &part_progress);

  return segment->klass->finish == NULL || (segment->klass->finish (segment, progress, error) &&
                                            koma_progress_report (progress, 1, error));
}

/**
 * koma_program_new:
 * @graph: sorted and inferred; must not change, and outlive the program
 *
 * Compiles @graph for options->backend; what that does not support runs on
 * `cpu` in the same program. Errors: %KOMA_ERROR_MEMORY, %KOMA_ERROR_BACKEND,
 * %KOMA_ERROR_UNSUPPORTED; %G_IO_ERROR_CANCELLED by options->progress.
 * Thread: the one that will run it.
 *
 * Returns: (transfer full): the program
 */
KomaProgram *
koma_program_new (const KomaGraph          *graph,
                  const KomaProgramOptions *options,
                  GError                  **error)
{
  g_autoptr (KomaProgram) program = g_new0 (KomaProgram, 1);

  program->graph = graph;
  program->partition = koma_partition_new (graph, options->backend, &koma_backend_cpu);
  program->partition->joins_elements = koma_flags_get (KOMA_FLAG_CHAINS) == 1;
  program->is_debugged = koma_flags_are_debugging ();
  program->is_checked = program->is_debugged || options->is_checked;
  if (program->is_debugged)
    koma_debug_warn ();
  if (program->is_checked || options->is_split)
    koma_partition_split (program->partition);
  program->lifetimes = koma_lifetimes_find (graph, program->partition, options->n_threads);
  program->uses = koma_graph_count_uses (graph);
  program->buffers = g_new0 (void *, koma_graph_get_n_values (graph) + 1);
  program->parts = g_new0 (Part, program->partition->n_segments + 1);
  program->segment_of = g_new0 (guint, program->partition->n_nodes + 1);
  if (options->are_ends_bound)
    koma_program_leave_ends_unbound (program);
  koma_program_bind_ends (program, options);
  if (!koma_program_plan_arena (program, error))
    return NULL;
  koma_program_bind_carries (program, options);
  for (guint i = 0; i < program->partition->n_segments; i++)
    if (!compile_part (program, i, options, error))
      return NULL;
  for (guint i = 0; i < program->partition->n_segments; i++)
    if (!finish_part (program, i, options, error))
      return NULL;
  return g_steal_pointer (&program);
}

/**
 * koma_program_free:
 * @program: (nullable) (transfer full)
 *
 * Thread: the one that made it.
 */
void
koma_program_free (KomaProgram *program)
{
  if (program == NULL)
    return;
  for (guint i = 0; program->parts != NULL && i < program->partition->n_segments; i++) {
    Part *part = &program->parts[i];
    if (part->segment != NULL)
      part->segment->klass->free (part->segment);
    g_clear_pointer (&part->inputs, g_array_unref);
    g_clear_pointer (&part->outputs, g_array_unref);
  }
  koma_profile_free (program->profile);
  g_free (program->times_ms);
  g_free (program->parts);
  g_free (program->segment_of);
  g_clear_pointer (&program->copies, g_array_unref);
  g_free (program->buffers);
  g_free (program->lifetimes);
  g_free (program->uses);
  koma_memory_free (program->arena);
  koma_partition_free (program->partition);
  g_free (program);
}

/**
 * koma_program_bind:
 * @program: whose ends are bound
 * @inputs: where inputs lie
 * @outputs: where outputs are written to; %NULL for one that no node writes, or that an output
 *   before it is
 *
 * Until it is bound again: backends look in each run where buffers are. See koma_session_bind().
 */
void
koma_program_bind (KomaProgram         *program,
                   gconstpointer const *inputs,
                   gpointer const      *outputs)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (program->graph); i++)
    program->buffers[koma_graph_get_input (program->graph, i)] = (gpointer) inputs[i];
  for (guint i = 0; i < koma_graph_get_n_outputs (program->graph); i++)
    if (outputs[i] != NULL)
      program->buffers[koma_graph_get_output (program->graph, i)] = outputs[i];
}

/**
 * koma_program_warm:
 *
 * Runs once, as koma_program_run() does, with progress for backends whose first
 * run takes long.
 *
 * Errors: those of koma_program_run(); %G_IO_ERROR_CANCELLED by @progress.
 */
gboolean
koma_program_warm (KomaProgram        *program,
                   const KomaProgress *progress,
                   GError            **error)
{
  for (guint i = 0; i < program->partition->n_segments; i++) {
    KomaSegment        *segment = program->parts[i].segment;
    KomaProgressPart    part;
    const KomaProgress *its_own = part_of_progress (program, progress, i, 0, 1, &part);
    gboolean            is_done = segment->klass->warm != NULL
                                    ? segment->klass->warm (segment, its_own, error)
                                    : segment->klass->run (segment, error);

    if (!is_done || !koma_progress_report (its_own, 1, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
run_profiled (KomaProgram *program,
              guint        index,
              GError     **error)
{
  KomaSegment *segment = program->parts[index].segment;
  const guint  first = program->partition->first[index];
  const guint  n_nodes = program->partition->first[index + 1] - first;
  double      *times_ms = program->times_ms + first;
  gint64       begin_us = g_get_monotonic_time ();

  if (program->parts[index].is_timed) {
    if (!segment->klass->run_profiled (segment, times_ms, error))
      return FALSE;
    for (guint i = 0; i < n_nodes; i++)
      if (times_ms[i] >= 0)
        koma_profile_add (program->profile, first + i, times_ms[i]);
    return TRUE;
  }
  if (!segment->klass->run (segment, error))
    return FALSE;
  koma_profile_add (program->profile, first, (g_get_monotonic_time () - begin_us) / 1e3);
  return TRUE;
}

static gboolean
run_part (KomaProgram *program,
          guint        index,
          GError     **error)
{
  KomaSegment *segment = program->parts[index].segment;

  if (program->profile != NULL)
    return run_profiled (program, index, error);
  return segment->klass->run (segment, error);
}

/* Looks at what a node computed before the next uses it. */
static gboolean
run_checked (KomaProgram *program,
             guint        index,
             GError     **error)
{
  const KomaNode *node = koma_graph_get_node (program->graph, program->partition->order[index]);
  const gint64    begin_us = g_get_monotonic_time ();

  if (!run_part (program, index, error))
    return FALSE;
  if (program->is_debugged)
    koma_debug_tell (program->graph, node, program->partition->backend_of[index],
                     (g_get_monotonic_time () - begin_us) / 1e3);
  return koma_finite_check_node (program->graph, node, program->buffers, error);
}

static void
carry_outputs (KomaProgram *program)
{
  for (guint i = 0; i < program->copies->len; i++) {
    const KomaCarry  *carry = &g_array_index (program->copies, KomaCarry, i);
    const KomaValueId input = koma_graph_get_input (program->graph, carry->input);

    memmove (program->buffers[input],
             program->buffers[koma_graph_get_output (program->graph, carry->output)],
             koma_value_get_bytes (koma_graph_get_value (program->graph, input)));
  }
}

/**
 * koma_program_run:
 *
 * Reads the input buffers, writes the output buffers, and carries outputs to inputs; allocates
 * nothing, unless it is profiled.
 *
 * Errors: %KOMA_ERROR_BACKEND if a device is lost; %KOMA_ERROR_ARGUMENT if a
 * CheckIndices finds an index out of its range; %KOMA_ERROR_MODEL with the
 * flag DEBUG, or where it is checked, if an op makes NaN or infinity.
 */
gboolean
koma_program_run (KomaProgram *program,
                  GError     **error)
{
  for (guint i = 0; i < program->partition->n_segments; i++)
    if (program->is_checked ? !run_checked (program, i, error) : !run_part (program, i, error))
      return FALSE;
  carry_outputs (program);
  return TRUE;
}

static void
copy_inputs (const KomaProgram *from,
             KomaProgram       *to)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (from->graph); i++) {
    const KomaValueId id = koma_graph_get_input (from->graph, i);

    if (from->buffers[id] != NULL && to->buffers[id] != NULL)
      memcpy (to->buffers[id], from->buffers[id],
              koma_value_get_bytes (koma_graph_get_value (from->graph, id)));
  }
}

/**
 * koma_program_check_output:
 * @id: a float32 output that a run computed; its inputs still stand
 * @n_elems: how many of its first elements are looked at
 * @options: those that @program was made with
 *
 * Looks for NaN and infinity in an output. If there is one, the graph is run
 * once more on `cpu`, which loses no NaN, op by op, to find the first that made
 * one. Errors: %KOMA_ERROR_MODEL, naming that op; %KOMA_ERROR_BACKEND if `cpu`
 * makes none, so that the backend is to blame; those of koma_program_new().
 *
 * Returns: whether the output is finite
 */
gboolean
koma_program_check_output (KomaProgram              *program,
                           KomaValueId               id,
                           gsize                     n_elems,
                           const KomaProgramOptions *options,
                           GError                  **error)
{
  KomaProgramOptions checked_options = *options;
  g_autoptr (KomaProgram) checked = NULL;

  if (koma_finite_are (program->buffers[id], n_elems))
    return TRUE;
  checked_options.backend = &koma_backend_cpu;
  checked_options.precision = KOMA_PRECISION_FLOAT32;
  checked_options.progress = NULL;
  checked_options.is_checked = TRUE;
  checked_options.input_memory = NULL;
  checked_options.are_ends_bound = FALSE;
  checked_options.n_carries = 0;
  checked = koma_program_new (program->graph, &checked_options, error);
  if (checked == NULL)
    return FALSE;
  copy_inputs (program, checked);
  if (koma_program_run (checked, error))
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND,
                 "Backend “%s” made NaN or infinity, where “cpu” makes none",
                 options->backend->name);
  return FALSE;
}

/**
 * koma_program_set_profiling:
 *
 * Starts profiling again, or ends it; either forgets all times. Allocates what
 * timing needs, so that runs without it cost nothing.
 */
void
koma_program_set_profiling (KomaProgram *program,
                            gboolean     is_profiling)
{
  g_clear_pointer (&program->profile, koma_profile_free);
  g_clear_pointer (&program->times_ms, g_free);
  for (guint i = 0; i < program->partition->n_segments; i++) {
    Part                   *part = &program->parts[i];
    const KomaBackendClass *klass = part->segment->klass;

    part->is_timed =
      klass->set_profiling != NULL && klass->set_profiling (part->segment, is_profiling);
  }
  if (is_profiling) {
    program->profile = koma_profile_new (program->partition->n_nodes);
    program->times_ms = g_new0 (double, program->partition->n_nodes + 1);
  }
}

/**
 * koma_program_get_time:
 * @ret_n_steps: (out): how many steps were timed as one, this the first of
 *   them; 0 where it is one of those behind
 *
 * Returns: what step @step took while profiling
 */
KomaProfileTime
koma_program_get_time (const KomaProgram *program,
                       guint              step,
                       guint             *ret_n_steps)
{
  const KomaPartition *partition = program->partition;
  const guint          index = program->segment_of[step];

  *ret_n_steps = 1;
  if (!program->parts[index].is_timed)
    *ret_n_steps = step == partition->first[index] ? partition->first[index + 1] - step : 0;
  if (program->profile == NULL)
    return (KomaProfileTime){ 0 };
  return koma_profile_get (program->profile, step);
}
