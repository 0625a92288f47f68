/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The value range that a network wants is written nowhere; but the beginning
 * of its graph tells more often than not:
 *
 * - Arithmetic with constants on the input is normalisation inside the graph.
 *   With y = a p + b over p in 0 … 255: small y, so it wants bytes; huge y, so
 *   it wants 0 … 1 (TensorFlow Hub's 2 x − 1); 0 … 1 or 0 … 255 out of −1 … 1, so that.
 * - Where the first convolution of stride 2 is padded alike on all sides: TensorFlow's
 *   SAME pads an even size at the end only, so the network comes from PyTorch or MXNet,
 *   whose networks want ImageNet's mean and deviation.
 */
#include <math.h>

#include "recipe-infer.h"

typedef struct
{
  double   a;
  double   b;
  gboolean is_seen;
} Affine;

/* The one node that reads a value; NULL: none, or several. */
static const KomaNode *
find_reader (const KomaGraph *graph,
             KomaValueId      value)
{
  const KomaNode *found = NULL;

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint k = 0; k < node->n_inputs; k++) {
      if (node->inputs[k] != value)
        continue;
      if (found != NULL)
        return NULL;
      found = node;
    }
  }
  return found;
}

/* The first number of a constant that is one number, or one a channel. */
static gboolean
get_factor (const KomaGraph *graph,
            KomaValueId      value,
            double          *ret_factor)
{
  const KomaArray *constant = koma_graph_get_value (graph, value)->constant;

  if (constant == NULL || constant->dtype != KOMA_DTYPE_FLOAT32 ||
      constant->count == 0 || constant->count > 4)
    return FALSE;
  *ret_factor = ((const float *) constant->data)[0];
  return TRUE;
}

/* Whether it only changes the order of numbers, as of RGB to BGR. */
static gboolean
is_turning (const KomaGraph *graph,
            const KomaNode  *node)
{
  return (node->op == KOMA_OP_STRIDED_SLICE || node->op == KOMA_OP_REVERSE) &&
         koma_shape_equal (&koma_graph_get_value (graph, node->inputs[0])->shape,
                           &koma_graph_get_value (graph, node->outputs[0])->shape);
}

/* Applies a node to the affine map so far; FALSE: it is no such node. */
static gboolean
apply (const KomaGraph *graph,
       const KomaNode  *node,
       KomaValueId      value,
       Affine          *affine)
{
  const gboolean is_first = node->inputs[0] == value;
  double         factor = 0;

  if (node->op == KOMA_OP_IDENTITY || node->op == KOMA_OP_CAST || is_turning (graph, node))
    return TRUE;
  if (node->n_inputs != 2 || !get_factor (graph, node->inputs[is_first ? 1 : 0], &factor))
    return FALSE;
  if (node->op == KOMA_OP_MUL) {
    affine->a *= factor;
    affine->b *= factor;
  } else if (node->op == KOMA_OP_DIV && is_first && factor != 0) {
    affine->a /= factor;
    affine->b /= factor;
  } else if (node->op == KOMA_OP_ADD)
    affine->b += factor;
  else if (node->op == KOMA_OP_SUB && is_first)
    affine->b -= factor;
  else
    return FALSE;
  affine->is_seen = TRUE;
  return TRUE;
}

static gboolean
is_near (double a,
         double b)
{
  return fabs (a - b) < 0.02;
}

static const char *
range_of_affine (const Affine *f,
                 const char  **ret_reason)
{
  const double at_minus_1 = f->b - f->a;
  const double at_1 = f->b + f->a;

  if (is_near (at_minus_1, 0) && (is_near (at_1, 1) || is_near (at_1, 255))) {
    *ret_reason = "the graph itself turns −1 … 1 into what its layers want";
    return "-1,1";
  }
  if (fabs (255 * f->a + f->b) <= 256) {
    *ret_reason = "the graph normalises its input itself";
    return "0,255";
  }
  *ret_reason = "the graph normalises its input itself, from 0 … 1";
  return "0,1";
}

/* Whether the first convolution has stride 2 and the same zeros on all four
 * sides; @value is what it, or the padding before it, reads. */
static gboolean
is_padded_evenly (const KomaGraph *graph,
                  KomaValueId      value)
{
  const KomaNode *node = find_reader (graph, value);
  gsize           sides[4] = { 0 };
  KomaWindow2D    window = { 0 };

  if (node != NULL && node->op == KOMA_OP_PAD) {
    for (guint i = 0; i < 2; i++) {
      sides[i] = node->params.pad.before[i + 1];
      sides[i + 2] = node->params.pad.after[i + 1];
    }
    node = find_reader (graph, node->outputs[0]);
  }
  if (node == NULL || node->op != KOMA_OP_CONV_2D)
    return FALSE;
  window = node->params.window;
  sides[0] += window.padding.top;
  sides[1] += window.padding.left;
  sides[2] += window.padding.bottom;
  sides[3] += window.padding.right;
  return window.stride_h == 2 && window.stride_w == 2 && !window.is_same_padding && sides[0] > 0 &&
         sides[0] == sides[1] && sides[0] == sides[2] && sides[0] == sides[3];
}

