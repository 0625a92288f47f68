/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The same elements in another shape or order. */

#include "rules.h"

/* Identity, and Dropout without its mask. */
KomaValueId
koma_onnx_rule_identity (KomaOnnxCall *call)
{
  return call->inputs[0];
}

/* Dropout (x): at inference nothing is dropped, and the mask is true everywhere:
 * x * 0 + 1 as bool, for a NaN is true too. */
KomaValueId
koma_onnx_rule_dropout (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  const KomaArray  *is_training = koma_onnx_known (call, koma_onnx_input (call, 2));

  if (koma_onnx_has_input (call, 2) &&
      (is_training == NULL || is_training->count != 1 || koma_array_get_int (is_training, 0) != 0))
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "training_mode");
  if (call->n_outputs > 1) {
    const KomaValueId zero = koma_onnx_with_float (call, KOMA_OP_MUL, x, 0);

    koma_onnx_give (call, koma_onnx_cast (call, koma_onnx_with_float (call, KOMA_OP_ADD, zero, 1),
                                          KOMA_DTYPE_BOOL));
  }
  return x;
}

/* Flatten (x): [d0 … d(axis-1), …] as a matrix. The first side is left open: it is the batch. */
KomaValueId
koma_onnx_rule_flatten (KomaOnnxCall *call)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, call->inputs[0]);
  const gint64    number = koma_onnx_attr_int (call->node, "axis", 1);
  const guint     axis = number == (gint64) shape.rank ? shape.rank
                                                       : koma_onnx_axis (call, number, shape.rank);
  KomaShape       flat = KOMA_SHAPE (1, 1);

  for (guint i = 0; i < shape.rank; i++)
    flat.dims[i < axis ? 0 : 1] *= shape.dims[i];
  if (axis > 0 && flat.dims[1] != 0)
    flat.dims[0] = KOMA_DIM_UNKNOWN;
  return koma_builder_reshape (call->nodes, call->inputs[0], flat);
}

/* The new shape where 0 stands for the old size: those are filled in. The batch may be another one
 * day, so it is left open, and what the file leaves open is computed instead. */
static void
fill_in (const KomaShape *from,
         KomaShape       *to)
{
  gint64  *dims = to->dims;
  gint64   product = 1;
  gint64   n_elements = 1;
  guint    open = to->rank;
  gboolean is_batch_kept = dims[0] == 0 && from->rank > 0;

  for (guint i = 0; i < to->rank; i++) {
    if (dims[i] == 0 && i < from->rank)
      dims[i] = from->dims[i];
    if (dims[i] == -1)
      open = i;
    else
      product *= dims[i];
  }
  for (guint i = 0; i < from->rank; i++)
    n_elements *= from->dims[i];
  if (!is_batch_kept || product == 0)
    return;
  if (open < to->rank)
    dims[open] = n_elements / product;
  dims[0] = -1;
}

/* Reshape (x, shape) */
KomaValueId
koma_onnx_rule_reshape (KomaOnnxCall *call)
{
  const KomaShape  from = koma_builder_get_shape (call->nodes, call->inputs[0]);
  const KomaArray *given = koma_onnx_known (call, call->inputs[1]);
  KomaShape        to = { .rank = given != NULL ? (guint) MIN (given->count, KOMA_MAX_RANK) : 0 };
  gboolean         has_zero = FALSE;

  for (guint i = 0; i < to.rank; i++) {
    to.dims[i] = koma_array_get_int (given, i);
    has_zero = has_zero || to.dims[i] == 0;
  }
  if (!has_zero || given->count > KOMA_MAX_RANK ||
      koma_onnx_attr_int (call->node, "allowzero", 0) != 0)
    return koma_builder_binary (call->nodes, KOMA_OP_RESHAPE, call->inputs[0], call->inputs[1]);
  fill_in (&from, &to);
  return koma_builder_reshape (call->nodes, call->inputs[0], to);
}

