/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "known-inputs.h"

/* Of a model with very many nodes that Koma does not know, in one go. */
#define MAX_SEARCHES 64

static void
want (KomaOnnxLowering *self,
      KomaValueId       value)
{
  const KomaGraph *graph = self->raw->graph;
  const guint      n = MIN (koma_graph_get_n_inputs (graph), self->source->n_inputs);

  for (guint i = 0; i < n; i++)
    if (koma_graph_get_input (graph, i) == value && !self->known->is_wanted[i]) {
      self->known->is_wanted[i] = TRUE;
      self->known->has_grown = TRUE;
    }
}

/* The inputs of the graph that a value is computed from. */
static void
want_origins (KomaOnnxLowering  *self,
              const KomaValueId *values,
              guint              n_values,
              const guint       *producers,
              gboolean          *is_seen)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  g_array_append_vals (todo, values, n_values);
  while (todo->len > 0) {
    const KomaValueId value = g_array_index (todo, KomaValueId, todo->len - 1);

    g_array_set_size (todo, todo->len - 1);
    if (value == KOMA_VALUE_NONE || is_seen[value])
      continue;
    is_seen[value] = TRUE;
    want (self, value);
    if (producers[value] < koma_graph_get_n_nodes (self->raw->graph)) {
      const KomaNode *node = koma_graph_get_node (self->raw->graph, producers[value]);

      g_array_append_vals (todo, node->inputs, node->n_inputs);
    }
  }
}

/**
 * koma_onnx_want_inputs:
 * @inputs: (element-type KomaValueId): of a node that could not be lowered
 *
 * Notes which inputs of the graph may help. Mostly a node's first input is data, and the others say
 * what to do with it: the first one is looked at where they are no inputs of the graph.
 *
 * Thread: any.
 */
void
koma_onnx_want_inputs (KomaOnnxLowering *self,
                       const GArray     *inputs)
{
  KomaOnnxKnownInputs *known = self->known;
  const KomaValueId   *values = (const KomaValueId *) inputs->data;
  g_autofree guint    *producers = NULL;
  g_autofree gboolean *is_seen = NULL;

  if (self->source->n_inputs == 0 || known->has_grown || inputs->len == 0 ||
      ++known->n_searches > MAX_SEARCHES)
    return;
  producers = koma_graph_find_producers (self->raw->graph);
  is_seen = g_new0 (gboolean, koma_graph_get_n_values (self->raw->graph) + 1);
  want_origins (self, values + 1, inputs->len - 1, producers, is_seen);
  if (!known->has_grown)
    want_origins (self, values, 1, producers, is_seen);
}

/**
 * koma_onnx_get_known_input:
 * @index: of an input of the graph
 * @shape: an open batch is what the numbers make of it
 *
 * Errors: %KOMA_ERROR_MEMORY. Thread: any.
 *
 * Returns: (transfer full) (nullable): its numbers; %NULL, without an error, if they are not
 *   wanted, not known, or of another size
 */
KomaArray *
koma_onnx_get_known_input (const KomaOnnxLowering *self,
                           guint                   index,
                           KomaDType               dtype,
                           const KomaShape        *shape,
                           GError                **error)
{
  KomaShape     full = *shape;
  GBytes       *bytes = NULL;
  gsize         one = 0;
  gsize         size = 0;
  gconstpointer data = NULL;

  if (index >= self->source->n_inputs || !self->known->is_wanted[index])
    return NULL;
  bytes = self->source->inputs[index];
  data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;
  if (full.rank > 0 && full.dims[0] == KOMA_DIM_UNKNOWN)
    full.dims[0] = 1;
  if (!koma_shape_check (&full, koma_dtype_size (dtype), &one, error))
    return NULL;
  one *= koma_dtype_size (dtype);
  if (bytes == NULL || (one == 0) != (size == 0) || (one > 0 && size % one != 0))
    return NULL;
  if (one > 0 && shape->rank > 0 && shape->dims[0] == KOMA_DIM_UNKNOWN)
    full.dims[0] = (gint64) (size / one);
  else if (one != size)
    return NULL;
  return koma_array_new_from_data (dtype, &full, data, error);
}
