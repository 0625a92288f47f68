/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ResizeBilinear, ResizeNearestNeighbor (x, size): x [n,h,w,c] becomes
 * [n,size[0],size[1],c]; size must be known ahead. float32; the nearest
 * neighbour takes int32 too.
 *
 * Where element i of a result of `out` elements lies in `in` elements:
 *   align_corners       i * (in - 1) / (out - 1), 0 where out is 1
 *   half_pixel_centers  (i + 0.5) * in / out - 0.5
 *   neither             i * in / out
 * Positions outside are moved to the edge. The nearest neighbour is: rounded,
 * halves away from 0, with align_corners; floor (position + 0.5) with
 * half_pixel_centers; floor otherwise. Both attributes together are an
 * error. */
#include "infer.h"

static gboolean
read_size (const KomaGraph *graph,
           const KomaNode  *node,
           KomaShape       *shape,
           GError         **error)
{
  KomaInts size = { 0 };

  if (!koma_infer_ints (graph, node, 1, "size", &size, error))
    return FALSE;
  if (size.n != 2)
    return koma_fail (error, KOMA_ERROR_SHAPE, "size has %u elements, expected 2", size.n);
  for (guint i = 0; i < 2; i++) {
    if (size.at[i] < 1 || shape->dims[1 + i] < 1)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "can not resize %" G_GINT64_FORMAT " %s to %" G_GINT64_FORMAT,
                        shape->dims[1 + i], i == 0 ? "rows" : "columns", size.at[i]);
    shape->dims[1 + i] = size.at[i];
  }
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  gboolean         is_nearest = node->op == KOMA_OP_RESIZE_NEAREST;
  gboolean         align_corners = koma_attrs_get_int (node->attrs, "align_corners", 0) != 0;
  gboolean         half_pixel = koma_attrs_get_int (node->attrs, "half_pixel_centers", 0) != 0;

  if (!koma_infer_check_dtype (input, "input",
                               is_nearest ? KOMA_DTYPES_NUMBER : KOMA_DTYPES_FLOAT32, error) ||
      !koma_infer_check_rank (input, "input", 4, error) ||
      !read_size (graph, node, &shape, error))
    return FALSE;
  if (align_corners && half_pixel)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "align_corners and half_pixel_centers are true, expected at most one");
  node->params = (KomaOpParams){ .resize = { align_corners, half_pixel } };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_resize = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