/* Squeeze (x, axes): an attribute before opset 13. */
KomaValueId
koma_onnx_rule_squeeze (KomaOnnxCall *call)
{
  g_autofree gint64 *axes = NULL;
  gsize              n = 0;
  KomaAttrs         *attrs = NULL;

  if (!koma_onnx_list (call, "axes", 1, &axes, &n))
    return KOMA_VALUE_NONE;
  attrs = koma_attrs_new ();
  if (axes != NULL)
    koma_attrs_set_ints (attrs, "squeeze_dims", axes, n);
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_SQUEEZE, attrs, call->inputs[0]);
}

/* Unsqueeze (x, axes): dimensions of the result that are 1; an attribute before opset 13. */
KomaValueId
koma_onnx_rule_unsqueeze (KomaOnnxCall *call)
{
  g_autofree gint64 *axes = NULL;
  gsize              n = 0;
  guint              mask = 0;
  guint              rank = 0;
  KomaValueId        value = call->inputs[0];

  if (!koma_onnx_list (call, "axes", 1, &axes, &n))
    return KOMA_VALUE_NONE;
  if (n + koma_builder_get_rank (call->nodes, value) > KOMA_MAX_RANK)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "more than %d dimensions",
                              KOMA_MAX_RANK);
  rank = koma_builder_get_rank (call->nodes, value) + (guint) n;
  for (gsize i = 0; i < n; i++)
    mask |= 1u << koma_onnx_axis (call, axes[i], rank);
  for (guint axis = 0; axis < rank; axis++)
    if (mask & (1u << axis))
      value = koma_builder_expand_dims (call->nodes, value, axis);
  return value;
}

/* Transpose (x): attribute perm, all dimensions the other way round where it is missing. */
KomaValueId
koma_onnx_rule_transpose (KomaOnnxCall *call)
{
  const guint   rank = koma_builder_get_rank (call->nodes, call->inputs[0]);
  gsize         n = 0;
  const gint64 *perm = koma_onnx_attr_ints (call->node, "perm", &n);
  gint64        reverse[KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < rank; i++)
    reverse[i] = rank - 1 - i;
  if (perm != NULL && n != rank)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "perm has %zu numbers, expected %u", n,
                              rank);
  return koma_builder_binary (call->nodes, KOMA_OP_TRANSPOSE, call->inputs[0],
                              koma_onnx_ints (call, perm != NULL ? perm : reverse, rank));
}

/* Expand (x, shape): broadcast in both directions, hence a sum with zeros. */
KomaValueId
koma_onnx_rule_expand (KomaOnnxCall *call)
{
  const KomaDType   dtype = koma_builder_get_dtype (call->nodes, call->inputs[0]);
  const KomaValueId x = dtype == KOMA_DTYPE_FLOAT32
                          ? call->inputs[0]
                          : koma_onnx_cast (call, call->inputs[0], KOMA_DTYPE_INT32);
  const KomaValueId zeros = koma_builder_binary (call->nodes, KOMA_OP_FILL, call->inputs[1],
                                                 koma_builder_number (call->nodes, 0, x));

  return koma_onnx_cast (call, koma_builder_binary (call->nodes, KOMA_OP_ADD, x, zeros), dtype);
}

/* DepthToSpace, SpaceToDepth (x): channels into space and back, of [n,c,h,w]. */
KomaValueId
koma_onnx_rule_depth (KomaOnnxCall *call)
{
  const KomaValueId x = koma_onnx_to_channels_last (call, call->inputs[0]);
  g_autofree char  *mode = koma_onnx_attr_string (call->node, "mode", "DCR");
  KomaAttrs        *attrs =
    koma_attrs_new_int ("block_size", koma_onnx_attr_int (call->node, "blocksize", 0));

  koma_attrs_set_string (attrs, "mode", mode);
  return koma_onnx_to_channels_first (call, KOMA_BUILDER_NODE (call->nodes, call->op, attrs, x));
}
