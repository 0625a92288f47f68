/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention as onnxruntime fuses it (com.microsoft). */

#include "attention.h"
#include "parts.h"
#include "rules.h"

/* 1 where a column is seen, as [n,columns] or [n,rows,columns]; other forms say lengths. */
static KomaValueId
read_mask (KomaOnnxCall *call,
           guint         index,
           const char   *name)
{
  const KomaValueId mask = koma_onnx_input (call, index);
  const KomaShape  *shape = koma_onnx_shape (call, mask);
  const double      unseen = koma_onnx_attr_float (call->node, "mask_filter_value", -10000);
  const gint64      dims[] = { -1, 1, shape->rank == 3 ? shape->dims[1] : 1,
                          shape->rank >= 2 ? shape->dims[shape->rank - 1] : 1 };
  KomaValueId       hidden = KOMA_VALUE_NONE;

  if (mask == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  if (shape->rank != 2 && shape->rank != 3)
    return koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "%s of %u dimensions", name, shape->rank);
  hidden = koma_onnx_add (call, KOMA_OP_SUB, NULL, 2, koma_onnx_float (call, 1),
                          koma_onnx_cast (call, mask, KOMA_DTYPE_FLOAT32));
  hidden = koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, hidden, koma_onnx_float (call, unseen));
  return koma_onnx_reshape (call, hidden, dims, 4);
}

static KomaValueId
add_both (KomaOnnxCall *call,
          KomaValueId   a,
          KomaValueId   b)
{
  if (a == KOMA_VALUE_NONE || b == KOMA_VALUE_NONE)
    return a == KOMA_VALUE_NONE ? b : a;
  return koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, a, b);
}

static KomaOnnxAttention
read_how (KomaOnnxCall *call,
          guint         mask,
          const char   *mask_name,
          guint         bias)
{
  return (KomaOnnxAttention){
    .scale = koma_onnx_attr_float (call->node, "scale", 0),
    .bias = add_both (call, read_mask (call, mask, mask_name), koma_onnx_input (call, bias)),
    .is_causal = koma_onnx_attr_int (call->node, "unidirectional", 0) != 0,
  };
}

/* How many columns of the product are queries, keys and values. */
static gboolean
read_widths (KomaOnnxCall *call,
             gint64        width,
             gint64       *ret_widths)
{
  gsize         n = 0;
  const gint64 *listed = koma_onnx_attr_ints (call->node, "qkv_hidden_sizes", &n);

  for (guint i = 0; i < 3; i++) {
    ret_widths[i] = n == 3 ? listed[i] : width / 3;
    if (ret_widths[i] < 1 || ret_widths[i] > width)
      n = 1;
  }
  if ((n != 0 && n != 3) || ret_widths[0] + ret_widths[1] + ret_widths[2] != width)
    koma_onnx_fail (call, KOMA_ERROR_SHAPE,
                    "can not divide %" G_GINT64_FORMAT " columns into queries, keys and values",
                    width);
  return call->error == NULL;
}

/* Attention (x, w, b, mask_index, past, attention_bias): queries, keys and values are x · w + b,
 * side by side. */
void
koma_onnx_rule_attention_packed (KomaOnnxCall *call)
{
  const gint64            n_heads = koma_onnx_attr_int (call->node, "num_heads", 0);
  const KomaOnnxAttention how = read_how (call, 3, "mask_index", 5);
  KomaValueId             product = KOMA_VALUE_NONE;
  KomaValueId             parts[3] = { 0 };
  gint64                  widths[3] = { 0 };
  const KomaShape        *shape = NULL;

  if (!koma_onnx_refuse_attr (call, "do_rotary") || !koma_onnx_refuse_input (call, 4, "past"))
    return;
  product = koma_onnx_add (call, KOMA_OP_MAT_MUL, NULL, 2, call->inputs[0], call->inputs[1]);
  product = koma_onnx_has_input (call, 2)
              ? koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, product, call->inputs[2])
              : product;
  shape = koma_onnx_shape (call, product);
  if (call->error == NULL && shape->rank != 3)
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "the input has %u dimensions, expected 3", shape->rank);
  if (call->error != NULL || !read_widths (call, shape->dims[2], widths))
    return;
  koma_onnx_split (call, product, 2, widths, 3, parts);
  for (guint i = 0; i < 3; i++)
    parts[i] = koma_onnx_split_heads (call, parts[i], n_heads);
  koma_onnx_return (call, koma_onnx_join_heads (call, koma_onnx_attend (call, parts[0], parts[1],
                                                                        parts[2], &how)));
}

/* Adds what is there for each of the three in one list. */
static void
add_bias (KomaOnnxCall *call,
          KomaValueId  *parts)
{
  KomaValueId pieces[3] = { 0 };
  gint64      widths[3] = { 0 };

  for (guint i = 0; i < 3; i++) {
    if (koma_onnx_rank (call, parts[i]) != 3) {
      koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "bias for keys by heads");
      return;
    }
    widths[i] = koma_onnx_shape (call, parts[i])->dims[2];
  }
  koma_onnx_split (call, call->inputs[3], 0, widths, 3, pieces);
  for (guint i = 0; i < 3; i++)
    parts[i] = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, parts[i], pieces[i]);
}

static gboolean
check_parts (KomaOnnxCall *call)
{
  const guint rank = koma_onnx_rank (call, call->inputs[0]);

  if (rank != 3)
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "query of %u dimensions", rank);
  for (guint i = 1; i < 3 && call->error == NULL; i++)
    if (!koma_onnx_has_input (call, i))
      koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "packed keys and values");
    else if (koma_onnx_rank (call, call->inputs[i]) != 3 &&
             koma_onnx_rank (call, call->inputs[i]) != 4)
      koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "packed keys and values");
  return koma_onnx_refuse_input (call, 6, "past_key") &&
         koma_onnx_refuse_input (call, 7, "past_value");
}

/* MultiHeadAttention (query, key, value, bias, key_padding_mask, attention_bias): queries are
 * [n,rows,heads * width], keys and values likewise, or [n,heads,columns,width]. */
void
koma_onnx_rule_multi_head_attention (KomaOnnxCall *call)
{
  const gint64      n_heads = koma_onnx_attr_int (call->node, "num_heads", 0);
  KomaOnnxAttention how = { 0 };
  KomaValueId       parts[3] = { koma_onnx_input (call, 0), koma_onnx_input (call, 1),
                                 koma_onnx_input (call, 2) };

  if (!check_parts (call))
    return;
  how = read_how (call, 4, "key_padding_mask", 5);
  if (koma_onnx_has_input (call, 3))
    add_bias (call, parts);
  for (guint i = 0; i < 3 && call->error == NULL; i++)
    if (koma_onnx_rank (call, parts[i]) == 3)
      parts[i] = koma_onnx_split_heads (call, parts[i], n_heads);
  koma_onnx_return (call, koma_onnx_join_heads (call, koma_onnx_attend (call, parts[0], parts[1],
                                                                        parts[2], &how)));
}
