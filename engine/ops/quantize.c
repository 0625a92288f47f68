/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Quantize (x, scale, zero_point): ONNX's QuantizeLinear:
 *
 *   y = saturate (round (x / scale) + zero_point)
 *
 * x is float32; y is uint8 or int8, as zero_point is. Halves are rounded to the even
 * neighbour; a NaN becomes the lowest integer. scale and zero_point are constants:
 * one number, or one for each element along the attribute `axis` (1 where
 * missing, as in ONNX). */
#include <float.h>

#include "quantize.h"

/* Dequantize takes what is below 0, as some weights have it, and 0: of weights that are all 0. */
static gboolean
check_scales (const KomaArray *scales,
              gboolean         is_quantize,
              GError         **error)
{
  const float  least = is_quantize ? FLT_MIN : -FLT_MAX;
  const float *data = scales->data;

  for (gsize i = 0; i < scales->count; i++)
    if (!(data[i] >= least && data[i] <= FLT_MAX))
      return koma_fail (error, KOMA_ERROR_MODEL, "its scale %" G_GSIZE_FORMAT " is %g, expected %s",
                        i, data[i], is_quantize ? "a positive number" : "a finite number");
  return TRUE;
}

static gboolean
check_count (const KomaArray *constant,
             const char      *what,
             gint64           count,
             GError         **error)
{
  g_autofree char *text = NULL;

  if (constant->shape.rank <= 1 && constant->count == (gsize) count)
    return TRUE;
  text = g_strdup_printf ("%" G_GINT64_FORMAT " numbers", count);
  return koma_infer_fail_shape (error, what, &constant->shape, text);
}

/**
 * koma_quantize_infer:
 * @dtypes: that zero_point may have
 * @ret_params: (out): the axis
 *
 * Reads and checks scale and zero_point, the second and the third input.
 *
 * Errors: those of koma_node_constant_input(); %KOMA_ERROR_UNSUPPORTED if one is of
 * another type; %KOMA_ERROR_MODEL if a scale is none; %KOMA_ERROR_SHAPE if
 * their numbers do not fit the first input.
 */
gboolean
koma_quantize_infer (const KomaGraph *graph,
                     const KomaNode  *node,
                     guint            dtypes,
                     KomaOpParams    *ret_params,
                     GError         **error)
{
  const KomaArray *scales = koma_node_constant_input (graph, node, 1, "scale", error);
  const KomaArray *zero_points = koma_node_constant_input (graph, node, 2, "zero point", error);
  const KomaShape *shape = &koma_node_input (graph, node, 0)->shape;
  gint64           count = 1;
  guint            axis = 0;

  if (scales == NULL || zero_points == NULL ||
      !koma_infer_check_dtype (koma_node_input (graph, node, 1), "scale", KOMA_DTYPES_FLOAT32,
                               error) ||
      !koma_infer_check_dtype (koma_node_input (graph, node, 2), "zero point", dtypes, error))
    return FALSE;
  if (scales->count != 1) {
    if (!koma_infer_axis (koma_attrs_get_int (node->attrs, "axis", 1), shape->rank, &axis, error))
      return FALSE;
    count = shape->dims[axis];
  }
  *ret_params = (KomaOpParams){ .axis = { .axis = axis } };
  return check_count (scales, "scale", count, error) &&
         check_count (zero_points, "zero point", count, error) &&
         check_scales (scales, node->op == KOMA_OP_QUANTIZE, error);
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaOpParams     params = { 0 };

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_FLOAT32, error) ||
      !koma_quantize_infer (graph, node, KOMA_DTYPES_8_BIT, &params, error))
    return FALSE;
  node->params = params;
  return koma_infer_set_output (graph, node, 0, koma_node_input (graph, node, 2)->dtype,
                                &input->shape, error);
}

const KomaOpClass koma_op_quantize = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
