/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* AvgPoolGrad (shape, dy): the gradient of an AvgPool with respect to its input, whose shape
 * [n,h,w,c] must be known ahead. dy [n,out_h,out_w,c] is the gradient of its result; float32.
 * Attributes are those of the AvgPool. Each element of dy is divided by the number of elements
 * that the mean was over, and goes to all of them that are in the picture. */
#include "infer-shape.h"
#include "pool.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *gradient = koma_node_input (graph, node, 1);
  KomaShape        input = { 0 };
  KomaShape        expected = { 0 };
  KomaWindow2D     window = { 0 };

  if (!koma_infer_check_dtype (gradient, "gradient", KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_shape_of_rank (graph, node, 0, "shape", 4, &input, error) ||
      !koma_pool_infer (node, &input, &window, &expected, error) ||
      !koma_infer_check_shape (gradient, "gradient", &expected, error))
    return FALSE;
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, gradient->dtype, &input, error);
}

const KomaOpClass koma_op_avg_pool_grad = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
