/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

#include <string.h>

/* TensorFlow's explicit_paddings: before and after, of n, h, w and c. */
#define N_PADDINGS 8

static gboolean
is_zero_border (const KomaGraph *graph,
                const KomaNode  *pad)
{
  const KomaValue *input = koma_node_input (graph, pad, 0);

  return pad->op == KOMA_OP_PAD && pad->params.pad.value == 0 && input->shape.rank == 4 &&
         input->dtype == KOMA_DTYPE_FLOAT32 && pad->params.pad.before[0] == 0 &&
         pad->params.pad.after[0] == 0 && pad->params.pad.before[3] == 0 &&
         pad->params.pad.after[3] == 0;
}

static gboolean
is_fusable (const KomaNode *node)
{
  return (node->op == KOMA_OP_CONV_2D || node->op == KOMA_OP_DEPTHWISE_CONV_2D) &&
         !node->params.window.is_same_padding;
}

/* A convolution may not have as much padding as a Pad may add. */
static gboolean
add_paddings (const KomaNode *conv,
              const KomaNode *pad,
              gint64         *ret_paddings)
{
  const KomaPadding2D *own = &conv->params.window.padding;
  const gint64         paddings[N_PADDINGS] = {
            [2] = own->top + pad->params.pad.before[1],
            [3] = own->bottom + pad->params.pad.after[1],
            [4] = own->left + pad->params.pad.before[2],
            [5] = own->right + pad->params.pad.after[2],
  };

  for (guint i = 0; i < N_PADDINGS; i++)
    if (paddings[i] > KOMA_MAX_WINDOW_SIDE)
      return FALSE;
  memcpy (ret_paddings, paddings, sizeof paddings);
  return TRUE;
}

static gboolean
fuse (KomaGraph      *graph,
      KomaNode       *conv,
      const KomaNode *pad,
      const gint64   *paddings,
      GError        **error)
{
  conv->inputs[0] = pad->inputs[0];
  koma_attrs_set_string (conv->attrs, "padding", "EXPLICIT");
  koma_attrs_set_ints (conv->attrs, "explicit_paddings", paddings, N_PADDINGS);
  return koma_node_infer (graph, conv, error);
}

/**
 * koma_pass_fuse_pad:
 *
 * Zero rows and columns that a Pad adds before a convolution become the
 * convolution's own padding. The Pad is left to koma_pass_remove_dead(), for
 * others may read it.
 *
 * Errors: those of koma_window_2d_infer(). Sizes that were valid with the Pad
 * are valid without it.
 */
gboolean
koma_pass_fuse_pad (KomaGraph *graph,
                    GError   **error)
{
  g_autofree guint *producers = koma_graph_find_producers (graph);

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    KomaNode       *node = koma_graph_get_node (graph, i);
    const KomaNode *pad = NULL;
    gint64          paddings[N_PADDINGS] = { 0 };

    if (!is_fusable (node) || producers[node->inputs[0]] == G_MAXUINT)
      continue;
    pad = koma_graph_get_node (graph, producers[node->inputs[0]]);
    if (is_zero_border (graph, pad) && add_paddings (node, pad, paddings) &&
        !fuse (graph, node, pad, paddings, error))
      return FALSE;
  }
  return TRUE;
}
