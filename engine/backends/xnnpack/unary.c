/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of one operand. */

#include "define.h"

static gboolean
clip_supports (const KomaGraph *graph,
               const KomaNode  *node,
               GError         **error)
{
  return node->params.clip.min < node->params.clip.max ||
         koma_xnn_refuse (error, "the clip leaves one value only");
}

static gboolean
elu_supports (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  return node->params.alpha > 0 || koma_xnn_refuse (error, "XNNPACK wants a positive alpha");
}

static gboolean
softmax_supports (const KomaGraph *graph,
                  const KomaNode  *node,
                  GError         **error)
{
  return node->params.axis.axis + 1 == koma_node_input (graph, node, 0)->shape.rank ||
         koma_xnn_refuse (error, "XNNPACK's softmax is over the last dimension");
}

/* @function (subgraph, @…, input, output, flags), where @… are expressions over `params`. */
#define UNARY(symbol, supports, function, ...)                                                    \
  static gboolean symbol##_define (KomaXnnContext *context, const KomaNode *node, GError **error) \
  {                                                                                               \
    G_GNUC_UNUSED const KomaOpParams *params = &node->params;                                     \
    uint32_t                          input = XNN_INVALID_VALUE_ID;                               \
    uint32_t                          output = XNN_INVALID_VALUE_ID;                              \
                                                                                                  \
    return koma_xnn_input_output (context, node, &input, &output, error) &&                       \
           koma_xnn_check (function (context->subgraph, ##__VA_ARGS__, input, output, 0),         \
                           koma_op_get_name (node->op), error);                                   \
  }                                                                                               \
  const KomaXnnKernel koma_xnn_##symbol = { supports, symbol##_define };

UNARY (abs, NULL, xnn_define_abs)
UNARY (ceil, NULL, xnn_define_ceiling)
UNARY (clip, clip_supports, xnn_define_clamp, params->clip.min, params->clip.max)
UNARY (elu, elu_supports, xnn_define_elu, params->alpha)
UNARY (floor, NULL, xnn_define_floor)
UNARY (leaky_relu, NULL, xnn_define_leaky_relu, params->alpha)
UNARY (neg, NULL, xnn_define_negate)
UNARY (relu, NULL, xnn_define_clamp, 0, INFINITY)
UNARY (relu6, NULL, xnn_define_clamp, 0, 6)
UNARY (round, NULL, xnn_define_bankers_rounding)
UNARY (sigmoid, NULL, xnn_define_sigmoid)
UNARY (softmax, softmax_supports, xnn_define_softmax)
UNARY (sqrt, NULL, xnn_define_square_root)
UNARY (square, NULL, xnn_define_square)
