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
  static const gint64 perm[] = { 0, 2, 1, 3 };
  const KomaShape    *shape = koma_onnx_shape (call, x);
  gint64              dims[4] = { -1, 0, n_heads, 0 };

  if (shape->rank != 3)
    return koma_onnx_fail (call, KOMA_ERROR_SHAPE, "an input has %u dimensions, expected 3",
                           shape->rank);
  if (n_heads < 1 || shape->dims[2] % n_heads != 0)
    return koma_onnx_fail (call, KOMA_ERROR_SHAPE,
                           "can not divide %" G_GINT64_FORMAT " columns into %" G_GINT64_FORMAT
                           " heads",
                           shape->dims[2], n_heads);
  dims[1] = shape->dims[1];
  dims[3] = shape->dims[2] / n_heads;
  return koma_onnx_transpose (call, koma_onnx_reshape (call, x, dims, 4), perm);
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
  static const gint64 perm[] = { 0, 2, 1, 3 };
  const KomaShape    *shape = koma_onnx_shape (call, x);
  const gint64        dims[] = { -1, shape->dims[2], shape->dims[1] * shape->dims[3] };

  if (call->error != NULL)
    return KOMA_VALUE_NONE;
  return koma_onnx_reshape (call, koma_onnx_transpose (call, x, perm), dims, 3);
}

/* Each head of keys or values as often as it serves one of queries. */
static KomaValueId
repeat_heads (KomaOnnxCall *call,
              KomaValueId   x,
              gint64        n_times)
{
  const KomaShape shape = *koma_onnx_shape (call, x);
  const gint64    apart[] = { -1, shape.dims[1], 1, shape.dims[2], shape.dims[3] };
  const gint64    times[] = { 1, 1, n_times, 1, 1 };
  const gint64    joined[] = { -1, shape.dims[1] * n_times, shape.dims[2], shape.dims[3] };

  if (n_times == 1)
    return x;
  x = koma_onnx_reshape (call, x, apart, 5);
  x = koma_onnx_add (call, KOMA_OP_TILE, NULL, 2, x, koma_onnx_ints (call, times, 5));
  return koma_onnx_reshape (call, x, joined, 4);
}

/* [rows,columns]: what is not seen behind the diagonal. */
static KomaValueId
add_causal (KomaOnnxCall *call,
            KomaValueId   scores)
{
  const KomaShape *shape = koma_onnx_shape (call, scores);
  const gint64     n_rows = call->error == NULL ? shape->dims[2] : 0;
  const gint64     n_columns = call->error == NULL ? shape->dims[3] : 0;
  const KomaShape  matrix = KOMA_SHAPE (n_rows, n_columns);
  /* No more than the scores have, whose size was checked. */
  g_autofree float *numbers = g_new0 (float, (gsize) (n_rows * n_columns) + 1);

  for (gint64 row = 0; row < n_rows; row++)
    for (gint64 column = row + 1; column < n_columns; column++)
      numbers[row * n_columns + column] = KOMA_ONNX_UNSEEN;
  return koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, scores,
                        koma_onnx_floats (call, &matrix, numbers));
}

/* onnxruntime bends the products before a mask is added, so that what is hidden stays hidden; the
 * text of opset 23 has it the other way round. */
static KomaValueId
change_scores (KomaOnnxCall            *call,
               KomaValueId              scores,
               const KomaOnnxAttention *how)
{
  if (how->softcap != 0) {
    scores = koma_onnx_add (call, KOMA_OP_TANH, NULL, 1,
                            koma_onnx_scale (call, scores, 1 / how->softcap));
    scores = koma_onnx_scale (call, scores, how->softcap);
  }
  if (how->bias != KOMA_VALUE_NONE)
    scores = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, scores, how->bias);
  return how->is_causal ? add_causal (call, scores) : scores;
}

static gboolean
check_heads (KomaOnnxCall *call,
             KomaValueId   q,
             KomaValueId   k,
             KomaValueId   v)
{
  const KomaShape *q_shape = koma_onnx_shape (call, q);
  const KomaShape *k_shape = koma_onnx_shape (call, k);
  const KomaShape *v_shape = koma_onnx_shape (call, v);

  if (call->error == NULL && (q_shape->rank != 4 || k_shape->rank != 4 || v_shape->rank != 4))
    koma_onnx_fail (call, KOMA_ERROR_SHAPE,
                    "queries, keys and values have %u, %u and %u dimensions, expected 4",
                    q_shape->rank, k_shape->rank, v_shape->rank);
  else if (call->error == NULL &&
           (k_shape->dims[1] < 1 || q_shape->dims[1] % k_shape->dims[1] != 0 ||
            k_shape->dims[1] != v_shape->dims[1]))
    koma_onnx_fail (call, KOMA_ERROR_SHAPE,
                    "%" G_GINT64_FORMAT " heads of queries do not fit %" G_GINT64_FORMAT
                    " of keys and %" G_GINT64_FORMAT " of values",
                    q_shape->dims[1], k_shape->dims[1], v_shape->dims[1]);
  return call->error == NULL;
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
  KomaAttrs  *turned = NULL;
  KomaAttrs  *last = NULL;
  KomaValueId scores = KOMA_VALUE_NONE;
  gint64      n_times = 1;
  double      scale = how->scale;

  if (!check_heads (call, q, k, v))
    return KOMA_VALUE_NONE;
  n_times = koma_onnx_shape (call, q)->dims[1] / koma_onnx_shape (call, k)->dims[1];
  if (scale == 0)
    scale = 1 / sqrt ((double) MAX (koma_onnx_shape (call, q)->dims[3], 1));
  turned = koma_attrs_new ();
  koma_attrs_set_int (turned, "transpose_b", TRUE);
  scores = koma_onnx_add (call, KOMA_OP_MAT_MUL, turned, 2, q, repeat_heads (call, k, n_times));
  scores = change_scores (call, koma_onnx_scale (call, scores, scale), how);
  last = koma_attrs_new ();
  koma_attrs_set_int (last, "axis", -1);
  scores = koma_onnx_add (call, KOMA_OP_SOFTMAX, last, 1, scores);
  return koma_onnx_add (call, KOMA_OP_MAT_MUL, NULL, 2, scores, repeat_heads (call, v, n_times));
}

/* A mask of bool says what is seen; one of numbers is added. */
static KomaValueId
read_mask (KomaOnnxCall *call,
           guint         index)
{
  const KomaValueId mask = koma_onnx_input (call, index);

  if (mask == KOMA_VALUE_NONE || koma_onnx_dtype (call, mask) != KOMA_DTYPE_BOOL)
    return koma_onnx_cast (call, mask, KOMA_DTYPE_FLOAT32);
  return koma_onnx_add_named (call, "SelectV2", NULL, 3, mask, koma_onnx_float (call, 0),
                              koma_onnx_float (call, KOMA_ONNX_UNSEEN));
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
void
koma_onnx_rule_attention (KomaOnnxCall *call)
{
  const gboolean          is_joined = koma_onnx_rank (call, call->inputs[0]) == 3;
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
    return;
  for (guint i = 0; is_joined && i < 3; i++)
    parts[i] = koma_onnx_split_heads (call, parts[i], i == 0 ? n_heads : n_key_heads);
  value = koma_onnx_attend (call, parts[0], parts[1], parts[2], &how);
  koma_onnx_return (call, is_joined ? koma_onnx_join_heads (call, value) : value);
  koma_onnx_return (call, parts[1]);
  koma_onnx_return (call, parts[2]);
}
