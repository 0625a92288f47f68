/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention is four nodes or more in a file:
 *
 *   scores = MatMul (q, k) · scale + bias, with k transposed before or by MatMul
 *   weights = Softmax (scores), or Where (IsNaN (weights), 0, weights) behind it
 *   y = MatMul (weights, v)
 *
 * The scores of all heads would be written and read as a whole by each of them. Around them stand
 * nodes that turn rows and heads, of one product for q, k and v: those are strides. */
#include "heads.h"
#include "passes.h"

typedef struct
{
  const KomaNode *product; /* of q and k */
  KomaValueId     biases[2];
  KomaShape       bias_shapes[2]; /* of the scores that they are added to */
  guint           n_biases;
  double          scale;
  gboolean        is_scaled;
  gboolean        zeroes_nan;
} Scores;

static gboolean
is_product (const KomaNode *node)
{
  return node->op == KOMA_OP_MAT_MUL && node->n_inputs == 2 &&
         !node->params.mat_mul.is_a_transposed;
}

static const float *
get_number (const KomaSearch *search,
            const KomaNode   *node,
            guint             input)
{
  const KomaArray *array = koma_node_input (search->graph, node, input)->constant;

  return array != NULL && array->count == 1 && array->dtype == KOMA_DTYPE_FLOAT32 ? array->data
                                                                                  : NULL;
}

static gboolean match_scores (const KomaSearch *search, KomaValueId value, Scores *scores);

static gboolean
match_scaled (const KomaSearch *search,
              const KomaNode   *node,
              Scores           *scores)
{
  const gboolean is_quotient = node->op == KOMA_OP_DIV;

  for (guint i = 0; i < (is_quotient ? 1 : 2); i++) {
    const float *factor = get_number (search, node, 1 - i);

    if (factor == NULL)
      continue;
    scores->scale = is_quotient ? scores->scale / *factor : scores->scale * *factor;
    scores->is_scaled = TRUE;
    return match_scores (search, node->inputs[i], scores);
  }
  return FALSE;
}

/* A bias that is scaled with the scores, which is before, is left alone. */
static gboolean
match_biased (const KomaSearch *search,
              const KomaNode   *node,
              Scores           *scores)
{
  const KomaShape *shape = &koma_node_output (search->graph, node, 0)->shape;

  if (scores->is_scaled || scores->n_biases == G_N_ELEMENTS (scores->biases))
    return FALSE;
  for (guint i = 0; i < 2; i++) {
    const KomaShape *bias = &koma_node_input (search->graph, node, 1 - i)->shape;
    Scores           with = *scores;

    if (bias->rank < 2 || bias->dims[bias->rank - 1] != shape->dims[shape->rank - 1] ||
        !koma_shape_equal (&koma_node_input (search->graph, node, i)->shape, shape))
      continue;
    with.biases[with.n_biases] = node->inputs[1 - i];
    with.bias_shapes[with.n_biases++] = *shape;
    if (match_scores (search, node->inputs[i], &with)) {
      *scores = with;
      return TRUE;
    }
  }
  return FALSE;
}

/* What makes the scores, from the end to the beginning, if nothing else reads what is between. */
static gboolean
match_scores (const KomaSearch *search,
              KomaValueId       value,
              Scores           *scores)
{
  const KomaNode *node = search->uses[value] == 1 ? koma_search_producer (search, value) : NULL;

  if (node == NULL)
    return FALSE;
  switch ((int) node->op) {
  case KOMA_OP_MAT_MUL:
    scores->product = node;
    return is_product (node);
  case KOMA_OP_RESHAPE:
    return match_scores (search, node->inputs[0], scores);
  case KOMA_OP_DIV:
  case KOMA_OP_MUL:
    return match_scaled (search, node, scores);
  case KOMA_OP_ADD:
    return match_biased (search, node, scores);
  default:
    return FALSE;
  }
}

