/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Two blocks of MobileNetV2 1.0 for pictures of 224 pixels, side by side: of its
 * time most goes into such. They are the same whatever model is opened, so that
 * the sizes that are kept do not depend on which was the first. */
#include "tuning-blocks.h"

#include "engine/runtime/memory.h"

/* Of an inverted residual block: widening, depthwise 3x3, narrowing. */
typedef struct
{
  gsize side;
  gsize channels;
} Block;

#define EXPANSION 6

static const Block shapes[KOMA_GLES_N_TUNING_BLOCKS] = { { 28, 32 }, { 14, 96 } };

static KomaAttrs *
make_attrs (void)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "strides", (const gint64[]){ 1, 1, 1, 1 }, 4);
  koma_attrs_set_string (attrs, "padding", "SAME");
  return attrs;
}

/* Weights are zeros: devices take as long for any number. */
static gboolean
add_layer (KomaGraph   *graph,
           KomaOp       op,
           KomaShape    filter_shape,
           KomaValueId *value, /* (inout) its input, its output */
           GError     **error)
{
  g_autoptr (KomaArray) filter = koma_array_new (KOMA_DTYPE_FLOAT32, &filter_shape, error);
  KomaValueId inputs[2] = { *value, 0 };
  KomaNode   *node = NULL;

  if (filter == NULL)
    return FALSE;
  inputs[1] = koma_graph_add_constant (graph, "filter", filter);
  node = koma_graph_add_node (graph, op, "layer", inputs, 2, make_attrs (), error);
  if (node == NULL || !koma_node_infer (graph, node, error))
    return FALSE;
  *value = node->outputs[0];
  return TRUE;
}

static gboolean
add_block (KomaGlesTuningBlocks *blocks,
           guint                 index,
           GError              **error)
{
  const Block    *block = &shapes[index];
  const gsize     wide = block->channels * EXPANSION;
  const KomaShape input = KOMA_SHAPE (1, block->side, block->side, block->channels);
  KomaValueId     value = koma_graph_add_input (blocks->graph, "input", KOMA_DTYPE_FLOAT32, &input);

  blocks->inputs[index] = value;
  if (!add_layer (blocks->graph, KOMA_OP_CONV_2D, KOMA_SHAPE (1, 1, block->channels, wide), &value,
                  error) ||
      !add_layer (blocks->graph, KOMA_OP_DEPTHWISE_CONV_2D, KOMA_SHAPE (3, 3, wide, 1), &value,
                  error) ||
      !add_layer (blocks->graph, KOMA_OP_CONV_2D, KOMA_SHAPE (1, 1, wide, block->channels), &value,
                  error))
    return FALSE;
  koma_graph_add_output (blocks->graph, "output", value);
  blocks->outputs[index] = value;
  return TRUE;
}

static gboolean
add_buffer (KomaGlesTuningBlocks *blocks,
            KomaValueId           value,
            GError              **error)
{
  const gsize size_bytes = koma_value_get_bytes (koma_graph_get_value (blocks->graph, value));

  blocks->buffers[value] = koma_memory_alloc (size_bytes, error);
  return blocks->buffers[value] != NULL;
}

static gboolean
add_buffers (KomaGlesTuningBlocks *blocks,
             GError              **error)
{
  blocks->buffers = g_new0 (void *, koma_graph_get_n_values (blocks->graph) + 1);
  for (guint i = 0; i < KOMA_GLES_N_TUNING_BLOCKS; i++)
    if (!add_buffer (blocks, blocks->inputs[i], error) ||
        !add_buffer (blocks, blocks->outputs[i], error))
      return FALSE;
  return TRUE;
}

/**
 * koma_gles_tuning_blocks_init:
 * @blocks: zeros; must stay where it is
 * @precision: that tensors are stored in
 *
 * To be cleared even where it fails. Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_gles_tuning_blocks_init (KomaGlesTuningBlocks *blocks,
                              KomaPrecision         precision,
                              GError              **error)
{
  guint n_nodes = 0;

  blocks->graph = koma_graph_new ();
  for (guint i = 0; i < KOMA_GLES_N_TUNING_BLOCKS; i++)
    if (!add_block (blocks, i, error))
      return FALSE;
  if (!add_buffers (blocks, error))
    return FALSE;
  n_nodes = koma_graph_get_n_nodes (blocks->graph);
  blocks->uses = koma_graph_count_uses (blocks->graph);
  blocks->nodes = g_new (guint, n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    blocks->nodes[i] = i;
  blocks->spec = (KomaSegmentSpec){
    .graph = blocks->graph,
    .nodes = blocks->nodes,
    .n_nodes = n_nodes,
    .inputs = blocks->inputs,
    .n_inputs = KOMA_GLES_N_TUNING_BLOCKS,
    .outputs = blocks->outputs,
    .n_outputs = KOMA_GLES_N_TUNING_BLOCKS,
    .buffers = blocks->buffers,
    .uses = blocks->uses,
    .n_threads = 1,
    .precision = precision,
  };
  return TRUE;
}

/**
 * koma_gles_tuning_blocks_clear:
 * @blocks: may be all zeros
 */
void
koma_gles_tuning_blocks_clear (KomaGlesTuningBlocks *blocks)
{
  for (guint i = 0; blocks->buffers != NULL && i < koma_graph_get_n_values (blocks->graph); i++)
    koma_memory_free (blocks->buffers[i]);
  g_clear_pointer (&blocks->buffers, g_free);
  g_clear_pointer (&blocks->nodes, g_free);
  g_clear_pointer (&blocks->uses, g_free);
  g_clear_pointer (&blocks->graph, koma_graph_free);
}
