/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MaxPoolGrad (x, y, dy): the gradient of a MaxPool with respect to its input x [n,h,w,c]. y
 * is its result, dy the gradient of that, both [n,out_h,out_w,c]; float32. Attributes are
 * those of the MaxPool. Each element of dy goes to the first element of its window (rows
 * first) that is the maximum: that is not less than y. */
#include "infer-shape.h"
#include "pool.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        expected = { 0 };
  KomaWindow2D     window = { 0 };

  if (!koma_infer_check_same_dtype (graph, node, 3, KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_rank (input, "input", 4, error) ||
      !koma_pool_infer (node, &input->shape, &window, &expected, error) ||
      !koma_infer_check_shape (koma_node_input (graph, node, 1), "result", &expected, error) ||
      !koma_infer_check_shape (koma_node_input (graph, node, 2), "gradient", &expected, error))
    return FALSE;
  node->params = (KomaOpParams){ .window = window };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_max_pool_grad = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
