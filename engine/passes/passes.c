/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

/**
 * koma_passes_run:
 * @graph: as a reader made it
 *
 * Makes a graph ready for a backend: shapes settled, what is known computed,
 * what can be fused fused.
 *
 * Errors: those of koma_pass_bind() and koma_pass_infer().
 */
gboolean
koma_passes_run (KomaGraph               *graph,
                 const KomaPassesOptions *options,
                 GError                 **error)
{
  return koma_pass_bind (graph, options->batch, options->shapes, options->n_shapes, error) &&
         koma_graph_sort (graph, error) &&
         koma_pass_remove_dead (graph, error) &&
         koma_pass_infer (graph, error) &&
         koma_pass_unroll_recurrent (graph, error) &&
         koma_pass_sink_transposes (graph, error) &&
         koma_pass_remove_identity (graph, error) &&
         koma_pass_lower_add_n (graph, error) &&
         koma_pass_lower_batch_norm (graph, error) &&
         koma_pass_fuse_gelu (graph, error) &&
         (!options->fuses_layer_norm || koma_pass_fuse_layer_norm (graph, error)) &&
         (!options->fuses_attention || koma_pass_fuse_attention (graph, error)) &&
         koma_pass_fold_affine (graph, error) &&
         koma_pass_fuse_pad (graph, error) &&
         koma_pass_fuse_clamp (graph, error) &&
         (!options->computes_integers || koma_pass_integer_ops (graph, error)) &&
         koma_pass_fuse_quantize (graph, error) &&
         koma_pass_remove_dead (graph, error);
}
