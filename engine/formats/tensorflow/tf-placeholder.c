/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A Placeholder without a shape. Old files write `{}` for that, which newer ones write for a single
 * number, such as the share that dropout keeps. What reads it tells: a convolution takes pictures,
 * of as many channels as its filter. */

#include "tf-inference.h"

/* Nodes between the input and what tells of its shape, and those that are looked at in all. */
#define MAX_HOPS  64
#define MAX_LOOKS 256

/* Nodes of one input, as far as shapes are concerned, that keep the shape. */
static const char *const keepers[] = {
  "Identity",
  "Cast",
  "Relu",
  "Relu6",
  "Tanh",
  "Sigmoid",
  "StopGradient",
  "Square",
  "Neg",
};
/* Nodes that keep the shape where the other input is a constant. */
static const char *const with_constants[] = {
  "Add",
  "AddV2",
  "BiasAdd",
  "Sub",
  "Mul",
  "RealDiv",
  "Div",
  "Maximum",
  "Minimum",
  "Pad",
  "PadV2",
  "MirrorPad",
};
/* Nodes that take pictures. */
static const char *const of_pictures[] = {
  "MaxPool",
  "AvgPool",
  "FusedBatchNorm",
  "FusedBatchNormV2",
  "FusedBatchNormV3",
  "ResizeBilinear",
  "ResizeNearestNeighbor",
  "ResizeBicubic",
  "SpaceToBatchND",
  "SpaceToDepth",
  "LRN",
};
/* Nodes that say that it is no single number, and no more. */
static const char *const of_tensors[] = {
  "Reshape",
  "Transpose",
  "Squeeze",
  "ExpandDims",
  "Shape",
  "ConcatV2",
  "StridedSlice",
  "Slice",
  "Split",
  "Unpack",
  "Softmax",
  "Mean",
  "ReverseV2",
};

static gboolean
is_any (const KomaTfNode  *node,
        const char *const *ops,
        guint              n_ops)
{
  for (guint i = 0; i < n_ops; i++)
    if (koma_tf_node_is (node, ops[i]))
      return TRUE;
  return FALSE;
}

#define IS_ANY(node, ops) is_any ((node), (ops), G_N_ELEMENTS (ops))

/* Through nodes that hand on. (nullable) */
static const KomaArray *
find_constant (const KomaTfGraph *graph,
               const KomaTfNode  *node,
               guint              input)
{
  for (guint hops = 0; node != NULL && hops < MAX_HOPS; hops++) {
    node = koma_tf_graph_find_input (graph, node, input);
    if (node == NULL || koma_tf_node_is (node, "Const"))
      return node != NULL ? node->value : NULL;
    if (!koma_tf_node_is (node, "Identity"))
      return NULL;
    input = 0;
  }
  return NULL;
}

static gboolean
has_constants (const KomaTfGraph *graph,
               const KomaTfNode  *node,
               guint              but)
{
  for (guint i = 0; i < node->inputs->len; i++)
    if (i != but && !koma_tf_reference_is_control (node->inputs->pdata[i]) &&
        find_constant (graph, node, i) == NULL)
      return FALSE;
  return TRUE;
}

/* [?,?,?,c], or [?,c,?,?] */
static KomaShape
make_picture (const KomaTfNode *node,
              gint64            n_channels)
{
  const char *format = koma_attrs_get_string (node->attrs, "data_format", "NHWC");
  KomaShape   shape = KOMA_SHAPE (KOMA_DIM_UNKNOWN, KOMA_DIM_UNKNOWN, KOMA_DIM_UNKNOWN,
                                  KOMA_DIM_UNKNOWN);

  shape.dims[g_str_has_prefix (format, "NC") ? 1 : 3] = n_channels;
  return shape;
}

static gboolean
find_shape_at (const KomaTfGraph *graph,
               const KomaTfNode  *node,
               guint              input,
               KomaShape         *ret_shape)
{
  const gboolean is_convolution =
    koma_tf_node_is (node, "Conv2D") || koma_tf_node_is (node, "DepthwiseConv2dNative");
  const KomaArray *weights = NULL;

  if (input == 0 && (is_convolution || koma_tf_node_is (node, "MatMul")))
    weights = find_constant (graph, node, 1);
  if (is_convolution && input == 0)
    *ret_shape = make_picture (node, weights != NULL && weights->shape.rank == 4
                                       ? weights->shape.dims[2]
                                       : KOMA_DIM_UNKNOWN);
  else if (koma_tf_node_is (node, "MatMul") && weights != NULL && weights->shape.rank == 2)
    *ret_shape =
      KOMA_SHAPE (KOMA_DIM_UNKNOWN,
                  weights->shape.dims[koma_attrs_get_int (node->attrs, "transpose_b", 0) ? 1 : 0]);
  else if (input == 0 && IS_ANY (node, of_pictures))
    *ret_shape = make_picture (node, KOMA_DIM_UNKNOWN);
  else if (input == 0 && IS_ANY (node, of_tensors))
    *ret_shape = (KomaShape){ .rank = KOMA_RANK_UNKNOWN };
  else
    return FALSE;
  return TRUE;
}

static gboolean
find_shape (const KomaTfGraph *graph,
            guint              from,
            guint              hops,
            guint             *io_looks, /* that may still be taken */
            KomaShape         *ret_shape)
{
  gboolean is_found = FALSE;

  if (*io_looks == 0)
    return FALSE;
  --*io_looks;
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (graph) && hops < MAX_HOPS; i++) {
    const KomaTfNode *node = koma_tf_graph_get_node (graph, i);

    for (guint k = 0; k < node->inputs->len; k++) {
      const char *reference = node->inputs->pdata[k];
      guint       index = 0;
      guint       output = 0;
      KomaShape   shape = { .rank = KOMA_RANK_UNKNOWN };

      if (koma_tf_reference_is_control (reference) ||
          !koma_tf_graph_resolve (graph, reference, &index, &output) || index != from)
        continue;
      if (!find_shape_at (graph, node, k, &shape) &&
          !((IS_ANY (node, keepers) ||
             (IS_ANY (node, with_constants) && has_constants (graph, node, k))) &&
            find_shape (graph, i, hops + 1, io_looks, &shape)))
        continue;
      if (!is_found || shape.rank != KOMA_RANK_UNKNOWN)
        *ret_shape = shape;
      if (shape.rank != KOMA_RANK_UNKNOWN)
        return TRUE;
      is_found = TRUE;
    }
  }
  return is_found;
}

/**
 * koma_tf_settle_placeholders:
 * @graph: a graph whose results stand in its list
 *
 * Gives inputs without a shape what the nodes that read them tell of it; inputs of a single number
 * that are read as more become inputs of unknown rank. Thread: any.
 */
void
koma_tf_settle_placeholders (KomaTfGraph *graph)
{
  guint n_looks = MAX_LOOKS;

  for (guint i = 0; i < koma_tf_graph_get_n_nodes (graph); i++) {
    KomaTfNode *node = graph->nodes->pdata[i];

    if (!koma_tf_node_is (node, "Placeholder") ||
        (node->shape.rank != 0 && node->shape.rank != KOMA_RANK_UNKNOWN))
      continue;
    find_shape (graph, i, 0, &n_looks, &node->shape);
  }
}
