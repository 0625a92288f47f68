/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Class activation maps (Zhou and others, “Learning Deep Features for Discriminative Localization”,
 * 2016, section 2). Where a graph averages the features f of all n places and multiplies the means
 * by a matrix W, the logit of class c is the mean over all places of
 *
 *   z(place, c) = Σ W[k, c] · f(place, k)
 *
 * plus a bias: it is a sum of shares of places, and the map of shares is exact. Where the matrix
 * comes before the mean, as in SqueezeNet, z is what is averaged.
 *
 * Shares of a logit say little where all classes have much of it everywhere. So the map shows
 * shares of the log-odds, ln (p(c) / Σ p(j)), as occlusion does: their derivative by the logits is
 * 1 for c and −q(j) for all others, q(j) = p(j) / (1 − p(c)), so the share of a place is
 *
 *   z(place, c) − Σ q(j) · z(place, j)
 *
 * That the shares of any score are weighted by its derivatives is Grad-CAM (Selvaraju and others,
 * 2017, section 3). */
#include "class-activation.h"

#include "engine/graph/graph.h"
#include "engine/passes/passes.h"
#include "log-odds.h"

/* Fewer places say nothing of where. */
#define MIN_PLACES 4

typedef struct
{
  /* A copy, bound to one picture and inferred; values are numbered as in the base. */
  KomaGraph *graph;
  guint     *producers;

  KomaValueId     value;
  const KomaNode *dense; /* (nullable) between the pooling and the scores */
  gboolean        is_channels_first;
} Search;

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->producers, g_free);
  g_clear_pointer (&self->graph, koma_graph_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static gboolean
search_init (Search          *self,
             const KomaGraph *base,
             guint            output,
             GError         **error)
{
  self->value = koma_graph_get_output (base, output);
  self->graph = koma_passes_copy_output (base, output, error);
  if (self->graph == NULL)
    return FALSE;
  self->producers = koma_graph_find_producers (self->graph);
  return TRUE;
}

static const KomaShape *
get_shape (const Search *self,
           KomaValueId   value)
{
  return &koma_graph_get_value (self->graph, value)->shape;
}

/* ---- What a node is ---- */

/* The mean of all rows and columns of [1, rows, columns, channels] … */
static gboolean
averages_places (const KomaShape *x,
                 const KomaNode  *node)
{
  if (x->rank != 4 || x->dims[1] * x->dims[2] < MIN_PLACES)
    return FALSE;
  if (node->op == KOMA_OP_MEAN)
    return node->params.reduce.axes_mask == KOMA_REDUCE_ROWS_AND_COLUMNS;
  return node->op == KOMA_OP_AVG_POOL && node->params.window.kernel_h == x->dims[1] &&
         node->params.window.kernel_w == x->dims[2];
}

/* … or of [1, channels, rows, columns], as graphs of ONNX may have it. */
static gboolean
averages_last (const KomaShape *x,
               const KomaNode  *node)
{
  return node->op == KOMA_OP_MEAN && x->rank == 4 && x->dims[2] * x->dims[3] >= MIN_PLACES &&
         node->params.reduce.axes_mask == KOMA_REDUCE_ROWS_AND_COLUMNS << 1;
}

static gboolean
is_pooling (Search         *self,
            const KomaNode *node)
{
  const KomaShape *x = get_shape (self, node->inputs[0]);

  self->is_channels_first = averages_last (x, node);
  return self->is_channels_first || averages_places (x, node);
}

/* It multiplies all that is left of the picture by weights. */
static gboolean
is_dense (const Search   *self,
          const KomaNode *node)
{
  const KomaArray *weights = NULL;

  if (node->op != KOMA_OP_MAT_MUL && node->op != KOMA_OP_CONV_2D)
    return FALSE;
  weights = koma_node_input (self->graph, node, 1)->constant;
  return weights != NULL && weights->dtype == KOMA_DTYPE_FLOAT32 &&
         weights->count == koma_shape_count (get_shape (self, node->inputs[0])) *
                             koma_shape_count (get_shape (self, node->outputs[0]));
}

/* A bias, which is the same at all places. */
static gboolean
is_bias (const Search   *self,
         const KomaNode *node)
{
  return node->op == KOMA_OP_ADD && self->dense == NULL;
}

/* It changes neither values nor their order; Softmax and its like are monotone. */
static gboolean
passes_through (const Search   *self,
                const KomaNode *node)
{
  switch ((int) node->op) {
  case KOMA_OP_LOG_SOFTMAX:
  case KOMA_OP_SIGMOID:
  case KOMA_OP_SOFTMAX:
    return self->dense == NULL;
  case KOMA_OP_CAST:
  case KOMA_OP_DEQUANTIZE:
  case KOMA_OP_EXPAND_DIMS:
  case KOMA_OP_FAKE_QUANTIZE:
  case KOMA_OP_IDENTITY:
  case KOMA_OP_QUANTIZE:
  case KOMA_OP_RESHAPE:
  case KOMA_OP_SQUEEZE:
  case KOMA_OP_STOP_GRADIENT:
  case KOMA_OP_TRANSPOSE: /* of one place */
    return TRUE;
  default:
    return is_bias (self, node);
  }
}

/* ---- The search ---- */

/* The one input that is no constant. */
static KomaValueId
find_source (const Search   *self,
             const KomaNode *node)
{
  KomaValueId source = KOMA_VALUE_NONE;

  for (guint i = 0; i < node->n_inputs; i++)
    if (koma_node_input (self->graph, node, i)->constant == NULL) {
      if (source != KOMA_VALUE_NONE)
        return KOMA_VALUE_NONE;
      source = node->inputs[i];
    }
  return source;
}

/* Backwards from the scores; then @self->value is what is pooled. */
static gboolean
find_pooling (Search  *self,
              GError **error)
{
  for (;;) {
    const guint     producer = self->producers[self->value];
    const KomaNode *node = NULL;
    KomaValueId     source = KOMA_VALUE_NONE;

    if (producer >= koma_graph_get_n_nodes (self->graph))
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "The model does not average over places");
    node = koma_graph_get_node (self->graph, producer);
    source = find_source (self, node);
    if (source != KOMA_VALUE_NONE && is_pooling (self, node)) {
      self->value = source;
      return TRUE;
    }
    if (source != KOMA_VALUE_NONE && self->dense == NULL && is_dense (self, node))
      self->dense = node;
    else if (source == KOMA_VALUE_NONE || !passes_through (self, node))
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                        "%s “%s” stands between the scores and a mean over all places",
                        koma_node_get_op_name (node), node->name);
    self->value = source;
  }
}

