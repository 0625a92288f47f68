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
  const KomaShape   shape = koma_builder_get_shape (call->nodes, mask);
  const double      unseen = koma_onnx_attr_float (call->node, "mask_filter_value", -10000);
  KomaValueId       hidden = KOMA_VALUE_NONE;

  if (mask == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  if (shape.rank != 2 && shape.rank != 3)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%s of %u dimensions", name,
                              shape.rank);
  hidden = koma_builder_binary (call->nodes, KOMA_OP_SUB, koma_builder_float (call->nodes, 1),
                                koma_onnx_cast (call, mask, KOMA_DTYPE_FLOAT32));
  return koma_builder_reshape (
    call->nodes, koma_onnx_with_float (call, KOMA_OP_MUL, hidden, unseen),
    KOMA_SHAPE (-1, 1, shape.rank == 3 ? shape.dims[1] : 1, shape.dims[shape.rank - 1]));
}

static KomaValueId
add_both (KomaOnnxCall *call,
          KomaValueId   a,
          KomaValueId   b)
{
  return a == KOMA_VALUE_NONE ? b : koma_onnx_plus (call, a, b);
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
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                       "can not divide %" G_GINT64_FORMAT " columns into queries, keys and values",
                       width);
  return call->nodes->error == NULL;
}

/* @parts: [3]; those of 3 dimensions are not yet apart by heads */
static KomaValueId
attend (KomaOnnxCall            *call,
        KomaValueId             *parts,
        gint64                   n_heads,
        const KomaOnnxAttention *how)
{
  for (guint i = 0; i < 3; i++)
    if (koma_builder_get_rank (call->nodes, parts[i]) == 3)
      parts[i] = koma_onnx_split_heads (call, parts[i], n_heads);
  return koma_onnx_join_heads (call, koma_onnx_attend (call, parts[0], parts[1], parts[2], how));
}

/* Attention (x, w, b, mask_index, past, attention_bias): queries, keys and values are x · w + b,
 * side by side. */
KomaValueId
koma_onnx_rule_attention_packed (KomaOnnxCall *call)
{
  const gint64            n_heads = koma_onnx_attr_int (call->node, "num_heads", 0);
  const KomaOnnxAttention how = read_how (call, 3, "mask_index", 5);
  KomaValueId             product = KOMA_VALUE_NONE;
  KomaValueId             parts[3] = { 0 };
  gint64                  widths[3] = { 0 };
  KomaShape               shape = { 0 };

  if (!koma_onnx_refuse_attr (call, "do_rotary") || !koma_onnx_refuse_input (call, 4, "past"))
    return KOMA_VALUE_NONE;
  product = koma_builder_binary (call->nodes, KOMA_OP_MAT_MUL, call->inputs[0], call->inputs[1]);
  product = koma_onnx_plus (call, product, koma_onnx_input (call, 2));
  shape = koma_builder_get_shape (call->nodes, product);
  if (shape.rank != 3)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "the input has %u dimensions, expected 3", shape.rank);
  if (!read_widths (call, shape.dims[2], widths))
    return KOMA_VALUE_NONE;
  koma_onnx_split (call, product, 2, widths, 3, parts);
  return attend (call, parts, n_heads, &how);
}

/* Adds what is there for each of the three in one list. */
static void
add_bias (KomaOnnxCall *call,
          KomaValueId  *parts)
{
  KomaValueId pieces[3] = { 0 };
  gint64      widths[3] = { 0 };

  for (guint i = 0; i < 3; i++) {
    if (koma_builder_get_rank (call->nodes, parts[i]) != 3) {
      koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "bias for keys by heads");
      return;
    }
    widths[i] = koma_builder_get_shape (call->nodes, parts[i]).dims[2];
  }
  koma_onnx_split (call, call->inputs[3], 0, widths, 3, pieces);
  for (guint i = 0; i < 3; i++)
    parts[i] = koma_builder_binary (call->nodes, KOMA_OP_ADD, parts[i], pieces[i]);
}

static gboolean
check_parts (KomaOnnxCall *call)
{
  const guint rank = koma_builder_get_rank (call->nodes, call->inputs[0]);

  if (rank != 3)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "query of %u dimensions", rank);
  for (guint i = 1; i < 3 && call->nodes->error == NULL; i++)
    if (!koma_onnx_has_input (call, i))
      koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "packed keys and values");
    else if (koma_builder_get_rank (call->nodes, call->inputs[i]) != 3 &&
             koma_builder_get_rank (call->nodes, call->inputs[i]) != 4)
      koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "packed keys and values");
  return koma_onnx_refuse_input (call, 6, "past_key") &&
         koma_onnx_refuse_input (call, 7, "past_value");
}

/* MultiHeadAttention (query, key, value, bias, key_padding_mask, attention_bias): queries are
 * [n,rows,heads * width], keys and values likewise, or [n,heads,columns,width]. */
KomaValueId
koma_onnx_rule_multi_head_attention (KomaOnnxCall *call)
{
  const gint64      n_heads = koma_onnx_attr_int (call->node, "num_heads", 0);
  KomaOnnxAttention how = { 0 };
  KomaValueId       parts[3] = { koma_onnx_input (call, 0), koma_onnx_input (call, 1),
                                 koma_onnx_input (call, 2) };

  if (!check_parts (call))
    return KOMA_VALUE_NONE;
  how = read_how (call, 4, "key_padding_mask", 5);
  if (koma_onnx_has_input (call, 3))
    add_bias (call, parts);
  return attend (call, parts, n_heads, &how);
}
