/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* Numbers of one kind for the dimensions of the input, in its order. */
typedef struct
{
  KomaValueId at[KOMA_MAX_RANK]; /* each int32 [1] */
} List;

/* Element @index of a list that need not be known ahead: a Slice of it. */
static KomaValueId
pick (KomaOnnxCall *call,
      KomaValueId   list,
      gint64        index)
{
  const gint64 one = 1;

  return koma_onnx_slice (call, list, &index, &one, 1);
}

static void
fill (KomaOnnxCall *call,
      List         *list,
      gint64        number,
      guint         rank)
{
  const KomaValueId constant = koma_onnx_ints (call, &number, 1);

  for (guint i = 0; i < rank; i++)
    list->at[i] = constant;
}

/* An attribute before opset 10. */
static KomaValueId
get_list (KomaOnnxCall *call,
          const char   *attr,
          guint         input)
{
  gsize         n = 0;
  const gint64 *listed = koma_onnx_attr_ints (call->node, attr, &n);

  return listed != NULL ? koma_onnx_ints (call, listed, (guint) n) : koma_onnx_input (call, input);
}

static KomaAttrs *
make_masks (guint is_given,
            guint rank)
{
  KomaAttrs   *attrs = koma_attrs_new ();
  const gint64 whole = ((1u << rank) - 1) & ~is_given;

  koma_attrs_set_int (attrs, "begin_mask", whole);
  koma_attrs_set_int (attrs, "end_mask", whole);
  return attrs;
}

/* Slice (x, starts, ends, axes, steps): starts and ends may be computed from shapes. A dimension of
 * size 0 makes the result empty, whatever the step is. */
KomaValueId
koma_onnx_rule_slice (KomaOnnxCall *call)
{
  const guint        rank = koma_builder_get_rank (call->nodes, call->inputs[0]);
  const KomaValueId  starts = get_list (call, "starts", 1);
  const KomaValueId  ends = get_list (call, "ends", 2);
  const KomaValueId  steps = koma_onnx_input (call, 4);
  g_autofree gint64 *axes = NULL;
  gsize              n = (gsize) koma_builder_get_shape (call->nodes, starts).dims[0];
  List               begin = { { 0 } };
  List               end = { { 0 } };
  List               stride = { { 0 } };
  guint              is_given = 0;
  gsize              n_axes = 0;

  if (!koma_onnx_list (call, "axes", 3, &axes, &n_axes))
    return KOMA_VALUE_NONE;
  if (koma_builder_get_rank (call->nodes, starts) != 1 || n > rank || (axes != NULL && n_axes != n))
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "starts and axes do not fit %u dimensions", rank);
  if (ends == KOMA_VALUE_NONE)
    (void) koma_onnx_need_input (call, 2);
  fill (call, &begin, 0, rank);
  fill (call, &end, 0, rank);
  fill (call, &stride, 1, rank);
  for (gsize i = 0; i < n; i++) {
    const guint axis = koma_onnx_axis (call, axes != NULL ? axes[i] : (gint64) i, rank);

    is_given |= 1u << axis;
    begin.at[axis] = pick (call, starts, (gint64) i);
    end.at[axis] = pick (call, ends, (gint64) i);
    if (steps != KOMA_VALUE_NONE)
      stride.at[axis] = pick (call, steps, (gint64) i);
  }
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_STRIDED_SLICE, make_masks (is_given, rank),
                            call->inputs[0], koma_builder_concat (call->nodes, begin.at, rank, 0),
                            koma_builder_concat (call->nodes, end.at, rank, 0),
                            koma_builder_concat (call->nodes, stride.at, rank, 0));
}