/* ---- The weights ---- */

/* [n_features, n_classes], however the layer stores them. */
static float *
copy_weights (const Search *self,
              guint         n_features,
              guint         n_classes)
{
  const KomaArray *array = koma_node_input (self->graph, self->dense, 1)->constant;
  const float     *data = array->data;
  const gboolean   is_transposed =
    self->dense->op == KOMA_OP_MAT_MUL && self->dense->params.mat_mul.is_b_transposed;
  float *weights = g_memdup2 (data, array->count * sizeof (float));

  for (guint k = 0; k < n_features && is_transposed; k++)
    for (guint c = 0; c < n_classes; c++)
      weights[(gsize) k * n_classes + c] = data[(gsize) c * n_features + k];
  return weights;
}

static gboolean
describe (const Search        *self,
          gsize                n_classes,
          KomaClassActivation *ret_activation,
          GError             **error)
{
  const KomaShape *shape = get_shape (self, self->value);
  const guint      first = self->is_channels_first ? 2 : 1; /* dimension of the rows */
  const gsize      n_features = shape->dims[self->is_channels_first ? 1 : 3];
  const gsize      n_weights =
    self->dense != NULL ? koma_node_input (self->graph, self->dense, 1)->constant->count : 0;

  if (self->dense != NULL ? n_weights != n_features * n_classes : n_features != n_classes)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "The model averages %" G_GSIZE_FORMAT " values at each place, which do not "
                      "make %" G_GSIZE_FORMAT " scores by one layer",
                      n_features, n_classes);
  *ret_activation = (KomaClassActivation){
    .rows = shape->dims[first],
    .columns = shape->dims[first + 1],
    .n_features = n_features,
    .n_classes = n_classes,
    .is_channels_first = self->is_channels_first,
    .weights = self->dense != NULL ? copy_weights (self, n_features, n_classes) : NULL,
  };
  return TRUE;
}

