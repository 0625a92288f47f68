/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention (q, k, v[, bias[, bias]]):
 *
 *   y = softmax (scale · q kᵀ + bias + bias) v
 *
 * of each head, float32: q is [n, heads, rows, width], k [n, heads, keys, width] and v
 * [n, heads, keys, value_width]; y [n, heads, rows, value_width] or, with attribute `rows_first`,
 * [n, rows, heads, value_width], or of as many elements in `output_shape`. A bias is broadcast to
 * the scores, [n, heads, rows, keys], or to `bias_shape_0` and `bias_shape_1`, which have other
 * dimensions before rows and keys; keys are never repeated. With `zero_nan` a row of scores whose
 * softmax is NaN, as where all of them are -∞, weighs everything with 0. `scale` is 1 where
 * missing.
 *
 * `sizes` [n, heads, rows, keys, width, value_width] is for q, k and v that lie within other
 * tensors: `q`, `k` and `v` are then the offset and the four strides of each, in elements; without
 * them it is dense. The elements of a row of q lie beside each other. TensorFlow computes this with
 * several ops; the pass fuse-attention makes it of them. */
#include "infer.h"

enum {
  INPUT_Q,
  INPUT_K,
  INPUT_V,
  INPUT_BIAS,
  N_VIEWS = 3,
};

static const char *const names[] = { "q", "k", "v", "bias", "the second bias" };

static gboolean
take_sizes (KomaAttentionParams *params,
            const gint64        *sizes,
            GError             **error)
{
  for (guint i = 0; i < 6; i++)
    if (sizes[i] < 1 || sizes[i] > G_MAXINT32)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "size %u is %" G_GINT64_FORMAT ", expected 1 to %d", i, sizes[i],
                        G_MAXINT32);
  params->n = sizes[0];
  params->heads = sizes[1];
  params->rows = sizes[2];
  params->keys = sizes[3];
  params->width = sizes[4];
  params->value_width = sizes[5];
  return TRUE;
}

static gboolean
find_sizes (const KomaGraph     *graph,
            const KomaNode      *node,
            KomaAttentionParams *params,
            GError             **error)
{
  gsize            n_sizes = 0;
  const gint64    *sizes = koma_attrs_get_ints (node->attrs, "sizes", &n_sizes);
  const KomaShape *shapes[N_VIEWS] = { NULL };

  if (sizes != NULL && n_sizes == 6)
    return take_sizes (params, sizes, error);
  if (sizes != NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "there are %" G_GSIZE_FORMAT " sizes, expected 6",
                      n_sizes);
  for (guint i = 0; i < N_VIEWS; i++) {
    if (!koma_infer_check_rank (koma_node_input (graph, node, i), names[i], 4, error))
      return FALSE;
    shapes[i] = &koma_node_input (graph, node, i)->shape;
  }
  return take_sizes (params,
                     (gint64[]){ shapes[INPUT_Q]->dims[0], shapes[INPUT_Q]->dims[1],
                                 shapes[INPUT_Q]->dims[2], shapes[INPUT_K]->dims[2],
                                 shapes[INPUT_Q]->dims[3], shapes[INPUT_V]->dims[3] },
                     error);
}

/* The place of the last element; FALSE if it is none. */
static gboolean
find_last (const KomaHeadsView *view,
           const KomaShape     *dims,
           gsize               *ret_last)
{
  gsize last = view->offset;

  for (guint d = 0; d < dims->rank; d++) {
    gsize step = 0;

    if (!g_size_checked_mul (&step, view->strides[d], dims->dims[d] - 1) ||
        !g_size_checked_add (&last, last, step))
      return FALSE;
  }
  *ret_last = last;
  return TRUE;
}

static gboolean
read_view (const KomaNode  *node,
           const char      *name,
           const KomaValue *value,
           const KomaShape *dims,
           KomaHeadsView   *view,
           GError         **error)
{
  gsize         n_places = 0;
  gsize         last = 0;
  const gint64 *places = koma_attrs_get_ints (node->attrs, name, &n_places);

  if (!koma_infer_check_dtype (value, name, KOMA_DTYPES_FLOAT32, error))
    return FALSE;
  koma_shape_strides (dims, view->strides);
  if (places != NULL && n_places != 1 + dims->rank)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s has %" G_GSIZE_FORMAT " strides, expected %u",
                      name, n_places, 1 + dims->rank);
  for (guint d = 0; places != NULL && d <= dims->rank; d++) {
    if (places[d] < 0)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "stride %u of %s is %" G_GINT64_FORMAT ", expected 0 or more", d, name,
                        places[d]);
    *(d == 0 ? &view->offset : &view->strides[d - 1]) = places[d];
  }
  if (!find_last (view, dims, &last) || last >= koma_shape_count (&value->shape)) {
    g_autofree char *text = koma_shape_to_string (dims);

    return koma_infer_fail_shape (error, name, &value->shape, text);
  }
  return TRUE;
}

