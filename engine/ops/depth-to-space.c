/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* DepthToSpace (x): x [n,h,w,b * b * c] becomes [n,h * b,w * b,c], b being
 * attribute `block_size`; float32 or int32. Element [y * b + i, x * b + j, k]
 * of the result is element [y, x, (i * b + j) * c + k] or, if the attribute `mode`
 * is ONNX's "CRD" and not "DCR", element [y, x, k * b * b + i * b + j]. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  const char      *mode = koma_attrs_get_string (node->attrs, "mode", "DCR");
  gint64           block = koma_attrs_get_int (node->attrs, "block_size", 0);

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_NUMBER | KOMA_DTYPES_8_BIT, error) ||
      !koma_infer_check_rank (input, "input", 4, error) ||
      !koma_infer_check_nhwc (node, error))
    return FALSE;
  if (block < 1 || block > KOMA_MAX_WINDOW_SIDE)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "block_size is %" G_GINT64_FORMAT ", expected 1 to %d",
                      block, KOMA_MAX_WINDOW_SIDE);
  if (shape.dims[3] % (block * block) != 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "input has %" G_GINT64_FORMAT
                      " channels, expected a multiple of %" G_GINT64_FORMAT,
                      shape.dims[3], block * block);
  if (!g_str_equal (mode, "DCR") && !g_str_equal (mode, "CRD"))
    return koma_fail (error, KOMA_ERROR_MODEL, "mode is “%s”, expected “DCR” or “CRD”", mode);
  shape.dims[1] *= block;
  shape.dims[2] *= block;
  shape.dims[3] /= block * block;
  node->params = (KomaOpParams){
    .space = {
      .n_spatial = 2,
      .is_channel_first = g_str_equal (mode, "CRD"),
      .block = { block, block },
    },
  };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_depth_to_space = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
