/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

/**
 * koma_passes_copy_output:
 * @graph: a graph whose sizes, but for the batch, are known; not changed
 * @output: index of an output
 * @error: return location
 *
 * Binds a copy to one picture and infers it. Nodes that the output does not need are gone; values
 * are numbered as in @graph.
 *
 * Thread: any, while @graph is not changed.
 *
 * Errors: those of koma_pass_bind(), koma_graph_sort() and koma_pass_infer().
 *
 * Returns: (transfer full): the copy, whose only output is called "y"
 */
KomaGraph *
koma_passes_copy_output (const KomaGraph *graph,
                         guint            output,
                         GError         **error)
{
  g_autoptr (KomaGraph) copy = koma_graph_copy (graph);

  koma_graph_clear_outputs (copy);
  koma_graph_add_output (copy, "y", koma_graph_get_output (graph, output));
  if (!koma_pass_bind (copy, 1, NULL, 0, error) || !koma_graph_sort (copy, error) ||
      !koma_pass_remove_dead (copy, error) || !koma_pass_infer (copy, error))
    return NULL;
  return g_steal_pointer (&copy);
}