/**
 * koma_class_activation_graph_new:
 * @base: as koma_model_get_graph() gives it; its sizes, but for the batch, are known
 * @output: index of the output with the scores
 * @ret_activation: (out caller-allocates): koma_class_activation_clear()
 *
 * Finds the mean over all places before the scores, with one dense layer behind it or none, and
 * takes what goes into that mean for an output. The result is not inferred: it is for
 * koma_session_new(), with two outputs: what is averaged, for each picture `[rows, columns,
 * n_features]` or, if is_channels_first, `[n_features, rows, columns]`; and the scores.
 *
 * Thread: any, while @base is not changed.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the graph ends in another way, naming the node that is in the
 * way; those of koma_session_new() for shapes.
 *
 * Returns: (transfer full): the graph
 */
KomaGraph *
koma_class_activation_graph_new (const KomaGraph     *base,
                                 guint                output,
                                 KomaClassActivation *ret_activation,
                                 GError             **error)
{
  g_auto (Search) search = { 0 };
  g_autoptr (KomaGraph) sorted = koma_graph_copy (base);
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (guint));
  const KomaValueId scores = koma_graph_get_output (base, output);
  gsize             n_classes = 0;

  if (!koma_graph_sort (sorted, error) || !search_init (&search, sorted, output, error))
    return NULL;
  n_classes = koma_shape_count (get_shape (&search, search.value));
  if (!find_pooling (&search, error) || !describe (&search, n_classes, ret_activation, error))
    return NULL;
  return koma_graph_extract (sorted, (const KomaValueId[]){ search.value, scores }, 2, inputs);
}

/**
 * koma_class_activation_clear:
 *
 * Frees what koma_class_activation_graph_new() filled in. Thread: any.
 */
void
koma_class_activation_clear (KomaClassActivation *activation)
{
  g_clear_pointer (&activation->weights, g_free);
}

/* ---- Arithmetic ---- */

static void
add_feature (const KomaClassActivation *activation,
             float                      feature,
             gsize                      k,
             float                     *z) /* [n_classes] */
{
  const gsize  n_classes = activation->n_classes;
  const float *weights = activation->weights;

  if (weights == NULL)
    z[k] = feature;
  for (gsize c = 0; c < n_classes && weights != NULL; c++)
    z[c] += feature * weights[k * n_classes + c];
}

/**
 * koma_class_activation_new_places:
 * @activation: how classes are made of features
 * @features: `[rows, columns, n_features]` or `[n_features, rows, columns]`, the first
 *   output of the graph, for one picture
 *
 * Thread: any.
 *
 * Returns: (transfer full): `[rows, columns, n_classes]`, z(place, c); the mean over all places is
 *   the logit of each class without its bias
 */
float *
koma_class_activation_new_places (const KomaClassActivation *activation,
                                  const float               *features)
{
  const gsize n_places = (gsize) activation->rows * activation->columns;
  const gsize n_classes = activation->n_classes;
  const gsize n_features = activation->n_features;
  float      *places = g_new0 (float, n_places *n_classes);

  for (gsize i = 0; i < n_places; i++)
    for (gsize k = 0; k < n_features; k++)
      add_feature (activation,
                   features[activation->is_channels_first ? k * n_places + i : i * n_features + k],
                   k, places + i * n_classes);
  return places;
}

/**
 * koma_class_activation_make_map:
 * @places: `[n_places, n_classes]` of koma_class_activation_new_places()
 * @n_places: number of places
 * @scores: (array length=n_classes): of the picture, 0 … 1
 * @n_classes: number of classes
 * @class_index: the class to explain
 * @ret_map: (out caller-allocates) (array length=n_places): the share of each place in the log-odds
 *   of the class, less the mean of all; below 0 where it speaks against the class
 *
 * Thread: any.
 */
void
koma_class_activation_make_map (const float *places,
                                guint        n_places,
                                const float *scores,
                                guint        n_classes,
                                guint        class_index,
                                float       *ret_map)
{
  double others = 0;

  for (guint c = 0; c < n_classes; c++)
    others += c != class_index ? scores[c] : 0;
  for (guint i = 0; i < n_places; i++) {
    const float *z = places + (gsize) i * n_classes;
    double       sum = 0;

    for (guint c = 0; c < n_classes; c++)
      sum += c != class_index ? (double) scores[c] * z[c] : 0;
    ret_map[i] = (float) (z[class_index] - (others > 0 ? sum / others : 0));
  }
  koma_log_odds_centre (ret_map, n_places);
}
