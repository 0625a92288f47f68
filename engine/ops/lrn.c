/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* LRN (x): local response normalization over channels,
 *
 *   y[c] = x[c] / (bias + alpha * Σ x[k]²) ^ beta,   k = c - before … c + after
 *
 * as far as there are channels; float32, x [n,h,w,c]. Attributes: bias (1 where
 * missing), alpha (1), beta (0.5); depth_radius (5), which is before and after. ONNX
 * has `size` instead, which may be even: before is (size - 1) / 2, rounded down, after
 * the rest; and an alpha that is to be divided by size first. */
#include "infer.h"

static gboolean
read_depth (const KomaNode *node,
            gint64         *ret_before,
            gint64         *ret_after,
            GError        **error)
{
  gint64 radius = koma_attrs_get_int (node->attrs, "depth_radius", 5);
  gint64 size = koma_attrs_get_int (node->attrs, "size", 0);

  if (koma_attrs_has (node->attrs, "size") && (size < 1 || size > G_MAXINT32))
    return koma_fail (error, KOMA_ERROR_MODEL, "size is %" G_GINT64_FORMAT ", expected 1 or more",
                      size);
  if (radius < 0 || radius > G_MAXINT32)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "depth_radius is %" G_GINT64_FORMAT ", expected 0 or more", radius);
  *ret_before = size > 0 ? (size - 1) / 2 : radius;
  *ret_after = size > 0 ? size - 1 - *ret_before : radius;
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  gint64           before = 0;
  gint64           after = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_rank (input, "input", 4, error) ||
      !read_depth (node, &before, &after, error))
    return FALSE;
  node->params = (KomaOpParams){
    .lrn = {
      .before = before,
      .after = after,
      .bias = koma_attrs_get_float (node->attrs, "bias", 1),
      .alpha = koma_attrs_get_float (node->attrs, "alpha", 1),
      .beta = koma_attrs_get_float (node->attrs, "beta", 0.5),
    },
  };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_lrn = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
