/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* RotaryEmbedding (x, cos, sin, positions): pairs of numbers of each head, turned by an angle that
 * grows with the position. */

#include "attention.h"
#include "parts.h"
#include "rules.h"

typedef struct
{
  KomaValueId first; /* [n,heads,rows,width / 2] */
  KomaValueId second;
} Pairs;

/* A line of the table for each row: [n,1,rows,width / 2]. */
static KomaValueId
read_table (KomaOnnxCall *call,
            guint         index)
{
  KomaValueId       table = call->inputs[index];
  const KomaValueId positions = koma_onnx_input (call, 3);
  const guint       rank = positions != KOMA_VALUE_NONE ? 2 : 3;

  if (koma_onnx_rank (call, table) != rank)
    return koma_onnx_fail (call, KOMA_ERROR_SHAPE, "a table has %u dimensions, expected %u",
                           koma_onnx_rank (call, table), rank);
  if (positions != KOMA_VALUE_NONE) {
    if (koma_onnx_rank (call, positions) != 2)
      return koma_onnx_fail (call, KOMA_ERROR_SHAPE, "positions have %u dimensions, expected 2",
                             koma_onnx_rank (call, positions));
    table = koma_onnx_add (call, KOMA_OP_GATHER, NULL, 3, table,
                           koma_onnx_cast (call, positions, KOMA_DTYPE_INT32),
                           koma_onnx_number (call, KOMA_DTYPE_INT32, 0));
  }
  return koma_onnx_add (call, KOMA_OP_EXPAND_DIMS, NULL, 2, table,
                        koma_onnx_number (call, KOMA_DTYPE_INT32, 1));
}

/* Neighbours, or numbers half a width apart. */
static Pairs
take_pairs (KomaOnnxCall *call,
            KomaValueId   x,
            gboolean      is_interleaved)
{
  const KomaShape *shape = koma_onnx_shape (call, x);
  const gint64     half = call->error == NULL ? shape->dims[3] / 2 : 0;
  const gint64     apart[] = { -1, shape->dims[1], shape->dims[2], half, 2 };
  const gint64     back[] = { -1, shape->dims[1], shape->dims[2], half };
  KomaValueId      pieces[2] = { 0 };

  if (!is_interleaved) {
    koma_onnx_split (call, x, 3, (const gint64[]){ half, half }, 2, pieces);
    return (Pairs){ pieces[0], pieces[1] };
  }
  koma_onnx_split (call, koma_onnx_reshape (call, x, apart, 5), 4, (const gint64[]){ 1, 1 }, 2,
                   pieces);
  return (Pairs){ koma_onnx_reshape (call, pieces[0], back, 4),
                  koma_onnx_reshape (call, pieces[1], back, 4) };
}

static KomaValueId
join_pairs (KomaOnnxCall *call,
            const Pairs  *pairs,
            gboolean      is_interleaved)
{
  const KomaShape   shape = *koma_onnx_shape (call, pairs->first);
  const gint64      apart[] = { -1, shape.dims[1], shape.dims[2], shape.dims[3], 1 };
  const gint64      joined[] = { -1, shape.dims[1], shape.dims[2], 2 * shape.dims[3] };
  const KomaValueId halves[] = { pairs->first, pairs->second };
  KomaValueId       pieces[2] = { 0 };

  if (!is_interleaved)
    return koma_onnx_join (call, halves, 2, 3);
  for (guint i = 0; i < 2; i++)
    pieces[i] = koma_onnx_reshape (call, halves[i], apart, 5);
  return koma_onnx_reshape (call, koma_onnx_join (call, pieces, 2, 4), joined, 4);
}

static KomaValueId
multiply (KomaOnnxCall *call,
          KomaValueId   a,
          KomaValueId   b)
{
  return koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, a, b);
}

static KomaValueId
turn (KomaOnnxCall *call,
      KomaValueId   x)
{
  const gboolean    is_interleaved = koma_onnx_attr_int (call->node, "interleaved", 0) != 0;
  const Pairs       pairs = take_pairs (call, x, is_interleaved);
  const KomaValueId cosine = read_table (call, 1);
  const KomaValueId sine = read_table (call, 2);
  const Pairs       turned = {
          koma_onnx_add (call, KOMA_OP_SUB, NULL, 2, multiply (call, pairs.first, cosine),
                         multiply (call, pairs.second, sine)),
          koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, multiply (call, pairs.first, sine),
                         multiply (call, pairs.second, cosine)),
  };

  return join_pairs (call, &turned, is_interleaved);
}

/* x is [n,heads,rows,width], or [n,rows,heads * width]; with rotary_embedding_dim only the first
 * numbers of each head are turned. */
void
koma_onnx_rule_rotary_embedding (KomaOnnxCall *call)
{
  const gboolean   is_joined = koma_onnx_rank (call, call->inputs[0]) == 3;
  const gint64     width = koma_onnx_attr_int (call->node, "rotary_embedding_dim", 0);
  const KomaShape *shape = NULL;
  KomaValueId      x = call->inputs[0];
  KomaValueId      pieces[2] = { 0 };
  gint64           sizes[2] = { 0 };

  if (is_joined)
    x = koma_onnx_split_heads (call, x, koma_onnx_attr_int (call->node, "num_heads", 0));
  shape = koma_onnx_shape (call, x);
  if (call->error == NULL &&
      (shape->rank != 4 || width < 0 || width > shape->dims[3] || width % 2 != 0 ||
       (width == 0 && shape->dims[3] % 2 != 0)))
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "can not turn %" G_GINT64_FORMAT " numbers of a head",
                    width);
  if (call->error != NULL)
    return;
  sizes[0] = width;
  sizes[1] = shape->dims[3] - width;
  if (width == 0 || sizes[1] == 0) {
    x = turn (call, x);
  } else {
    koma_onnx_split (call, x, 3, sizes, 2, pieces);
    pieces[0] = turn (call, pieces[0]);
    x = koma_onnx_join (call, pieces, 2, 3);
  }
  koma_onnx_return (call, is_joined ? koma_onnx_join_heads (call, x) : x);
}
