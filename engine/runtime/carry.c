/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "carry-in-place.h"

/**
 * koma_carry_check:
 * @graph: inferred
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such output or input, or they are of different shapes
 * or dtypes.
 */
gboolean
koma_carry_check (const KomaGraph *graph,
                  const KomaCarry *carry,
                  GError         **error)
{
  const KomaValue *output = NULL;
  const KomaValue *input = NULL;

  if (carry->output >= koma_graph_get_n_outputs (graph) ||
      carry->input >= koma_graph_get_n_inputs (graph))
    return koma_fail (error, KOMA_ERROR_SHAPE, "Output %u can not be carried to input %u: there "
                                               "are %u and %u",
                      carry->output, carry->input, koma_graph_get_n_outputs (graph),
                      koma_graph_get_n_inputs (graph));
  output = koma_graph_get_value (graph, koma_graph_get_output (graph, carry->output));
  input = koma_graph_get_value (graph, koma_graph_get_input (graph, carry->input));
  if (output->dtype != input->dtype || !koma_shape_equal (&output->shape, &input->shape)) {
    g_autofree char *found = koma_shape_to_string (&output->shape);
    g_autofree char *expected = koma_shape_to_string (&input->shape);

    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "Output “%s” is %s %s, but input “%s”, which it becomes, is %s %s",
                      koma_graph_get_output_name (graph, carry->output),
                      koma_dtype_name (output->dtype), found, input->name,
                      koma_dtype_name (input->dtype), expected);
  }
  return TRUE;
}

static gboolean
reads (const KomaNode *node,
       KomaValueId     id)
{
  for (guint i = 0; i < node->n_inputs; i++)
    if (node->inputs[i] == id)
      return TRUE;
  return FALSE;
}

static gboolean
writes (const KomaNode *node,
        KomaValueId     id)
{
  for (guint i = 0; i < node->n_outputs; i++)
    if (node->outputs[i] == id)
      return TRUE;
  return FALSE;
}

static guint
count_ends (const KomaGraph *graph,
            KomaValueId      id)
{
  guint n = 0;

  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    n += koma_graph_get_output (graph, i) == id;
  return n;
}

/**
 * koma_carry_is_in_place:
 * @carry: a sound one
 *
 * Whether the output may be written over the input: a node makes it after all nodes that read the
 * input, and is none of them; its backend computes with the memory of the program, node by node;
 * and neither is an output under another name too.
 */
gboolean
koma_carry_is_in_place (const KomaGraph     *graph,
                        const KomaPartition *partition,
                        const KomaCarry     *carry)
{
  const KomaValueId output = koma_graph_get_output (graph, carry->output);
  const KomaValueId input = koma_graph_get_input (graph, carry->input);
  gboolean          is_made = FALSE;

  if (count_ends (graph, output) != 1 || count_ends (graph, input) != 0)
    return FALSE;
  for (guint segment = 0; segment < partition->n_segments; segment++) {
    if (!partition->backend_of[segment]->wants_inner_buffers)
      return FALSE;
    for (guint step = partition->first[segment]; step < partition->first[segment + 1]; step++) {
      const KomaNode *node = koma_graph_get_node (graph, partition->order[step]);

      is_made = is_made || writes (node, output);
      if (is_made && reads (node, input))
        return FALSE;
    }
  }
  return is_made;
}
