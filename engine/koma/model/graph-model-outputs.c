/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph-model-outputs.h"

#include "engine/passes/passes.h"
#include "engine/koma/tensor/tensor-info-private.h"

/* Two sets of sizes for what inputs leave open: what differs between the outputs is open there. The
 * sides are some that networks for pictures take. */
static const gint64 trial_batches[] = { 1, 2 };
static const gint64 trial_sides[] = { 64, 96 };

/* (nullable) @graph with all shapes */
static KomaGraph *
infer (const KomaGraph *graph,
       guint            trial)
{
  g_autoptr (KomaGraph) copy = koma_graph_copy (graph);

  for (guint i = 0; i < koma_graph_get_n_inputs (copy); i++) {
    KomaShape *shape = &koma_graph_get_value (copy, koma_graph_get_input (copy, i))->shape;

    if (shape->rank == KOMA_RANK_UNKNOWN)
      return NULL;
    for (guint d = 0; d < shape->rank; d++)
      if (shape->dims[d] < 0)
        shape->dims[d] = d == 0 ? trial_batches[trial] : trial_sides[trial];
  }
  if (!koma_pass_bind (copy, 0, NULL, 0, NULL) || !koma_graph_sort (copy, NULL) ||
      !koma_pass_remove_dead (copy, NULL) || !koma_pass_infer (copy, NULL))
    return NULL;
  return g_steal_pointer (&copy);
}

static KomaTensorInfo *
compare (const KomaGraph *first,
         const KomaGraph *second,
         const char      *name,
         guint            index)
{
  const KomaValue *a = koma_graph_get_value (first, koma_graph_get_output (first, index));
  const KomaValue *b = koma_graph_get_value (second, koma_graph_get_output (second, index));
  KomaShape        shape = a->shape;

  if (a->shape.rank != b->shape.rank)
    return koma_tensor_info_new (name, a->dtype, NULL);
  for (guint d = 0; d < shape.rank; d++)
    if (a->shape.dims[d] != b->shape.dims[d])
      shape.dims[d] = KOMA_DIM_UNKNOWN;
  return koma_tensor_info_new (name, a->dtype, &shape);
}

/**
 * koma_graph_model_infer_outputs: (skip)
 * @graph: not inferred
 *
 * Returns: (transfer full) (element-type KomaTensorInfo): without a shape where trial sizes do not
 *   go through
 */
GPtrArray *
koma_graph_model_infer_outputs (const KomaGraph *graph)
{
  g_autoptr (KomaGraph) first = infer (graph, 0);
  g_autoptr (KomaGraph) second = first != NULL ? infer (graph, 1) : NULL;
  GPtrArray *infos = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++) {
    const char *name = koma_graph_get_output_name (graph, i);

    g_ptr_array_add (infos, second != NULL ? compare (first, second, name, i)
                                           : koma_tensor_info_new (name, KOMA_DTYPE_FLOAT32, NULL));
  }
  return infos;
}