/* Where (IsNaN (weights), 0, weights): the weights. */
static const KomaNode *
match_safe (const KomaSearch *search,
            const KomaNode   *select)
{
  const KomaNode *is_nan = koma_search_producer (search, select->inputs[0]);
  const float    *zero = get_number (search, select, 1);

  if (is_nan == NULL || is_nan->op != KOMA_OP_IS_NAN || zero == NULL || *zero != 0.0f ||
      is_nan->inputs[0] != select->inputs[2] || search->uses[select->inputs[0]] != 1 ||
      search->uses[select->inputs[2]] != 2)
    return NULL;
  return koma_search_producer (search, select->inputs[2]);
}

static gboolean
match_weights (const KomaSearch *search,
               KomaValueId       value,
               Scores           *scores)
{
  const KomaNode  *node = search->uses[value] == 1 ? koma_search_producer (search, value) : NULL;
  const KomaShape *shape = NULL;

  *scores = (Scores){ .scale = 1.0 };
  if (node != NULL && node->op == KOMA_OP_SELECT) {
    node = match_safe (search, node);
    scores->zeroes_nan = TRUE;
  }
  if (node == NULL || node->op != KOMA_OP_SOFTMAX)
    return FALSE;
  shape = &koma_node_output (search->graph, node, 0)->shape;
  return node->params.axis.axis == shape->rank - 1 &&
         koma_node_output (search->graph, node, 0)->dtype == KOMA_DTYPE_FLOAT32 &&
         match_scores (search, node->inputs[0], scores);
}

/* n, heads, rows, keys, width, value_width. FALSE where a side is broadcast, or empty. */
static gboolean
find_sizes (const KomaSearch *search,
            const KomaNode   *node,
            const KomaNode   *product,
            gint64           *ret_sizes) /* [6] */
{
  const KomaShape *out = &koma_node_output (search->graph, node, 0)->shape;
  const KomaShape *scores = &koma_node_output (search->graph, product, 0)->shape;
  const KomaShape *q = &koma_node_input (search->graph, product, 0)->shape;
  const KomaShape *k = &koma_node_input (search->graph, product, 1)->shape;
  const KomaShape *v = &koma_node_input (search->graph, node, 1)->shape;
  const gint64     rows = out->dims[out->rank - 2];
  const gint64     keys = scores->dims[scores->rank - 1];
  const gint64     width = q->dims[q->rank - 1];
  const gint64     value_width = out->dims[out->rank - 1];
  const gint64     heads = out->rank > 3 ? out->dims[out->rank - 3] : 1;
  const gsize      n_heads = koma_shape_count (out) / MAX (rows * value_width, 1);

  if (koma_shape_count (out) == 0 || koma_shape_count (q) != n_heads * rows * width ||
      scores->dims[scores->rank - 2] != rows ||
      koma_shape_count (scores) != n_heads * rows * keys ||
      koma_shape_count (k) != n_heads * keys * width || n_heads * keys * width == 0 ||
      koma_shape_count (v) != n_heads * keys * value_width)
    return FALSE;
  memcpy (ret_sizes, (gint64[]){ n_heads / heads, heads, rows, keys, width, value_width },
          6 * sizeof (gint64));
  return TRUE;
}

static gboolean
have_rows_and_keys (const Scores *scores,
                    const gint64 *sizes)
{
  for (guint i = 0; i < scores->n_biases; i++) {
    const KomaShape *shape = &scores->bias_shapes[i];

    if (shape->dims[shape->rank - 2] != sizes[2] || shape->dims[shape->rank - 1] != sizes[3])
      return FALSE;
  }
  return TRUE;
}

/* A Transpose behind that puts rows before heads becomes the last node. */
static KomaNode *
find_last (const KomaSearch *search,
           KomaNode         *node,
           gboolean         *ret_is_rows_first)
{
  static const guint rows_first[] = { 0, 2, 1, 3 };
  KomaNode          *user = koma_search_only_user (search, node->outputs[0]);

  *ret_is_rows_first = user != NULL && user->op == KOMA_OP_TRANSPOSE &&
                       user->inputs[0] == node->outputs[0] &&
                       koma_node_output (search->graph, node, 0)->shape.rank == 4 &&
                       memcmp (user->params.perm, rows_first, sizeof rows_first) == 0;
  return *ret_is_rows_first ? user : node;
}

