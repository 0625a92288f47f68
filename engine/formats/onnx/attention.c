/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "attention.h"

#include <math.h>

#include "parts.h"
#include "rules.h"

/**
 * koma_onnx_split_heads:
 * @x: [n,rows,heads * width]
 *
 * Returns: [n,heads,rows,width]. Thread: any.
 */
KomaValueId
koma_onnx_split_heads (KomaOnnxCall *call,
                       KomaValueId   x,
                       gint64        n_heads)
{
  static const guint perm[] = { 0, 2, 1, 3 };
  const KomaShape    shape = koma_builder_get_shape (call->nodes, x);

  if (shape.rank != 3)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "an input has %u dimensions, expected 3", shape.rank);
  if (n_heads < 1 || shape.dims[2] % n_heads != 0)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "can not divide %" G_GINT64_FORMAT " columns into %" G_GINT64_FORMAT
                              " heads",
                              shape.dims[2], n_heads);
  x = koma_builder_reshape (call->nodes, x,
                            KOMA_SHAPE (-1, shape.dims[1], n_heads, shape.dims[2] / n_heads));
  return koma_builder_transpose (call->nodes, x, perm);
}

/**
 * koma_onnx_join_heads:
 * @x: [n,heads,rows,width]
 *
 * Returns: [n,rows,heads * width]. Thread: any.
 */
KomaValueId
koma_onnx_join_heads (KomaOnnxCall *call,
                      KomaValueId   x)
{
  static const guint perm[] = { 0, 2, 1, 3 };
  const KomaShape    shape = koma_builder_get_shape (call->nodes, x);

  return koma_builder_reshape (
    call->nodes, koma_builder_transpose (call->nodes, x, perm),
    KOMA_SHAPE (-1, shape.dims[2], shape.dims[1] * shape.dims[3]));
}

/* Each head of keys or values as often as it serves one of queries. */
static KomaValueId
repeat_heads (KomaOnnxCall *call,
              KomaValueId   x,
              gint64        n_times)
{
  const gint32    times[] = { 1, 1, (gint32) n_times, 1, 1 };
  const KomaShape shape = koma_builder_get_shape (call->nodes, x);
  const gint64   *dims = shape.dims;

  if (n_times == 1)
    return x;
  x = koma_builder_reshape (call->nodes, x, KOMA_SHAPE (-1, dims[1], 1, dims[2], dims[3]));
  return koma_builder_reshape (call->nodes, koma_builder_tile (call->nodes, x, times),
                               KOMA_SHAPE (-1, dims[1] * n_times, dims[2], dims[3]));
}

/* [rows,columns]: what is not seen behind the diagonal. */
static KomaValueId
add_causal (KomaOnnxCall *call,
            KomaValueId   scores)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, scores);
  const gint64    n_rows = shape.dims[2];
  const gint64    n_columns = shape.dims[3];
  /* No more than the scores have, whose size was checked. */
  g_autofree float *numbers = g_new0 (float, (gsize) (n_rows * n_columns) + 1);

  for (gint64 row = 0; row < n_rows; row++)
    for (gint64 column = row + 1; column < n_columns; column++)
      numbers[row * n_columns + column] = KOMA_ONNX_UNSEEN;
  return koma_builder_binary (call->nodes, KOMA_OP_ADD, scores,
                              koma_builder_data (call->nodes, KOMA_DTYPE_FLOAT32,
                                                 KOMA_SHAPE (n_rows, n_columns), numbers));
}

/* onnxruntime bends the products before a mask is added, so that what is hidden stays hidden; the
 * text of opset 23 has it the other way round. */
static KomaValueId
change_scores (KomaOnnxCall            *call,
               KomaValueId              scores,
               const KomaOnnxAttention *how)
{
  if (how->softcap != 0) {
    scores = koma_onnx_with_float (call, KOMA_OP_MUL, scores, 1 / how->softcap);
    scores = koma_builder_unary (call->nodes, KOMA_OP_TANH, scores);
    scores = koma_onnx_with_float (call, KOMA_OP_MUL, scores, how->softcap);
  }
  scores = koma_onnx_plus (call, scores, how->bias);
  return how->is_causal ? add_causal (call, scores) : scores;
}

