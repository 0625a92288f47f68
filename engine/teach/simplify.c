/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "simplify.h"

#include "engine/passes/passes.h"

/**
 * koma_simplify:
 *
 * Errors: those of koma_pass_bind() and koma_pass_infer(). Thread: any.
 */
gboolean
koma_simplify (KomaGraph *graph,
               GError   **error)
{
  return koma_pass_bind (graph, 1, NULL, 0, error) && koma_graph_sort (graph, error) &&
         koma_pass_remove_dead (graph, error) && koma_pass_infer (graph, error) &&
         koma_pass_sink_transposes (graph, error) && koma_pass_remove_identity (graph, error) &&
         koma_pass_lower_add_n (graph, error) && koma_pass_lower_batch_norm (graph, error) &&
         koma_pass_fold_affine (graph, error) && koma_pass_remove_dead (graph, error);
}
