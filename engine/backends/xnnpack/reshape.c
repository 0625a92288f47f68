/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Reshape, Squeeze and ExpandDims. */

#include "define.h"

static gboolean
reshape_define (KomaXnnContext *context,
                const KomaNode *node,
                GError        **error)
{
  const KomaShape *out = koma_xnn_out_shape (context, node);
  size_t           dims[KOMA_MAX_RANK] = { 0 };
  uint32_t         input = XNN_INVALID_VALUE_ID;
  uint32_t         output = XNN_INVALID_VALUE_ID;

  if (!koma_xnn_input_output (context, node, &input, &output, error))
    return FALSE;
  for (guint i = 0; i < out->rank; i++)
    dims[i] = out->dims[i];
  return koma_xnn_check (
    xnn_define_static_reshape (context->subgraph, out->rank, dims, input, output, 0),
    koma_op_get_name (node->op), error);
}

const KomaXnnKernel koma_xnn_reshape = { NULL, reshape_define, TRUE };
