/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* XNNPACK's filter is [out_c, kernel_h, kernel_w, in_c / groups], ours
 * [kernel_h, kernel_w, in_c / groups, out_c]. */

#include "conv-2d.h"

/**
 * koma_xnn_conv_supports:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if a weight is computed.
 */
gboolean
koma_xnn_conv_supports (const KomaGraph *graph,
                        const KomaNode  *node,
                        GError         **error)
{
  if (!koma_node_is_constant (graph, node, 1) || !koma_node_is_constant (graph, node, 2))
    return koma_xnn_refuse (error, "XNNPACK wants constant weights");
  return TRUE;
}

static uint32_t
define_filter (KomaXnnContext *context,
               const KomaNode *node,
               GError        **error)
{
  const KomaValue *value = koma_node_input (context->spec->graph, node, 1);
  const float     *in = value->constant->data;
  size_t           out_c = value->shape.dims[3];
  size_t           n_taps = koma_shape_count (&value->shape) / out_c;
  const size_t     dims[4] = { out_c, value->shape.dims[0], value->shape.dims[1],
                               value->shape.dims[2] };
  float           *packed = koma_xnn_alloc_packed (context, n_taps * out_c, error);

  if (packed == NULL)
    return XNN_INVALID_VALUE_ID;
  for (size_t c = 0; c < out_c; c++)
    for (size_t tap = 0; tap < n_taps; tap++)
      packed[c * n_taps + tap] = in[tap * out_c + c];
  return koma_xnn_define_value (context, 4, dims, packed, error);
}

/* XNNPACK's convolutions of 2022 crash without a bias: zeros stand in. */
static uint32_t
define_bias (KomaXnnContext *context,
             const KomaNode *node,
             GError        **error)
{
  const KomaShape *out = koma_xnn_out_shape (context, node);
  const size_t     channels = out->dims[out->rank - 1];
  float           *zeros = NULL;

  if (node->n_inputs > 2)
    return koma_xnn_input (context, node, 2, error);
  zeros = koma_xnn_alloc_packed (context, channels, error);
  return zeros != NULL ? koma_xnn_define_value (context, 1, &channels, zeros, error)
                       : XNN_INVALID_VALUE_ID;
}

/**
 * koma_xnn_conv_define_values:
 * @define_weights: defines the filter, or the matrix, as XNNPACK wants it
 *
 * Defines what a convolution or a matrix product reads and makes. Errors: %KOMA_ERROR_MEMORY,
 * %KOMA_ERROR_BACKEND.
 */
gboolean
koma_xnn_conv_define_values (KomaXnnContext      *context,
                             const KomaNode      *node,
                             KomaXnnDefineWeights define_weights,
                             KomaXnnConvIds      *ret_ids,
                             GError             **error)
{
  KomaXnnConvIds ids = { 0 };

  if ((ids.input = koma_xnn_input (context, node, 0, error)) == XNN_INVALID_VALUE_ID ||
      (ids.filter = define_weights (context, node, error)) == XNN_INVALID_VALUE_ID ||
      (ids.bias = define_bias (context, node, error)) == XNN_INVALID_VALUE_ID ||
      (ids.output = koma_xnn_output (context, node, 0, error)) == XNN_INVALID_VALUE_ID)
    return FALSE;
  *ret_ids = ids;
  return TRUE;
}

static gboolean
conv_2d_define (KomaXnnContext *context,
                const KomaNode *node,
                GError        **error)
{
  const KomaWindow2D *window = &node->params.window;
  size_t              out_c = koma_xnn_out_shape (context, node)->dims[3];
  KomaXnnConvIds      ids = { 0 };

  if (!koma_xnn_conv_define_values (context, node, define_filter, &ids, error))
    return FALSE;
  return koma_xnn_check (
    xnn_define_convolution_2d (context->subgraph,
                               window->padding.top, window->padding.right,
                               window->padding.bottom, window->padding.left,
                               window->kernel_h, window->kernel_w,
                               window->stride_h, window->stride_w,
                               window->dilation_h, window->dilation_w,
                               window->groups,
                               koma_xnn_in_shape (context, node, 0)->dims[3] / window->groups,
                               out_c / window->groups,
                               node->clamp.min, node->clamp.max,
                               ids.input, ids.filter, ids.bias, ids.output, 0),
    "a convolution", error);
}

const KomaXnnKernel koma_xnn_conv_2d = { koma_xnn_conv_supports, conv_2d_define };
