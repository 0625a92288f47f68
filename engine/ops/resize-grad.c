/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ResizeBilinearGrad (dy, x), ResizeNearestNeighborGrad (dy, size): the gradient of
 * ResizeBilinear or ResizeNearestNeighbor with respect to its input. dy [n,out_h,out_w,c] is
 * the gradient of its result. The input is x [n,h,w,c], of which nothing but the shape
 * matters, or has the size [h,w], which must be known ahead. float32. Attributes are those of
 * the resize; antialias is refused. Each element of dy goes, with its weight, to the elements
 * of the input that it was made from. */
#include "infer-shape.h"
#include "resize.h"

static gboolean
find_input (const KomaGraph *graph,
            const KomaNode  *node,
            KomaShape       *ret_input,
            GError         **error)
{
  const KomaShape *gradient = &koma_node_input (graph, node, 0)->shape;
  const KomaValue *like = koma_node_input (graph, node, 1);
  KomaShape        input = *gradient;
  KomaShape        size = { 0 };

  if (node->op == KOMA_OP_RESIZE_BILINEAR_GRAD) {
    if (!koma_infer_check_dtype (like, "input", KOMA_DTYPES_FLOAT32, error) ||
        !koma_infer_check_rank (like, "input", 4, error))
      return FALSE;
    size = KOMA_SHAPE (like->shape.dims[1], like->shape.dims[2]);
    input = KOMA_SHAPE (gradient->dims[0], size.dims[0], size.dims[1], gradient->dims[3]);
    *ret_input = input;
    return koma_infer_check_shape (like, "input", &input, error);
  }
  if (!koma_infer_shape_of_rank (graph, node, 1, "size", 2, &size, error))
    return FALSE;
  *ret_input = KOMA_SHAPE (gradient->dims[0], size.dims[0], size.dims[1], gradient->dims[3]);
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *gradient = koma_node_input (graph, node, 0);
  KomaShape        input = { 0 };
  KomaResizeParams params = { 0 };

  if (!koma_infer_check_dtype (gradient, "gradient", KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_rank (gradient, "gradient", 4, error) ||
      !find_input (graph, node, &input, error) ||
      !koma_resize_infer (node, &input, &gradient->shape, &params, error))
    return FALSE;
  if (params.is_antialiased)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "antialias is true, expected false");
  node->params = (KomaOpParams){ .resize = params };
  return koma_infer_set_output (graph, node, 0, gradient->dtype, &input, error);
}

const KomaOpClass koma_op_resize_grad = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
