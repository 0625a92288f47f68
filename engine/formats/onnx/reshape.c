/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The same elements in another shape or order. */

#include "rules.h"

/* Identity, and Dropout without its mask. */
void
koma_onnx_rule_identity (KomaOnnxCall *call)
{
  koma_onnx_return (call, call->inputs[0]);
}

/* Dropout (x): at inference nothing is dropped, and the mask is true everywhere:
 * x * 0 + 1 as bool, for a NaN is true too. */
void
koma_onnx_rule_dropout (KomaOnnxCall *call)
{
  const KomaArray *is_training = koma_onnx_known (call, koma_onnx_input (call, 2));
  KomaValueId      zero = KOMA_VALUE_NONE;

  if (koma_onnx_has_input (call, 2) &&
      (is_training == NULL || is_training->count != 1 || koma_array_get_int (is_training, 0) != 0))
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "training_mode");
  koma_onnx_return (call, call->inputs[0]);
  if (call->n_outputs < 2)
    return;
  zero = koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, call->inputs[0], koma_onnx_float (call, 0));
  koma_onnx_return (call, koma_onnx_cast (call,
                                          koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, zero,
                                                         koma_onnx_float (call, 1)),
                                          KOMA_DTYPE_BOOL));
}

/* Flatten (x): [d0 … d(axis-1), …] as a matrix. The first side is left open: it is the batch. */
void
koma_onnx_rule_flatten (KomaOnnxCall *call)
{
  const KomaShape *shape = koma_onnx_shape (call, call->inputs[0]);
  const gint64     number = koma_onnx_attr_int (call->node, "axis", 1);
  const guint      axis =
    number == (gint64) shape->rank ? shape->rank : koma_onnx_axis (call, number, shape->rank);
  gint64 dims[2] = { 1, 1 };

  for (guint i = 0; i < shape->rank; i++)
    dims[i < axis ? 0 : 1] *= shape->dims[i];
  if (axis > 0 && dims[1] != 0)
    dims[0] = -1;
  koma_onnx_return (call, koma_onnx_reshape (call, call->inputs[0], dims, 2));
}

/* The new shape where 0 stands for the old size: those are filled in. The batch may be another one
 * day, so it is left open, and what the file leaves open is computed instead. */
static void
fill_in (const KomaShape *from,
         gint64          *dims,
         guint            n)
{
  gint64   product = 1;
  gint64   n_elements = 1;
  guint    open = n;
  gboolean is_batch_kept = dims[0] == 0 && from->rank > 0;

  for (guint i = 0; i < n; i++) {
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
  if (open < n)
    dims[open] = n_elements / product;
  dims[0] = -1;
}

/* Reshape (x, shape) */
void
koma_onnx_rule_reshape (KomaOnnxCall *call)
{
  const KomaArray *shape = koma_onnx_known (call, call->inputs[1]);
  const gboolean   is_zero_size = koma_onnx_attr_int (call->node, "allowzero", 0) != 0;
  gint64           dims[KOMA_MAX_RANK] = { 0 };
  gboolean         has_zero = FALSE;

  for (guint i = 0; shape != NULL && i < shape->count && i < KOMA_MAX_RANK; i++) {
    dims[i] = koma_array_get_int (shape, i);
    has_zero = has_zero || dims[i] == 0;
  }
  if (shape == NULL || !has_zero || is_zero_size || shape->count > KOMA_MAX_RANK) {
    koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_RESHAPE, NULL, 2, call->inputs[0],
                                           call->inputs[1]));
    return;
  }
  fill_in (koma_onnx_shape (call, call->inputs[0]), dims, (guint) shape->count);
  koma_onnx_return (call, koma_onnx_reshape (call, call->inputs[0], dims, (guint) shape->count));
}

/* Squeeze (x, axes): an attribute before opset 13. */
void
koma_onnx_rule_squeeze (KomaOnnxCall *call)
{
  g_autofree gint64 *axes = NULL;
  gsize              n = 0;
  KomaAttrs         *attrs = NULL;

  if (!koma_onnx_list (call, "axes", 1, &axes, &n))
    return;
  attrs = koma_attrs_new ();
  if (axes != NULL)
    koma_attrs_set_ints (attrs, "squeeze_dims", axes, n);
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_SQUEEZE, attrs, 1, call->inputs[0]));
}

/* Unsqueeze (x, axes): dimensions of the result that are 1; an attribute before opset 13. */
void
koma_onnx_rule_unsqueeze (KomaOnnxCall *call)
{
  g_autofree gint64 *axes = NULL;
  gsize              n = 0;
  guint              mask = 0;
  guint              rank = 0;
  KomaValueId        value = call->inputs[0];

  if (!koma_onnx_list (call, "axes", 1, &axes, &n))
    return;
  if (n + koma_onnx_rank (call, value) > KOMA_MAX_RANK)
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "more than %d dimensions", KOMA_MAX_RANK);
  rank = koma_onnx_rank (call, value) + (guint) n;
  for (gsize i = 0; call->error == NULL && i < n; i++)
    mask |= 1u << koma_onnx_axis (call, axes[i], rank);
  for (guint axis = 0; axis < rank && call->error == NULL; axis++)
    if (mask & (1u << axis))
      value = koma_onnx_add (call, KOMA_OP_EXPAND_DIMS, NULL, 2, value,
                             koma_onnx_number (call, KOMA_DTYPE_INT32, axis));
  koma_onnx_return (call, value);
}

/* Transpose (x): attribute perm, all dimensions the other way round where it is missing. */
void
koma_onnx_rule_transpose (KomaOnnxCall *call)
{
  const guint   rank = koma_onnx_rank (call, call->inputs[0]);
  gsize         n = 0;
  const gint64 *perm = koma_onnx_attr_ints (call->node, "perm", &n);
  gint64        reverse[KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < rank; i++)
    reverse[i] = rank - 1 - i;
  if (perm != NULL && n != rank)
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "perm has %zu numbers, expected %u", n, rank);
  else
    koma_onnx_return (call,
                      koma_onnx_transpose (call, call->inputs[0], perm != NULL ? perm : reverse));
}

/* Expand (x, shape): broadcast in both directions, hence a sum with zeros. */
void
koma_onnx_rule_expand (KomaOnnxCall *call)
{
  const KomaDType   dtype = koma_onnx_dtype (call, call->inputs[0]);
  const KomaValueId x =
    dtype == KOMA_DTYPE_FLOAT32 ? call->inputs[0]
                                : koma_onnx_cast (call, call->inputs[0], KOMA_DTYPE_INT32);
  const KomaValueId zero = koma_onnx_number (call, koma_onnx_dtype (call, x), 0);
  const KomaValueId zeros = koma_onnx_add (call, KOMA_OP_FILL, NULL, 2, call->inputs[1], zero);

  koma_onnx_return (call, koma_onnx_cast (call,
                                          koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, x, zeros),
                                          dtype));
}

/* Tile (x, repeats) */
void
koma_onnx_rule_tile (KomaOnnxCall *call)
{
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_TILE, NULL, 2, call->inputs[0],
                                         call->inputs[1]));
}
