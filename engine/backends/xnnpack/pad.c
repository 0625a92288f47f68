/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grid.h"

static gboolean
pad_supports (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  return koma_xnn_grid_check (graph, node, 1, error);
}

static gboolean
pad_define (KomaXnnContext *context,
            const KomaNode *node,
            GError        **error)
{
  uint32_t input = XNN_INVALID_VALUE_ID;
  uint32_t output = XNN_INVALID_VALUE_ID;

  if (!koma_xnn_input_output (context, node, &input, &output, error))
    return FALSE;
  return koma_xnn_check (xnn_define_static_constant_pad (context->subgraph, node->params.pad.before,
                                                         node->params.pad.after,
                                                         node->params.pad.value, input, output, 0),
                         "Pad", error);
}

const KomaXnnKernel koma_xnn_pad = { pad_supports, pad_define, TRUE };