static void
set_heads (KomaAttrs       *attrs,
           const char      *name,
           const KomaHeads *heads)
{
  const gsize *strides = heads->view.strides;

  koma_attrs_set_ints (attrs, name,
                       (gint64[]){ heads->view.offset, strides[0], strides[1], strides[2],
                                   strides[3] },
                       5);
}

static void
set_attrs (KomaNode        *last,
           const Scores    *scores,
           const KomaHeads *heads, /* [3] */
           const gint64    *sizes,
           const KomaShape *output)
{
  static const char *const names[] = { "q", "k", "v" };
  static const char *const bias_names[] = { "bias_shape_0", "bias_shape_1" };
  double                   scale = scores->scale;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    scale *= heads[i].scale;
    set_heads (last->attrs, names[i], &heads[i]);
  }
  for (guint i = 0; i < scores->n_biases; i++)
    koma_attrs_set_ints (last->attrs, bias_names[i], scores->bias_shapes[i].dims,
                         scores->bias_shapes[i].rank);
  koma_attrs_set_ints (last->attrs, "sizes", sizes, 6);
  koma_attrs_set_ints (last->attrs, "output_shape", output->dims, output->rank);
  koma_attrs_set_float (last->attrs, "scale", scale);
  koma_attrs_set_int (last->attrs, "zero_nan", scores->zeroes_nan);
}

static gboolean
fuse (const KomaSearch *search,
      KomaNode         *node,
      const Scores     *scores,
      const gint64     *sizes,
      GError          **error)
{
  const gint64   q[] = { sizes[0], sizes[1], sizes[2], sizes[4] };
  const gint64   k[] = { sizes[0], sizes[1], sizes[3], sizes[4] };
  const gint64   v[] = { sizes[0], sizes[1], sizes[3], sizes[5] };
  const gboolean is_k_turned = !scores->product->params.mat_mul.is_b_transposed;
  KomaHeads      heads[] = {
         koma_heads_of (scores->product->inputs[0], q, FALSE),
         koma_heads_of (scores->product->inputs[1], k, is_k_turned),
         koma_heads_of (node->inputs[1], v, node->params.mat_mul.is_b_transposed),
  };
  KomaValueId     inputs[5] = { KOMA_VALUE_NONE };
  gboolean        is_rows_first = FALSE;
  KomaNode       *last = find_last (search, node, &is_rows_first);
  const KomaShape output = koma_node_output (search->graph, last, 0)->shape;

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++) {
    heads[i] = koma_heads_go_back (search, &heads[i], (KomaHeadsRole) i);
    inputs[i] = heads[i].base;
  }
  for (guint i = 0; i < scores->n_biases; i++)
    inputs[G_N_ELEMENTS (heads) + i] = scores->biases[i];
  last->op = KOMA_OP_ATTENTION;
  set_attrs (last, scores, heads, sizes, &output);
  koma_attrs_set_int (last->attrs, "rows_first", is_rows_first);
  koma_node_set_inputs (last, inputs, G_N_ELEMENTS (heads) + scores->n_biases);
  return koma_node_infer (search->graph, last, error);
}

/**
 * koma_pass_fuse_attention:
 *
 * The nodes of an attention become one, if nothing else reads what is between. The others are left
 * to koma_pass_remove_dead(). The graph must be sorted and inferred.
 *
 * Errors: those of the op's `infer`.
 */
gboolean
koma_pass_fuse_attention (KomaGraph *graph,
                          GError   **error)
{
  g_auto (KomaSearch) search = { 0 };

  koma_search_init (&search, graph);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    KomaNode *node = koma_search_producer (&search, koma_graph_get_node (graph, i)->outputs[0]);
    Scores    scores = { 0 };
    gint64    sizes[6] = { 0 };

    if (node != NULL && is_product (node) && match_weights (&search, node->inputs[0], &scores) &&
        find_sizes (&search, node, scores.product, sizes) && have_rows_and_keys (&scores, sizes) &&
        !fuse (&search, node, &scores, sizes, error))
      return FALSE;
  }
  return TRUE;
}
