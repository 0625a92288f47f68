/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "build.h"

#include <string.h>

#include "engine/backends/cpu/fold.h"

/* Room that grows with the graph, for koma_cpu_fold (). */
static void **
get_scratch (KomaOnnxBuilder *self)
{
  const guint n_values = koma_graph_get_n_values (self->nodes.graph);

  if (n_values > self->n_scratch) {
    const guint n = MAX (2 * self->n_scratch, n_values);

    self->scratch = g_renew (void *, self->scratch, n);
    memset (self->scratch + self->n_scratch, 0, (n - self->n_scratch) * sizeof (void *));
    self->n_scratch = n;
  }
  return self->scratch;
}

static void
set_at (GArray  *flags,
        guint    index,
        gboolean flag)
{
  if (index >= flags->len)
    g_array_set_size (flags, index + 1);
  g_array_index (flags, gboolean, index) = flag;
}

/* What is known ahead is computed at once; Shape's answer is, and may be another for another
 * batch. Dequantize of weights remains a node: products compute with its integers. */
static gboolean
fold (KomaOnnxBuilder *self,
      const KomaNode  *node,
      GError         **error)
{
  KomaGraph *graph = self->nodes.graph;
  gboolean   is_all_known = TRUE;
  gboolean   is_all_fixed = node->op != KOMA_OP_DEQUANTIZE;

  for (guint i = 0; i < node->n_inputs; i++) {
    const KomaValueId input = node->inputs[i];
    const gboolean    is_known = koma_graph_get_value (graph, input)->constant != NULL;
    const gboolean    is_of_1 = input < self->is_of_1->len &&
                             g_array_index (self->is_of_1, gboolean, input);

    is_all_known = is_all_known && is_known;
    is_all_fixed = is_all_fixed && is_known && !is_of_1;
  }
  set_at (self->is_removed, koma_graph_get_n_nodes (graph) - 1, is_all_fixed);
  for (guint i = 0; i < node->n_outputs; i++)
    set_at (self->is_of_1, node->outputs[i], !is_all_fixed);
  return !(is_all_known || node->op == KOMA_OP_SHAPE) ||
         koma_cpu_fold (graph, node, get_scratch (self), error);
}

static gboolean
infer (KomaBuilder *nodes,
       KomaNode    *node,
       GError     **error)
{
  G_STATIC_ASSERT (G_STRUCT_OFFSET (KomaOnnxBuilder, nodes) == 0);
  return koma_node_infer (nodes->graph, node, error) &&
         fold ((KomaOnnxBuilder *) nodes, node, error);
}

/**
 * koma_onnx_builder_init:
 * @graph: (transfer none): to be filled; outlives @self
 *
 * Thread: any.
 */
void
koma_onnx_builder_init (KomaOnnxBuilder *self,
                        KomaGraph       *graph)
{
  *self = (KomaOnnxBuilder){
    .is_of_1 = g_array_new (FALSE, TRUE, sizeof (gboolean)),
    .is_removed = g_array_new (FALSE, TRUE, sizeof (gboolean)),
  };
  koma_builder_init (&self->nodes, graph, "");
  self->nodes.infer = infer;
  self->nodes.has_op_in_name = TRUE;
}

/**
 * koma_onnx_builder_clear:
 *
 * Frees what @self holds. Thread: any.
 */
void
koma_onnx_builder_clear (KomaOnnxBuilder *self)
{
  koma_builder_clear (&self->nodes);
  g_clear_pointer (&self->is_of_1, g_array_unref);
  g_clear_pointer (&self->is_removed, g_array_unref);
  g_clear_pointer (&self->scratch, g_free);
}

/**
 * koma_onnx_ints:
 *
 * Returns: a constant, int32 [n]: what that can not hold is its largest or its smallest number.
 *   Thread: any.
 */
KomaValueId
koma_onnx_ints (KomaOnnxCall *call,
                const gint64 *numbers,
                guint         n)
{
  g_autofree gint32 *cut = g_new (gint32, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    cut[i] = (gint32) CLAMP (numbers[i], G_MININT32, G_MAXINT32);
  return koma_builder_ints (call->nodes, cut, n);
}

/**
 * koma_onnx_slice:
 * @n: how many dimensions the lists are of; the op checks that those are all
 *
 * Returns: a part of @x. Thread: any.
 */
KomaValueId
koma_onnx_slice (KomaOnnxCall *call,
                 KomaValueId   x,
                 const gint64 *begin,
                 const gint64 *size,
                 guint         n)
{
  const KomaValueId first = koma_onnx_ints (call, begin, n);

  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_SLICE, NULL, x, first,
                            koma_onnx_ints (call, size, n));
}

/**
 * koma_onnx_cast:
 *
 * Returns: @x in another element type; @x itself if it has that type. Thread: any.
 */
KomaValueId
koma_onnx_cast (KomaOnnxCall *call,
                KomaValueId   x,
                KomaDType     dtype)
{
  return x == KOMA_VALUE_NONE || koma_builder_get_dtype (call->nodes, x) == dtype
           ? x
           : koma_builder_cast (call->nodes, x, dtype);
}

/**
 * koma_onnx_with_float:
 *
 * Returns: @op of @x and a number; an error where @x is of another type than float32. Thread: any.
 */
KomaValueId
koma_onnx_with_float (KomaOnnxCall *call,
                      KomaOp        op,
                      KomaValueId   x,
                      double        number)
{
  return koma_builder_binary (call->nodes, op, x, koma_builder_float (call->nodes, number));
}

/**
 * koma_onnx_clip:
 *
 * Returns: @x, float32, not below @low nor above @high. Thread: any.
 */
KomaValueId
koma_onnx_clip (KomaOnnxCall *call,
                KomaValueId   x,
                double        low,
                double        high)
{
  const KomaValueId min = koma_builder_float (call->nodes, low);

  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_CLIP, NULL, x, min,
                            koma_builder_float (call->nodes, high));
}

/**
 * koma_onnx_to_channels_last:
 *
 * Returns: @x, of 3 dimensions or more, with its second dimension behind all others. Thread: any.
 */
KomaValueId
koma_onnx_to_channels_last (KomaOnnxCall *call,
                            KomaValueId   x)
{
  const guint rank = koma_builder_get_rank (call->nodes, x);
  guint       perm[KOMA_MAX_RANK] = { 0 };

  if (rank < 3)
    return x;
  for (guint i = 1; i + 1 < rank; i++)
    perm[i] = i + 1;
  perm[rank - 1] = 1;
  return koma_builder_transpose (call->nodes, x, perm);
}

/**
 * koma_onnx_to_channels_first:
 *
 * Returns: @x, of 3 dimensions or more, with its last dimension as the second. Thread: any.
 */
KomaValueId
koma_onnx_to_channels_first (KomaOnnxCall *call,
                             KomaValueId   x)
{
  const guint rank = koma_builder_get_rank (call->nodes, x);
  guint       perm[KOMA_MAX_RANK] = { 0 };

  if (rank < 3)
    return x;
  perm[1] = rank - 1;
  for (guint i = 2; i < rank; i++)
    perm[i] = i - 1;
  return koma_builder_transpose (call->nodes, x, perm);
}
