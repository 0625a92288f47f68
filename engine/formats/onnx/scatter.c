/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Elements and slices at places that an input names. */

#include "rules.h"

static KomaAttrs *
make_attrs (void)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "negative_indices", TRUE);
  return attrs;
}

/* 0, 1, 2, … along a dimension of @indices: however many there are, for the batch may be another
 * one day. */
static KomaValueId
count_along (KomaOnnxCall *call,
             KomaValueId   indices,
             guint         axis)
{
  KomaAttrs        *attrs = koma_attrs_new ();
  const KomaValueId ones = koma_onnx_add (call, KOMA_OP_FILL, NULL, 2,
                                          koma_onnx_add (call, KOMA_OP_SHAPE, NULL, 1, indices),
                                          koma_onnx_number (call, KOMA_DTYPE_INT32, 1));

  koma_attrs_set_int (attrs, "exclusive", TRUE);
  return koma_onnx_add (call, KOMA_OP_CUMSUM, attrs, 2, ones,
                        koma_onnx_number (call, KOMA_DTYPE_INT32, axis));
}

/* Where each element of @indices points to: itself, but along @axis. */
static KomaValueId
add_places (KomaOnnxCall *call,
            KomaValueId   indices,
            guint         axis)
{
  const guint rank = koma_onnx_rank (call, indices);
  KomaValueId along[KOMA_MAX_RANK] = { 0 };
  KomaAttrs  *attrs = NULL;

  if (rank >= KOMA_MAX_RANK)
    return koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "%u dimensions", rank);
  for (guint i = 0; i < rank; i++)
    along[i] = i == axis ? indices : count_along (call, indices, i);
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "axis", -1);
  return koma_onnx_addv (call, KOMA_OP_PACK, attrs, along, rank);
}

static guint
get_axis (KomaOnnxCall *call)
{
  return koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", 0),
                         koma_onnx_rank (call, call->inputs[0]));
}

static void
scatter (KomaOnnxCall *call,
         KomaValueId   places)
{
  g_autofree char *reduction = koma_onnx_attr_string (call->node, "reduction", "none");
  const gboolean   is_sum = g_str_equal (reduction, "add");

  if (!is_sum && !g_str_equal (reduction, "none"))
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "reduction “%s”", reduction);
  koma_onnx_return (call, koma_onnx_add (call,
                                         is_sum ? KOMA_OP_TENSOR_SCATTER_ADD
                                                : KOMA_OP_TENSOR_SCATTER_UPDATE,
                                         make_attrs (), 3, call->inputs[0], places,
                                         call->inputs[2]));
}

/* GatherND (x, indices): attribute batch_dims. */
void
koma_onnx_rule_gather_nd (KomaOnnxCall *call)
{
  KomaAttrs *attrs = make_attrs ();

  koma_attrs_set_int (attrs, "batch_dims", koma_onnx_attr_int (call->node, "batch_dims", 0));
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_GATHER_ND, attrs, 2, call->inputs[0],
                                         koma_onnx_cast (call, call->inputs[1],
                                                         KOMA_DTYPE_INT32)));
}

/* GatherElements (x, indices): element [i,j,k] is x[i,indices[i,j,k],k] where axis is 1. */
void
koma_onnx_rule_gather_elements (KomaOnnxCall *call)
{
  const KomaValueId indices = koma_onnx_cast (call, call->inputs[1], KOMA_DTYPE_INT32);

  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_GATHER_ND, make_attrs (), 2,
                                         call->inputs[0],
                                         add_places (call, indices, get_axis (call))));
}

/* ScatterND (x, indices, updates): attribute reduction. */
void
koma_onnx_rule_scatter_nd (KomaOnnxCall *call)
{
  scatter (call, koma_onnx_cast (call, call->inputs[1], KOMA_DTYPE_INT32));
}

/* ScatterElements (x, indices, updates): x[i,indices[i,j,k],k] becomes updates[i,j,k] where axis is
 * 1; Scatter before opset 11. */
void
koma_onnx_rule_scatter_elements (KomaOnnxCall *call)
{
  const KomaValueId indices = koma_onnx_cast (call, call->inputs[1], KOMA_DTYPE_INT32);

  scatter (call, add_places (call, indices, get_axis (call)));
}
