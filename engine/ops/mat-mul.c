/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MatMul (a, b[, bias]): a [.., m, k] · b [.., k, n] + bias [n]; float32, or int32 without a
 * bias, where overflow wraps. Serves MatMul and BatchMatMulV2: where attribute `transpose_a` or
 * `transpose_b` is true that side is stored with its last two dimensions
 * exchanged; dimensions before those are broadcast. Quantised as in Conv2D, with one
 * matrix b and a as it is stored. */
#include "infer-8-bit.h"

static gboolean
check_bias (const KomaGraph *graph,
            const KomaNode  *node,
            gint64           n,
            GError         **error)
{
  if (node->n_inputs < 3)
    return TRUE;
  if (koma_node_input (graph, node, 0)->dtype == KOMA_DTYPE_INT32)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "int32, with a bias");
  return koma_infer_check_vector (graph, node, 2, "bias", n, error);
}

static gboolean
find_shape (const KomaShape        *a,
            const KomaShape        *b,
            const KomaMatMulParams *params,
            KomaShape              *ret_shape,
            GError                **error)
{
  g_autofree char *text_a = koma_shape_to_string (a);
  g_autofree char *text_b = koma_shape_to_string (b);
  KomaShape        batch_a = koma_shape_make (a->rank - 2, a->dims);
  KomaShape        batch_b = koma_shape_make (b->rank - 2, b->dims);
  gint64           m = a->dims[a->rank - (params->is_a_transposed ? 1 : 2)];
  gint64           a_k = a->dims[a->rank - (params->is_a_transposed ? 2 : 1)];
  gint64           b_k = b->dims[b->rank - (params->is_b_transposed ? 1 : 2)];
  gint64           n = b->dims[b->rank - (params->is_b_transposed ? 2 : 1)];

  if (a_k != b_k)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "%s%s has %" G_GINT64_FORMAT
                      " columns, but %s%s has %" G_GINT64_FORMAT " rows",
                      text_a, params->is_a_transposed ? " transposed" : "", a_k,
                      text_b, params->is_b_transposed ? " transposed" : "", b_k);
  if (!koma_shape_broadcast (&batch_a, &batch_b, ret_shape))
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "the batches of %s and %s can not be broadcast together",
                      text_a, text_b);
  ret_shape->dims[ret_shape->rank++] = m;
  ret_shape->dims[ret_shape->rank++] = n;
  return TRUE;
}

static gboolean
check_dtypes (const KomaGraph        *graph,
              const KomaNode         *node,
              const KomaMatMulParams *params,
              const KomaShape        *out,
              GError                **error)
{
  const KomaShape *b = &koma_node_input (graph, node, 1)->shape;

  if (koma_node_input (graph, node, 0)->dtype == KOMA_DTYPE_INT32)
    return koma_infer_check_same_dtype (graph, node, node->n_inputs, KOMA_DTYPES_INT32, error);
  if (koma_node_is_8_bit (graph, node) && (b->rank != 2 || params->is_a_transposed))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "quantised, with several matrices or a transposed input");
  return koma_infer_check_product (graph, node, out->dims[out->rank - 1],
                                   params->is_b_transposed ? b->dims[b->rank - 1] : 1, error);
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *a = koma_node_input (graph, node, 0);
  const KomaValue *b = koma_node_input (graph, node, 1);
  KomaMatMulParams params = {
    .is_a_transposed = koma_attrs_get_int (node->attrs, "transpose_a", 0) != 0,
    .is_b_transposed = koma_attrs_get_int (node->attrs, "transpose_b", 0) != 0,
  };
  KomaShape shape = { 0 };

  if (a->shape.rank < 2)
    return koma_infer_fail_shape (error, "the first input", &a->shape, "2 dimensions or more");
  if (b->shape.rank < 2)
    return koma_infer_fail_shape (error, "the second input", &b->shape, "2 dimensions or more");
  if (!find_shape (&a->shape, &b->shape, &params, &shape, error) ||
      !check_dtypes (graph, node, &params, &shape, error) ||
      !check_bias (graph, node, shape.dims[shape.rank - 1], error))
    return FALSE;
  node->params = (KomaOpParams){ .mat_mul = params };
  return koma_infer_set_output (graph, node, 0, a->dtype, &shape, error);
}

const KomaOpClass koma_op_mat_mul = {
  .min_inputs = 2,
  .max_inputs = 3,
  .infer = infer,
};
