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

  if (koma_builder_get_rank (call->nodes, table) != rank)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "a table has %u dimensions, expected %u",
                              koma_builder_get_rank (call->nodes, table), rank);
  if (positions != KOMA_VALUE_NONE) {
    if (koma_builder_get_rank (call->nodes, positions) != 2)
      return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                                "positions have %u dimensions, expected 2",
                                koma_builder_get_rank (call->nodes, positions));
    table = KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GATHER, NULL, table,
                               koma_onnx_cast (call, positions, KOMA_DTYPE_INT32),
                               koma_builder_int (call->nodes, 0));
  }
  return koma_builder_expand_dims (call->nodes, table, 1);
}

/* Neighbours, or numbers half a width apart. */
static Pairs
take_pairs (KomaOnnxCall *call,
            KomaValueId   x,
            gboolean      is_interleaved)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, x);
  const gint64    half = shape.dims[3] / 2;
  const gint64    sizes[2] = { is_interleaved ? 1 : half, is_interleaved ? 1 : half };
  KomaValueId     pieces[2] = { 0 };

  if (is_interleaved)
    x =
      koma_builder_reshape (call->nodes, x, KOMA_SHAPE (-1, shape.dims[1], shape.dims[2], half, 2));
  koma_onnx_split (call, x, is_interleaved ? 4 : 3, sizes, 2, pieces);
  for (guint i = 0; i < 2 && is_interleaved; i++)
    pieces[i] = koma_builder_squeeze (call->nodes, pieces[i], 4);
  return (Pairs){ pieces[0], pieces[1] };
}

static KomaValueId
join_pairs (KomaOnnxCall *call,
            const Pairs  *pairs,
            gboolean      is_interleaved)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, pairs->first);
  KomaValueId     pieces[] = { pairs->first, pairs->second };

  if (!is_interleaved)
    return koma_builder_concat (call->nodes, pieces, 2, 3);
  for (guint i = 0; i < 2; i++)
    pieces[i] = koma_builder_expand_dims (call->nodes, pieces[i], 4);
  return koma_builder_reshape (call->nodes, koma_builder_concat (call->nodes, pieces, 2, 4),
                               KOMA_SHAPE (-1, shape.dims[1], shape.dims[2], 2 * shape.dims[3]));
}

static KomaValueId
turn (KomaOnnxCall *call,
      KomaValueId   x)
{
  KomaBuilder      *nodes = call->nodes;
  const gboolean    is_interleaved = koma_onnx_attr_int (call->node, "interleaved", 0) != 0;
  const Pairs       pairs = take_pairs (call, x, is_interleaved);
  const KomaValueId cosine = read_table (call, 1);
  const KomaValueId sine = read_table (call, 2);
  const Pairs       turned = {
          koma_builder_binary (nodes, KOMA_OP_SUB,
                               koma_builder_binary (nodes, KOMA_OP_MUL, pairs.first, cosine),
                               koma_builder_binary (nodes, KOMA_OP_MUL, pairs.second, sine)),
          koma_builder_binary (nodes, KOMA_OP_ADD,
                               koma_builder_binary (nodes, KOMA_OP_MUL, pairs.first, sine),
                               koma_builder_binary (nodes, KOMA_OP_MUL, pairs.second, cosine)),
  };

  return join_pairs (call, &turned, is_interleaved);
}

/* x is [n,heads,rows,width], or [n,rows,heads * width]; with rotary_embedding_dim only the first
 * numbers of each head are turned. */
KomaValueId
koma_onnx_rule_rotary_embedding (KomaOnnxCall *call)
{
  const gint64 width = koma_onnx_attr_int (call->node, "rotary_embedding_dim", 0);
  KomaValueId  x = call->inputs[0];
  gboolean     is_joined = koma_builder_get_rank (call->nodes, x) == 3;
  KomaShape    shape = { 0 };
  KomaValueId  pieces[2] = { 0 };
  gint64       sizes[2] = { 0 };

  if (is_joined)
    x = koma_onnx_split_heads (call, x, koma_onnx_attr_int (call->node, "num_heads", 0));
  shape = koma_builder_get_shape (call->nodes, x);
  if (shape.rank != 4 || width < 0 || width > shape.dims[3] || width % 2 != 0 ||
      (width == 0 && shape.dims[3] % 2 != 0))
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "can not turn %" G_GINT64_FORMAT " numbers of a head", width);
  sizes[0] = width;
  sizes[1] = shape.dims[3] - width;
  if (width == 0 || sizes[1] == 0) {
    x = turn (call, x);
  } else {
    koma_onnx_split (call, x, 3, sizes, 2, pieces);
    pieces[0] = turn (call, pieces[0]);
    x = koma_builder_concat (call->nodes, pieces, 2, 3);
  }
  return is_joined ? koma_onnx_join_heads (call, x) : x;
}
