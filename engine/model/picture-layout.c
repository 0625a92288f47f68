/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "picture-layout.h"

#include "engine/koma/koma-error.h"

/* Pictures are no smaller; what is may be anything. */
#define MIN_SIDE 8

/* Channels where PyTorch has them, and not where TensorFlow has them. */
static gboolean
is_channels_first (const KomaValue *input)
{
  const gint64 *dims = input->shape.dims;

  return input->dtype == KOMA_DTYPE_FLOAT32 && input->shape.rank == 4 &&
         (dims[1] == 1 || dims[1] == 3) && dims[3] != 1 && dims[3] != 3;
}

/**
 * koma_picture_has_channels_first:
 * @graph: not inferred
 *
 * Returns: whether the one input is a picture as [n,c,h,w]. Thread: any.
 */
gboolean
koma_picture_has_channels_first (const KomaGraph *graph)
{
  return koma_graph_get_n_inputs (graph) == 1 &&
         is_channels_first (koma_graph_get_value (graph, koma_graph_get_input (graph, 0)));
}

/**
 * koma_picture_to_channels_last:
 * @graph: not inferred
 *
 * Where koma_picture_has_channels_first(), the input becomes [n,h,w,c], as pictures are made ready
 * for all models, and a Transpose gives the rest of the graph what it had.
 * koma_pass_sink_transposes() takes that further.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_picture_to_channels_last (KomaGraph *graph,
                               GError   **error)
{
  static const gint32 perm[] = { 0, 3, 1, 2 };
  const KomaShape     perm_shape = KOMA_SHAPE (4);
  KomaValueId         inputs[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaValue          *input = NULL;
  KomaNode           *node = NULL;
  g_autoptr (KomaArray) tensor = NULL;

  if (!koma_picture_has_channels_first (graph))
    return TRUE;
  inputs[0] = koma_graph_get_input (graph, 0);
  input = koma_graph_get_value (graph, inputs[0]);
  tensor = koma_array_new_from_data (KOMA_DTYPE_INT32, &perm_shape, perm, error);
  if (tensor == NULL)
    return FALSE;
  inputs[1] = koma_graph_add_constant (graph, input->name, tensor);
  node = koma_graph_add_node (graph, KOMA_OP_TRANSPOSE, input->name, inputs, 2, NULL, error);
  if (node == NULL)
    return FALSE;
  koma_graph_put_behind_input (graph, inputs[0], node, node);
  input->shape = KOMA_SHAPE (input->shape.dims[0], input->shape.dims[2], input->shape.dims[3],
                             input->shape.dims[1]);
  return TRUE;
}

/* [n,h,w], about as high as wide, as pictures are that know no colours. [3,h,w] has some. */
static gboolean
is_without_channels (const KomaValue *input)
{
  const gint64 *dims = input->shape.dims;

  return input->dtype == KOMA_DTYPE_FLOAT32 && input->shape.rank == 3 && dims[0] != 3 &&
         MIN (dims[1], dims[2]) >= MIN_SIDE &&
         4 * MAX (dims[1], dims[2]) <= 5 * MIN (dims[1], dims[2]);
}

/**
 * koma_picture_add_channel:
 * @graph: not inferred
 *
 * A one input [n,h,w] that is a grey picture becomes [n,h,w,1], and a Squeeze gives the rest of the
 * graph what it had.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_picture_add_channel (KomaGraph *graph,
                          GError   **error)
{
  static const gint64 place[] = { 3 };
  KomaValueId         id = KOMA_VALUE_NONE;
  KomaValue          *input = NULL;
  KomaAttrs          *attrs = NULL;
  KomaNode           *node = NULL;

  if (koma_graph_get_n_inputs (graph) != 1)
    return TRUE;
  id = koma_graph_get_input (graph, 0);
  input = koma_graph_get_value (graph, id);
  if (!is_without_channels (input))
    return TRUE;
  attrs = koma_attrs_new ();
  koma_attrs_set_ints (attrs, "squeeze_dims", place, 1);
  node = koma_graph_add_node (graph, KOMA_OP_SQUEEZE, input->name, &id, 1, attrs, error);
  if (node == NULL)
    return FALSE;
  koma_graph_put_behind_input (graph, id, node, node);
  input = koma_graph_get_value (graph, id);
  input->shape = KOMA_SHAPE (input->shape.dims[0], input->shape.dims[1], input->shape.dims[2], 1);
  return TRUE;
}

/**
 * koma_picture_is_open:
 * @graph: not inferred, its pictures [n,h,w,c]
 *
 * Returns: whether it takes pictures of several sizes. Thread: any.
 */
gboolean
koma_picture_is_open (const KomaGraph *graph)
{
  const KomaShape *shape = NULL;

  if (koma_graph_get_n_inputs (graph) != 1)
    return FALSE;
  shape = &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape;
  return shape->rank == 4 && (shape->dims[3] == 1 || shape->dims[3] == 3) &&
         (shape->dims[1] < 0 || shape->dims[2] < 0);
}

/**
 * koma_picture_settle_size:
 * @graph: not inferred, of which koma_picture_is_open()
 * @width: of the pictures, unless the graph has it
 * @height: likewise
 *
 * Gives pictures of any size one.
 */
void
koma_picture_settle_size (KomaGraph *graph,
                          guint      width,
                          guint      height)
{
  gint64 *dims = koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape.dims;

  if (dims[1] < 0)
    dims[1] = height;
  if (dims[2] < 0)
    dims[2] = width;
}

/**
 * koma_picture_join_scores:
 * @graph: not inferred
 * @inferred: the same, inferred
 *
 * @ret_is_changed: (out): whether @graph was
 *
 * Where the one output is a list of scores as [n,c,1,1], as networks that end in a pool with
 * channels first give it, it becomes [n,c]. A Squeeze is added to @graph alone.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_picture_join_scores (KomaGraph       *graph,
                          const KomaGraph *inferred,
                          gboolean        *ret_is_changed,
                          GError         **error)
{
  static const gint64 places[] = { 2, 3 };
  const KomaShape    *shape = NULL;
  KomaValueId         output = KOMA_VALUE_NONE;
  KomaAttrs          *attrs = NULL;
  KomaNode           *node = NULL;

  *ret_is_changed = FALSE;
  if (koma_graph_get_n_outputs (inferred) != 1)
    return TRUE;
  shape = &koma_graph_get_value (inferred, koma_graph_get_output (inferred, 0))->shape;
  if (shape->rank != 4 || shape->dims[1] < 2 || shape->dims[2] != 1 || shape->dims[3] != 1)
    return TRUE;
  output = koma_graph_get_output (graph, 0);
  attrs = koma_attrs_new ();
  koma_attrs_set_ints (attrs, "squeeze_dims", places, 2);
  node = koma_graph_add_node (graph, KOMA_OP_SQUEEZE, koma_graph_get_output_name (graph, 0),
                              &output, 1, attrs, error);
  if (node == NULL)
    return FALSE;
  koma_graph_set_output (graph, 0, node->outputs[0]);
  *ret_is_changed = TRUE;
  return TRUE;
}
