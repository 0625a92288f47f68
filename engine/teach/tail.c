/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The cut is sought from the end: a place between two nodes that one value alone crosses, behind
 * which so many layers with weights stand as make about one block. Of several the one where the
 * least has to be kept of each picture is taken. */
#include <string.h>

#include "engine/gradient/gradient.h"
#include "simplify.h"
#include "tail-private.h"

/* About a block of residual networks; all of a small network. */
#define LEAST_LAYERS 3
#define MOST_LAYERS  8
#define MOST_NUMBERS 6000000

static gboolean
has_weights (const KomaGraph *graph,
             const KomaNode  *node)
{
  return (node->op == KOMA_OP_CONV_2D || node->op == KOMA_OP_DEPTHWISE_CONV_2D ||
          node->op == KOMA_OP_MAT_MUL) &&
         koma_node_input (graph, node, 1)->constant != NULL;
}

gboolean
koma_tail_is_weight (const KomaGraph *graph,
                     const KomaNode  *node,
                     guint            input)
{
  const KomaArray *constant = koma_node_input (graph, node, input)->constant;

  if (constant == NULL || constant->dtype != KOMA_DTYPE_FLOAT32 || constant->count < 2)
    return FALSE;
  switch ((int) node->op) {
  case KOMA_OP_ADD:
  case KOMA_OP_CONV_2D:
  case KOMA_OP_DEPTHWISE_CONV_2D:
  case KOMA_OP_MAT_MUL:
  case KOMA_OP_MUL:
  case KOMA_OP_PRELU:
  case KOMA_OP_SUB:
    return TRUE;
  default:
    return FALSE;
  }
}

static gsize
count_numbers (const KomaGraph *graph,
               const KomaNode  *node)
{
  gsize n = 0;

  for (guint k = 0; k < node->n_inputs; k++)
    if (koma_tail_is_weight (graph, node, k))
      n += koma_node_input (graph, node, k)->constant->count;
  return n;
}

/* The node behind which nothing reads a value any more. */
static guint *
find_last_uses (const KomaGraph *graph)
{
  guint *last = g_new0 (guint, koma_graph_get_n_values (graph) + 1);

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint k = 0; k < node->n_inputs; k++)
      last[node->inputs[k]] = i;
  }
  last[koma_graph_get_output (graph, 0)] = G_MAXUINT;
  return last;
}

/* The one value that is made before node @index and read by it or behind it; or NONE. */
static KomaValueId
find_crossing (const KomaGraph *graph,
               const guint     *last_uses,
               guint            index)
{
  KomaValueId crossing = KOMA_VALUE_NONE;

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    if (last_uses[koma_graph_get_input (graph, i)] >= index)
      return KOMA_VALUE_NONE;
  for (guint i = 0; i < index; i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint k = 0; k < node->n_outputs; k++)
      if (last_uses[node->outputs[k]] >= index) {
        if (crossing != KOMA_VALUE_NONE)
          return KOMA_VALUE_NONE;
        crossing = node->outputs[k];
      }
  }
  return crossing;
}

static gboolean
is_better (const KomaTail *self,
           guint           n_layers,
           guint           n_best,
           gsize           n_values)
{
  return self->cut == KOMA_VALUE_NONE || (n_best < LEAST_LAYERS && n_layers > n_best) ||
         (n_layers >= LEAST_LAYERS && n_values < self->n_values);
}

static gboolean
find_cut (KomaTail *self,
          GError  **error)
{
  const KomaGraph  *graph = self->graph;
  g_autofree guint *last_uses = find_last_uses (graph);
  const KomaNode   *stop = NULL;
  gsize             n_numbers = 0;
  guint             n_layers = 0, n_best = 0;

  for (guint i = koma_graph_get_n_nodes (graph); i-- > 1 && stop == NULL;) {
    const KomaNode   *node = koma_graph_get_node (graph, i);
    const KomaValueId crossing = find_crossing (graph, last_uses, i);
    const KomaValue  *value = NULL;

    n_numbers += count_numbers (graph, node);
    n_layers += has_weights (graph, node);
    if (!koma_gradient_has (node->op) || n_numbers > MOST_NUMBERS || n_layers > MOST_LAYERS)
      stop = node;
    if (stop != NULL || n_layers == 0 || crossing == KOMA_VALUE_NONE)
      continue;
    value = koma_graph_get_value (graph, crossing);
    if (value->dtype != KOMA_DTYPE_FLOAT32 || value->shape.rank == 0 || value->shape.dims[0] != 1 ||
        !is_better (self, n_layers, n_best, koma_shape_count (&value->shape)))
      continue;
    self->first = i;
    self->cut = crossing;
    self->n_values = koma_shape_count (&value->shape);
    n_best = n_layers;
  }
  if (self->cut != KOMA_VALUE_NONE)
    return TRUE;
  if (stop == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "The model has too few layers before its last one to be fine-tuned");
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "The end of the model has no block that can be fine-tuned alone; %s “%s” is in "
                    "the way",
                    koma_node_get_op_name (stop), stop->name);
}

