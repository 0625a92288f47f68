/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "define.h"

static gboolean
prelu_supports (const KomaGraph *graph,
                const KomaNode  *node,
                GError         **error)
{
  const KomaShape *in = &koma_node_input (graph, node, 0)->shape;
  const KomaValue *slope = koma_node_input (graph, node, 1);

  if (slope->constant == NULL || in->rank == 0 || slope->shape.rank == 0 ||
      koma_shape_count (&slope->shape) != in->dims[in->rank - 1] ||
      slope->shape.dims[slope->shape.rank - 1] != in->dims[in->rank - 1])
    return koma_xnn_refuse (error, "XNNPACK wants one constant slope for each channel");
  return TRUE;
}

static gboolean
prelu_define (KomaXnnContext *context,
              const KomaNode *node,
              GError        **error)
{
  const KomaValue *value = koma_node_input (context->spec->graph, node, 1);
  size_t           n_slopes = koma_shape_count (&value->shape);
  uint32_t         input = koma_xnn_input (context, node, 0, error);
  uint32_t         slope = XNN_INVALID_VALUE_ID;
  uint32_t         output = XNN_INVALID_VALUE_ID;

  if (input == XNN_INVALID_VALUE_ID)
    return FALSE;
  slope = koma_xnn_define_value (context, value, 1, &n_slopes, value->constant->data, error);
  if (slope == XNN_INVALID_VALUE_ID ||
      (output = koma_xnn_output (context, node, 0, error)) == XNN_INVALID_VALUE_ID)
    return FALSE;
  return koma_xnn_check (xnn_define_prelu (context->subgraph, input, slope, output, 0), "Prelu",
                         error);
}

const KomaXnnKernel koma_xnn_prelu = { prelu_supports, prelu_define };
