/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "parts.h"
#include "rules.h"

/* What becomes of one dimension. */
static void
set_axis (gint64  in,
          gint64  out,
          gint64 *begin,
          gint64 *size,
          gint64 *pads) /* [2] */
{
  *begin = in > out ? (in - out) / 2 : 0;
  *size = in > out ? out : -1;
  pads[0] = in < out ? (out - in) / 2 : 0;
  pads[1] = in < out ? out - in - pads[0] : 0;
}

/* CenterCropPad (x, shape): the middle of some dimensions, or zeros around them. Where a number is
 * odd, the end has one more zero, and loses one more element. */
KomaValueId
koma_onnx_rule_center_crop_pad (KomaOnnxCall *call)
{
  const KomaShape  shape = koma_builder_get_shape (call->nodes, call->inputs[0]);
  const KomaArray *target = koma_onnx_known (call, call->inputs[1]);
  gsize            n = 0;
  const gint64    *axes = koma_onnx_attr_ints (call->node, "axes", &n);
  gint64           begin[KOMA_MAX_RANK] = { 0 };
  gint64           size[KOMA_MAX_RANK] = { -1, -1, -1, -1, -1, -1 };
  gint64           pads[2 * KOMA_MAX_RANK] = { 0 };
  KomaValueId      value = KOMA_VALUE_NONE;

  if (axes == NULL)
    n = shape.rank;
  if (target == NULL)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED,
                              "a shape known only when it runs");
  if (target->count != n || n > shape.rank)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "there are %zu sizes for %zu of %u dimensions", target->count, n,
                              shape.rank);
  for (gsize i = 0; i < n; i++) {
    const guint  axis = axes != NULL ? koma_onnx_axis (call, axes[i], shape.rank) : (guint) i;
    const gint64 out = koma_array_get_int (target, i);

    if (out < 0)
      return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                                "dimension %u is %" G_GINT64_FORMAT, axis, out);
    set_axis (shape.dims[axis], out, &begin[axis], &size[axis], &pads[2 * axis]);
  }
  value = koma_onnx_slice (call, call->inputs[0], begin, size, shape.rank);
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_PAD, NULL, value,
                            koma_onnx_paddings (call, pads, shape.rank),
                            koma_builder_number (call->nodes, 0, value));
}
