/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "step-bind.h"

/**
 * koma_cpu_step_in_shape:
 *
 * Returns: (transfer none): the shape of an input
 */
const KomaShape *
koma_cpu_step_in_shape (const KomaCpuStep *step,
                        guint              index)
{
  return &koma_node_input (step->spec->graph, step->node, index)->shape;
}

/**
 * koma_cpu_step_out_shape:
 *
 * Returns: (transfer none): the shape of an output
 */
const KomaShape *
koma_cpu_step_out_shape (const KomaCpuStep *step,
                         guint              index)
{
  return &koma_node_output (step->spec->graph, step->node, index)->shape;
}

/**
 * koma_cpu_step_in_dtype:
 *
 * Returns: the element type of an input
 */
KomaDType
koma_cpu_step_in_dtype (const KomaCpuStep *step,
                        guint              index)
{
  return koma_node_input (step->spec->graph, step->node, index)->dtype;
}

/**
 * koma_cpu_step_is_8_bit:
 *
 * Returns: whether the first input is of 8 bits, so that the op computes with integers
 */
gboolean
koma_cpu_step_is_8_bit (const KomaCpuStep *step)
{
  return koma_dtype_is_8_bit (koma_cpu_step_in_dtype (step, 0));
}

typedef gboolean (*Prepare) (KomaCpuStep *step,
                             GError     **error);

/* An op without a function here does not link. */
#define KOMA_OP(ID, name, cpu, definition) [KOMA_OP_##ID] = koma_cpu_##cpu##_prepare,
static const Prepare prepares[] = {
#include "engine/ops/ops.inc"
};
#undef KOMA_OP

/**
 * koma_cpu_step_bind:
 *
 * Before a run: inputs and outputs of a session may lie elsewhere than in the last.
 */
void
koma_cpu_step_bind (KomaCpuStep *step)
{
  for (guint i = 0; i < step->node->n_inputs; i++)
    step->in[i] = step->spec->buffers[step->node->inputs[i]];
  for (guint i = 0; i < step->node->n_outputs; i++)
    step->out[i] = step->spec->buffers[step->node->outputs[i]];
}

/**
 * koma_cpu_step_init:
 * @step: (out caller-allocates): cleared first
 * @spec: with host buffers for all of the node's values; must outlive the step
 * @arena: must outlive the step; several may share it
 *
 * Makes a node ready to run. Errors: %KOMA_ERROR_UNSUPPORTED for element
 * types that the op can not take, %KOMA_ERROR_MEMORY, %KOMA_ERROR_BACKEND.
 *
 * Returns: whether it is ready; clear it with koma_cpu_step_clear() anyway
 */
gboolean
koma_cpu_step_init (KomaCpuStep           *step,
                    const KomaSegmentSpec *spec,
                    const KomaNode        *node,
                    KomaArena             *arena,
                    GError               **error)
{
  *step = (KomaCpuStep){ .spec = spec, .node = node, .arena = arena };
  step->in = g_new0 (const void *, node->n_inputs + 1);
  step->out = g_new0 (void *, node->n_outputs + 1);
  koma_cpu_step_bind (step);
  if (prepares[node->op](step, error)) {
    if (MAX (step->n_units, step->n_first_units) > 1) {
      step->threads = spec->threads;
      koma_threads_start (step->threads);
    }
    return TRUE;
  }
  g_prefix_error (error, "%s “%s”: ", koma_op_get_name (node->op), node->name);
  return FALSE;
}

/**
 * koma_cpu_step_clear:
 * @step: as koma_cpu_step_init() left it, whether that failed or not
 */
void
koma_cpu_step_clear (KomaCpuStep *step)
{
  if (step->free_data != NULL)
    step->free_data (step->data);
  g_free (step->in);
  g_free (step->out);
  *step = (KomaCpuStep){ 0 };
}

static void
run_unit (gpointer context,
          gsize    unit)
{
  const KomaCpuStep *step = context;

  step->run (step, unit);
}

static void
run_first_unit (gpointer context,
                gsize    unit)
{
  const KomaCpuStep *step = context;

  step->run_first (step, unit);
}

/**
 * koma_cpu_step_run:
 *
 * Runs all units, on the threads of the step. Denormal numbers are
 * flushed to zero meanwhile, as in XNNPACK: a multiplication with one is a
 * hundred times slower.
 *
 * Errors: %KOMA_ERROR_ARGUMENT of CheckIndices alone, if an index is out of its range.
 */
gboolean
koma_cpu_step_run (const KomaCpuStep *step,
                   GError           **error)
{
  if (step->n_first_units > 0)
    koma_threads_divide (step->threads, run_first_unit, (gpointer) step, step->n_first_units);
  koma_threads_divide (step->threads, run_unit, (gpointer) step, step->n_units);
  return step->check == NULL || step->check (step, error);
}
