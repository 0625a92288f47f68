/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "build.h"
#include "engine/passes/passes.h"

/* Contents that no node reads; most were weights in another layout. A number in their place, so
 * that the value remains a constant. */
static void
drop_unread (KomaGraph *graph)
{
  g_autofree guint *uses = koma_graph_count_uses (graph);
  g_autoptr (KomaArray) zero = koma_array_new_scalar (KOMA_DTYPE_FLOAT32, 0, NULL);

  for (KomaValueId id = 0; zero != NULL && id < koma_graph_get_n_values (graph); id++)
    if (uses[id] == 0 && koma_graph_get_value (graph, id)->constant != NULL)
      koma_graph_set_constant (graph, id, zero);
}

/**
 * koma_onnx_builder_forget:
 *
 * Leaves the graph as readers leave theirs: what was computed ahead whatever the batch is remains
 * as constants, and all else that was inferred is forgotten. Thread: any.
 */
void
koma_onnx_builder_forget (KomaOnnxBuilder *self)
{
  KomaGraph *graph = self->nodes.graph;

  g_array_set_size (self->is_removed, koma_graph_get_n_nodes (graph) + 1);
  koma_graph_remove_nodes (graph, (const gboolean *) self->is_removed->data);
  /* Masks and the like that nobody reads. It can not fail. */
  (void) koma_pass_remove_dead (graph, NULL);
  koma_graph_forget_inferred (graph);
  drop_unread (graph);
}
