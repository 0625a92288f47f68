/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "fold.h"

#include "step.h"

static void
fill_buffers (const KomaGraph  *graph,
              const KomaNode   *node,
              KomaArray *const *outputs,
              void            **buffers)
{
  for (guint i = 0; i < node->n_inputs; i++) {
    const KomaArray *constant = koma_node_input (graph, node, i)->constant;

    /* The input of Shape need not be a constant. */
    if (constant != NULL)
      buffers[node->inputs[i]] = (void *) constant->data;
  }
  for (guint i = 0; i < node->n_outputs; i++)
    buffers[node->outputs[i]] = outputs[i]->data;
}

static gboolean
run_once (const KomaGraph  *graph,
          const KomaNode   *node,
          KomaArray *const *outputs,
          void            **buffers,
          GError          **error)
{
  const KomaSegmentSpec spec = { .graph = graph, .buffers = buffers, .n_threads = 1 };
  g_autoptr (KomaArena) arena = koma_arena_new (0);
  KomaCpuStep step = { 0 };
  gboolean    is_done = FALSE;

  fill_buffers (graph, node, outputs, buffers);
  is_done = koma_cpu_step_init (&step, &spec, node, arena, error);
  if (is_done)
    is_done = koma_cpu_step_run (&step, error);
  koma_cpu_step_clear (&step);
  return is_done;
}

/**
 * koma_cpu_fold:
 * @node: inferred, and all its inputs are constants
 * @scratch: (array): room for a pointer for each value of @graph, zeros at first; one
 *   for all nodes of a graph, or folding would take quadratic time
 *
 * Computes a node ahead; its outputs become constants of @graph. The node
 * stays in place, with nothing left to do. Errors: those of koma_cpu_step_init() and
 * koma_cpu_step_run().
 */
gboolean
koma_cpu_fold (KomaGraph      *graph,
               const KomaNode *node,
               void          **scratch,
               GError        **error)
{
  g_autoptr (GPtrArray) outputs =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  for (guint i = 0; i < node->n_outputs; i++) {
    const KomaValue *value = koma_node_output (graph, node, i);
    KomaArray       *tensor = koma_array_new (value->dtype, &value->shape, error);

    if (tensor == NULL)
      return FALSE;
    g_ptr_array_add (outputs, tensor);
  }
  if (!run_once (graph, node, (KomaArray *const *) outputs->pdata, scratch, error))
    return FALSE;
  for (guint i = 0; i < node->n_outputs; i++)
    koma_graph_set_constant (graph, node->outputs[i], g_ptr_array_index (outputs, i));
  return TRUE;
}