static gboolean
check_heads (KomaOnnxCall *call,
             KomaValueId   q,
             KomaValueId   k,
             KomaValueId   v)
{
  const KomaShape queries = koma_builder_get_shape (call->nodes, q);
  const KomaShape keys = koma_builder_get_shape (call->nodes, k);
  const KomaShape values = koma_builder_get_shape (call->nodes, v);

  if (queries.rank != 4 || keys.rank != 4 || values.rank != 4)
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                       "queries, keys and values have %u, %u and %u dimensions, expected 4",
                       queries.rank, keys.rank, values.rank);
  else if (keys.dims[1] < 1 || queries.dims[1] % keys.dims[1] != 0 ||
           keys.dims[1] != values.dims[1])
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                       "%" G_GINT64_FORMAT " heads of queries do not fit %" G_GINT64_FORMAT
                       " of keys and %" G_GINT64_FORMAT " of values",
                       queries.dims[1], keys.dims[1], values.dims[1]);
  return call->nodes->error == NULL;
}

/**
 * koma_onnx_attend:
 * @q: [n,heads,rows,width]
 * @k: [n,key heads,columns,width]
 * @v: [n,key heads,columns,value width]
 *
 * Returns: [n,heads,rows,value width]. Thread: any.
 */
KomaValueId
koma_onnx_attend (KomaOnnxCall            *call,
                  KomaValueId              q,
                  KomaValueId              k,
                  KomaValueId              v,
                  const KomaOnnxAttention *how)
{
  KomaBuilder    *nodes = call->nodes;
  const KomaShape queries = koma_builder_get_shape (nodes, q);
  KomaValueId     scores = KOMA_VALUE_NONE;
  gint64          n_times = 1;
  double          scale = how->scale;

  if (!check_heads (call, q, k, v))
    return KOMA_VALUE_NONE;
  n_times = queries.dims[1] / koma_builder_get_dim (nodes, k, 1);
  if (scale == 0)
    scale = 1 / sqrt ((double) MAX (queries.dims[3], 1));
  scores = koma_builder_mat_mul (nodes, q, repeat_heads (call, k, n_times), FALSE, TRUE);
  scores = change_scores (call, koma_onnx_with_float (call, KOMA_OP_MUL, scores, scale), how);
  scores = KOMA_BUILDER_NODE (nodes, KOMA_OP_SOFTMAX, koma_attrs_new_int ("axis", -1), scores);
  return koma_builder_binary (nodes, KOMA_OP_MAT_MUL, scores, repeat_heads (call, v, n_times));
}

/* A mask of bool says what is seen; one of numbers is added. */
static KomaValueId
read_mask (KomaOnnxCall *call,
           guint         index)
{
  const KomaValueId mask = koma_onnx_input (call, index);

  if (mask == KOMA_VALUE_NONE || koma_builder_get_dtype (call->nodes, mask) != KOMA_DTYPE_BOOL)
    return koma_onnx_cast (call, mask, KOMA_DTYPE_FLOAT32);
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_SELECT, NULL, mask,
                            koma_builder_float (call->nodes, 0),
                            koma_builder_float (call->nodes, KOMA_ONNX_UNSEEN));
}

static gboolean
refuse_what_is_missing (KomaOnnxCall *call)
{
  return koma_onnx_refuse_input (call, 4, "past_key") &&
         koma_onnx_refuse_input (call, 5, "past_value") &&
         koma_onnx_refuse_input (call, 6, "nonpad_kv_seqlen");
}

/* Attention (q, k, v, mask): as [n,heads,rows,width], or [n,rows,heads * width], where attributes
 * say how many heads. Results: y, and keys and values by heads. */
KomaValueId
koma_onnx_rule_attention (KomaOnnxCall *call)
{
  const gboolean          is_joined = koma_builder_get_rank (call->nodes, call->inputs[0]) == 3;
  const gint64            n_heads = koma_onnx_attr_int (call->node, "q_num_heads", 0);
  const gint64            n_key_heads = koma_onnx_attr_int (call->node, "kv_num_heads", 0);
  const KomaOnnxAttention how = {
    .scale = koma_onnx_attr_float (call->node, "scale", 0),
    .softcap = koma_onnx_attr_float (call->node, "softcap", 0),
    .bias = read_mask (call, 3),
    .is_causal = koma_onnx_attr_int (call->node, "is_causal", 0) != 0,
  };
  KomaValueId parts[3] = { call->inputs[0], call->inputs[1], call->inputs[2] };
  KomaValueId value = KOMA_VALUE_NONE;

  if (!refuse_what_is_missing (call))
    return KOMA_VALUE_NONE;
  for (guint i = 0; is_joined && i < 3; i++)
    parts[i] = koma_onnx_split_heads (call, parts[i], i == 0 ? n_heads : n_key_heads);
  value = koma_onnx_attend (call, parts[0], parts[1], parts[2], &how);
  koma_onnx_give (call, parts[1]);
  koma_onnx_give (call, parts[2]);
  return is_joined ? koma_onnx_join_heads (call, value) : value;
}