/* Whether koma_pass_float_pictures() found a picture of int32. */
static gboolean
is_whole (const KomaGraph *graph,
          const KomaNode  *node) /* (nullable) */
{
  if (node == NULL || node->op != KOMA_OP_ROUND)
    return FALSE;
  node = find_reader (graph, node->outputs[0]);
  return node != NULL && node->op == KOMA_OP_CAST &&
         koma_graph_get_value (graph, node->outputs[0])->dtype == KOMA_DTYPE_INT32;
}

/**
 * koma_recipe_infer_range:
 * @graph: inferred
 * @ret_source: whether the graph or its maker says so, or it is a guess
 * @ret_reason: (transfer none): a sentence, in English
 *
 * Returns: (transfer none): a name for koma_recipe_set_range()
 */
const char *
koma_recipe_infer_range (const KomaGraph       *graph,
                         const KomaRecipeHints *hints,
                         KomaRecipeSource      *ret_source,
                         const char           **ret_reason)
{
  Affine          affine = { .a = 1 };
  KomaValueId     value = koma_graph_get_input (graph, 0);
  const KomaNode *node = find_reader (graph, value);

  *ret_source = KOMA_SOURCE_GUESS;
  if (hints->is_teachable_machine) {
    *ret_source = KOMA_SOURCE_METADATA;
    *ret_reason = "Teachable Machine's own code does so";
    return "teachable-machine";
  }
  if (is_whole (graph, node)) {
    *ret_source = KOMA_SOURCE_GRAPH;
    *ret_reason = "the input takes whole numbers, so bytes";
    return "0,255";
  }
  for (guint i = 0;
       node != NULL && i < koma_graph_get_n_nodes (graph) && apply (graph, node, value, &affine);
       i++) {
    value = node->outputs[0];
    node = find_reader (graph, value);
  }
  if (affine.is_seen) {
    *ret_source = KOMA_SOURCE_GRAPH;
    return range_of_affine (&affine, ret_reason);
  }
  if (hints->has_labels_constant) {
    *ret_source = KOMA_SOURCE_METADATA;
    *ret_reason = "the graph holds its labels, as the web app did that divided by 255";
    return "0,1";
  }
  if (koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape.dims[3] == 1) {
    *ret_reason = "usual for grey pictures";
    return "0,1";
  }
  if (is_padded_evenly (graph, value)) {
    *ret_reason = "the first convolution is padded on all sides as PyTorch and MXNet do, "
                  "so ImageNet's mean and deviation";
    return "imagenet";
  }
  if (hints->has_channels_first) {
    *ret_reason = "channels come first as in PyTorch and MXNet, so ImageNet's mean and deviation";
    return "imagenet";
  }
  *ret_reason = "usual for TensorFlow and Keras networks";
  return "-1,1";
}

/* What an integer of 8 bits stands for, where the first thing that is done with the input is to
 * make one of it; values may be moved before. */
static gboolean
find_first_steps (const KomaGraph *graph,
                  double          *ret_scale,
                  double          *ret_low) /* the least integer's */
{
  const KomaNode  *node = find_reader (graph, koma_graph_get_input (graph, 0));
  const KomaArray *scale = NULL;
  const KomaArray *zero = NULL;

  while (node != NULL && (node->op == KOMA_OP_TRANSPOSE || node->op == KOMA_OP_RESHAPE ||
                          node->op == KOMA_OP_SQUEEZE))
    node = find_reader (graph, node->outputs[0]);
  if (node != NULL && node->op == KOMA_OP_FAKE_QUANTIZE) {
    *ret_scale = node->params.fake_quantize.scale;
    *ret_low = node->params.fake_quantize.low * *ret_scale;
    return node->params.fake_quantize.high - node->params.fake_quantize.low == 255;
  }
  if (node == NULL || node->op != KOMA_OP_QUANTIZE || node->n_inputs != 3)
    return FALSE;
  scale = koma_graph_get_value (graph, node->inputs[1])->constant;
  zero = koma_graph_get_value (graph, node->inputs[2])->constant;
  if (scale == NULL || zero == NULL || scale->count != 1 || zero->count != 1)
    return FALSE;
  *ret_scale = ((const float *) scale->data)[0];
  *ret_low = zero->dtype == KOMA_DTYPE_UINT8
               ? -*ret_scale * ((const guint8 *) zero->data)[0]
               : *ret_scale * (G_MININT8 - ((const gint8 *) zero->data)[0]);
  return koma_dtype_is_8_bit (zero->dtype);
}

/**
 * koma_recipe_infer_bytes:
 * @graph: inferred, and pairs of Quantize and Dequantize fused
 * @recipe: its scale and offset are set
 *
 * An input of 8 bits has as many levels as a byte: the darkest is its least integer, the brightest
 * its greatest. Where the file does not say what the integers stand for, they are 0 … 255, or
 * −128 … 127 where they have a sign: what programs for such models give them.
 *
 * Returns: whether the graph begins by rounding its input to 8 bits
 */
gboolean
koma_recipe_infer_bytes (const KomaGraph *graph,
                         KomaRecipe      *recipe)
{
  double scale = 0;
  double low = 0;

  if (!find_first_steps (graph, &scale, &low))
    return FALSE;
  for (guint c = 0; c < G_N_ELEMENTS (recipe->scale); c++) {
    recipe->scale[c] = scale;
    recipe->offset[c] = low;
  }
  return TRUE;
}
