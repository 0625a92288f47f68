/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

static void
append (GByteArray   *key,
        gconstpointer data,
        gsize         size_bytes)
{
  g_byte_array_append (key, data, size_bytes);
}

static void
append_number (GByteArray *key,
               guint32     number)
{
  append (key, &number, sizeof number);
}

static void
append_value (GByteArray      *key,
              const KomaValue *value)
{
  append_number (key, value->dtype);
  append_number (key, value->shape.rank);
  append (key, value->shape.dims, sizeof value->shape.dims);
}

static void
append_constant (GByteArray      *key,
                 const KomaArray *array)
{
  append_number (key, array->dtype);
  append_number (key, array->shape.rank);
  append (key, array->shape.dims, sizeof array->shape.dims);
  append (key, array->data, koma_array_get_size_bytes (array));
}

static void
append_node (GByteArray     *key,
             const KomaNode *node)
{
  append_number (key, node->op);
  append_number (key, node->n_inputs);
  append (key, node->inputs, node->n_inputs * sizeof (KomaValueId));
  append_number (key, node->n_outputs);
  append (key, node->outputs, node->n_outputs * sizeof (KomaValueId));
  append (key, &node->clamp, sizeof node->clamp);
  koma_attrs_append_key (node->attrs, key);
}

/**
 * koma_graph_make_key:
 * @graph: without quantised values and without attributes that are objects
 *
 * What a graph computes, written down: its inputs, the contents of its constants, its nodes with
 * their attributes, its outputs. Names are not in it. Thread: any, while @graph is not changed.
 *
 * Returns: (transfer full): equal for graphs that one program computes
 */
GBytes *
koma_graph_make_key (const KomaGraph *graph)
{
  GByteArray *key = g_byte_array_sized_new (256);

  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++) {
    const KomaValue *value = koma_graph_get_value (graph, id);

    if (value->constant == NULL)
      continue;
    append_number (key, id);
    append_constant (key, value->constant);
  }
  append_number (key, KOMA_VALUE_NONE);
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    append_number (key, koma_graph_get_input (graph, i));
    append_value (key, koma_graph_get_value (graph, koma_graph_get_input (graph, i)));
  }
  append_number (key, KOMA_VALUE_NONE);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    append_node (key, koma_graph_get_node (graph, i));
  append_number (key, KOMA_VALUE_NONE);
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    append_number (key, koma_graph_get_output (graph, i));
  return g_byte_array_free_to_bytes (key);
}