static gboolean
read_views (const KomaGraph     *graph,
            const KomaNode      *node,
            KomaAttentionParams *params,
            GError             **error)
{
  const KomaShape shapes[N_VIEWS] = {
    KOMA_SHAPE (params->n, params->heads, params->rows, params->width),
    KOMA_SHAPE (params->n, params->heads, params->keys, params->width),
    KOMA_SHAPE (params->n, params->heads, params->keys, params->value_width),
  };

  for (guint i = 0; i < N_VIEWS; i++)
    if (!read_view (node, names[i], koma_node_input (graph, node, i), &shapes[i],
                    &params->views[i], error))
      return FALSE;
  if (params->width > 1 && params->views[INPUT_Q].strides[3] != 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "the elements of a row of q lie %" G_GSIZE_FORMAT " apart, expected 1",
                      params->views[INPUT_Q].strides[3]);
  return TRUE;
}

/* Attribute @name: dimensions of as many elements as @shape has, which it is without. */
static gboolean
read_shape (const KomaNode *node,
            const char     *name,
            KomaShape      *shape,
            GError        **error)
{
  gsize         n_dims = 0;
  gsize         count = 0;
  const gint64 *dims = koma_attrs_get_ints (node->attrs, name, &n_dims);
  const gsize   expected = koma_shape_count (shape);

  if (dims == NULL)
    return TRUE;
  if (n_dims > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s has too many dimensions", name);
  *shape = koma_shape_make (n_dims, dims);
  if (!koma_shape_is_known (shape) || !koma_shape_check (shape, sizeof (float), &count, error))
    return FALSE;
  if (count != expected)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "%s has %" G_GSIZE_FORMAT " elements, expected %" G_GSIZE_FORMAT, name,
                      count, expected);
  return TRUE;
}

static gboolean
check_bias (const KomaValue           *bias,
            const char                *name,
            const KomaAttentionParams *params,
            const KomaShape           *scores,
            GError                   **error)
{
  g_autofree char *text = NULL;
  const KomaShape *shape = &bias->shape;
  KomaShape        common = { 0 };

  if (!koma_infer_check_dtype (bias, name, KOMA_DTYPES_FLOAT32, error))
    return FALSE;
  if (scores->rank >= 2 && scores->dims[scores->rank - 1] == params->keys &&
      scores->dims[scores->rank - 2] == params->rows &&
      shape->rank >= 2 && shape->dims[shape->rank - 1] == params->keys &&
      koma_shape_broadcast (shape, scores, &common) && koma_shape_equal (&common, scores))
    return TRUE;
  text = koma_shape_to_string (scores);
  return koma_infer_fail_shape (error, name, shape, text);
}

static gboolean
read_biases (const KomaGraph     *graph,
             const KomaNode      *node,
             KomaAttentionParams *params,
             GError             **error)
{
  static const char *const shape_names[] = { "bias_shape_0", "bias_shape_1" };
  const KomaShape          scores =
    KOMA_SHAPE (params->n, params->heads, params->rows, params->keys);
  gsize count = 0;

  if (!koma_shape_check (&scores, sizeof (float), &count, error))
    return FALSE;
  for (guint i = INPUT_BIAS; i < node->n_inputs; i++) {
    KomaShape *shape = &params->bias_shapes[i - INPUT_BIAS];

    *shape = scores;
    if (!read_shape (node, shape_names[i - INPUT_BIAS], shape, error) ||
        !check_bias (koma_node_input (graph, node, i), names[i], params, shape, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  KomaAttentionParams params = {
    .scale = koma_attrs_get_float (node->attrs, "scale", 1.0),
    .is_rows_first = koma_attrs_get_int (node->attrs, "rows_first", FALSE) != FALSE,
    .zeroes_nan = koma_attrs_get_int (node->attrs, "zero_nan", FALSE) != FALSE,
  };
  KomaShape output = { 0 };
  gsize     count = 0;

  if (!find_sizes (graph, node, &params, error) ||
      !read_views (graph, node, &params, error) ||
      !read_biases (graph, node, &params, error))
    return FALSE;
  output = params.is_rows_first
             ? KOMA_SHAPE (params.n, params.rows, params.heads, params.value_width)
             : KOMA_SHAPE (params.n, params.heads, params.rows, params.value_width);
  if (!koma_shape_check (&output, sizeof (float), &count, error) ||
      !read_shape (node, "output_shape", &output, error))
    return FALSE;
  node->params = (KomaOpParams){ .attention = params };
  return koma_infer_set_output (graph, node, 0, KOMA_DTYPE_FLOAT32, &output, error);
}

const KomaOpClass koma_op_attention = {
  .min_inputs = 3,
  .max_inputs = 5,
  .infer = infer,
};