static void
collect_weights (KomaTail *self)
{
  GPtrArray *arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  self->places = g_array_new (FALSE, FALSE, sizeof (KomaTailPlace));
  for (guint i = self->first; i < koma_graph_get_n_nodes (self->graph); i++) {
    const KomaNode *node = koma_graph_get_node (self->graph, i);

    for (guint k = 0; k < node->n_inputs; k++) {
      const KomaTailPlace place = { i, k };

      if (!koma_tail_is_weight (self->graph, node, k))
        continue;
      g_array_append_val (self->places, place);
      g_ptr_array_add (arrays, koma_array_ref (koma_node_input (self->graph, node, k)->constant));
      self->n_numbers += koma_node_input (self->graph, node, k)->constant->count;
    }
  }
  self->weights = koma_tuned_weights_new (arrays);
}

/**
 * koma_tail_new:
 * @features: as koma_features_graph_new() gives it; copied
 *
 * Finds the end of a graph that can be fine-tuned: from three layers with weights on, of at most
 * eight layers and six million numbers, behind a place that one value alone crosses.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none, naming the node that is in the way; those of
 * koma_session_new() for shapes. Thread: any.
 *
 * Returns: (transfer full): the tail
 */
KomaTail *
koma_tail_new (const KomaGraph *features,
               GError         **error)
{
  g_autoptr (KomaTail) self = g_new0 (KomaTail, 1);

  self->cut = KOMA_VALUE_NONE;
  self->graph = koma_graph_copy (features);
  if (!koma_simplify (self->graph, error) || !find_cut (self, error))
    return NULL;
  collect_weights (self);
  return g_steal_pointer (&self);
}

/**
 * koma_tail_free:
 * @self: (nullable) (transfer full)
 */
void
koma_tail_free (KomaTail *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->graph, koma_graph_free);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->weights, koma_tuned_weights_unref);
  g_free (self);
}

gsize
koma_tail_get_n_values (const KomaTail *self)
{
  return self->n_values;
}

guint
koma_tail_get_n_features (const KomaTail *self)
{
  const KomaValueId output = koma_graph_get_output (self->graph, 0);

  return (guint) koma_shape_count (&koma_graph_get_value (self->graph, output)->shape);
}

const char *
koma_tail_get_node (const KomaTail *self)
{
  return koma_graph_get_node (self->graph, self->first)->name;
}

gsize
koma_tail_get_n_numbers (const KomaTail *self)
{
  return self->n_numbers;
}

KomaTunedWeights *
koma_tail_get_weights (const KomaTail *self)
{
  return self->weights;
}

static KomaArray *
read_array (const KomaShape *shape,
            const guint8    *bytes,
            GError         **error)
{
  KomaArray *array = koma_array_new (KOMA_DTYPE_FLOAT32, shape, error);

  for (gsize k = 0; array != NULL && k < array->count; k++) {
    guint32 bits = 0;

    memcpy (&bits, bytes + k * sizeof bits, sizeof bits);
    bits = GUINT32_FROM_LE (bits);
    memcpy ((float *) array->data + k, &bits, sizeof bits);
  }
  return array;
}

/**
 * koma_tail_read_weights:
 * @bytes: koma_tuned_weights_to_bytes()
 *
 * Errors: %KOMA_ERROR_SHAPE if they are of another tail; %KOMA_ERROR_MEMORY. Thread: any.
 *
 * Returns: (transfer full): the weights
 */
KomaTunedWeights *
koma_tail_read_weights (const KomaTail *self,
                        GBytes         *bytes,
                        GError        **error)
{
  gsize         size_bytes = 0;
  const guint8 *at = g_bytes_get_data (bytes, &size_bytes);
  g_autoptr (GPtrArray) arrays =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  if (size_bytes != self->n_numbers * sizeof (float)) {
    koma_fail (error, KOMA_ERROR_SHAPE, "The fine-tuned weights are of another model");
    return NULL;
  }
  for (guint i = 0; i < koma_tuned_weights_get_n (self->weights); i++) {
    KomaArray *array =
      read_array (&koma_tuned_weights_get (self->weights, i)->shape, at, error);

    if (array == NULL)
      return NULL;
    at += array->count * sizeof (float);
    g_ptr_array_add (arrays, array);
  }
  return koma_tuned_weights_new (g_steal_pointer (&arrays));
}

/**
 * koma_tail_make_stem:
 *
 * Thread: any. Returns: (transfer full): from the input of the model to the cut
 */
KomaGraph *
koma_tail_make_stem (const KomaTail *self)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (guint));

  return koma_graph_extract (self->graph, &self->cut, 1, inputs);
}

/**
 * koma_tail_apply:
 * @weights: of this tail
 *
 * Thread: any. Returns: (transfer full): the graph of features with other weights at its end, for
 *   one picture
 */
KomaGraph *
koma_tail_apply (const KomaTail   *self,
                 KomaTunedWeights *weights)
{
  KomaGraph *graph = koma_graph_copy (self->graph);

  for (guint w = 0; w < self->places->len; w++) {
    const KomaTailPlace    *place = &g_array_index (self->places, KomaTailPlace, w);
    KomaNode               *node = koma_graph_get_node (graph, place->node);
    g_autofree KomaValueId *inputs = g_memdup2 (node->inputs, node->n_inputs * sizeof *inputs);

    inputs[place->input] =
      koma_graph_add_constant (graph, koma_node_input (graph, node, place->input)->name,
                               koma_tuned_weights_get (weights, w));
    koma_node_set_inputs (node, inputs, node->n_inputs);
  }
  return graph;
}
