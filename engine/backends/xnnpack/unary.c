/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of one operand. */

#include "define.h"

static gboolean
get_ids (KomaXnnContext *context,
         const KomaNode *node,
         uint32_t       *ret_input,
         uint32_t       *ret_output,
         GError        **error)
{
  *ret_input = koma_xnn_input (context, node, 0, error);
  if (*ret_input == XNN_INVALID_VALUE_ID)
    return FALSE;
  *ret_output = koma_xnn_output (context, node, 0, error);
  return *ret_output != XNN_INVALID_VALUE_ID;
}

/* @call is an expression over `subgraph`, `node`, `input` and `output`. */
#define UNARY(symbol, call)                                                                       \
  static gboolean symbol##_define (KomaXnnContext *context, const KomaNode *node, GError **error) \
  {                                                                                               \
    xnn_subgraph_t subgraph = context->subgraph;                                                  \
    uint32_t       input = XNN_INVALID_VALUE_ID;                                                  \
    uint32_t       output = XNN_INVALID_VALUE_ID;                                                 \
                                                                                                  \
    return get_ids (context, node, &input, &output, error) &&                                     \
           koma_xnn_check (call, koma_op_get_name (node->op), error);                             \
  }                                                                                               \
  const KomaXnnKernel koma_xnn_##symbol = { NULL, symbol##_define };

UNARY (abs, xnn_define_abs (subgraph, input, output, 0))
UNARY (ceil, xnn_define_ceiling (subgraph, input, output, 0))
UNARY (floor, xnn_define_floor (subgraph, input, output, 0))
UNARY (leaky_relu, xnn_define_leaky_relu (subgraph, node->params.alpha, input, output, 0))
UNARY (neg, xnn_define_negate (subgraph, input, output, 0))
UNARY (relu, xnn_define_clamp (subgraph, 0, INFINITY, input, output, 0))
UNARY (relu6, xnn_define_clamp (subgraph, 0, 6, input, output, 0))
UNARY (round, xnn_define_bankers_rounding (subgraph, input, output, 0))
UNARY (sigmoid, xnn_define_sigmoid (subgraph, input, output, 0))
UNARY (sqrt, xnn_define_square_root (subgraph, input, output, 0))
UNARY (square, xnn_define_square (subgraph, input, output, 0))

static gboolean
clip_supports (const KomaGraph *graph,
               const KomaNode  *node,
               GError         **error)
{
  return node->params.clip.min < node->params.clip.max ||
         koma_xnn_refuse (error, "the clip leaves one value only");
}

static gboolean
clip_define (KomaXnnContext *context,
             const KomaNode *node,
             GError        **error)
{
  uint32_t input = XNN_INVALID_VALUE_ID;
  uint32_t output = XNN_INVALID_VALUE_ID;

  return get_ids (context, node, &input, &output, error) &&
         koma_xnn_check (xnn_define_clamp (context->subgraph, node->params.clip.min,
                                           node->params.clip.max, input, output, 0),
                         "ClipByValue", error);
}

const KomaXnnKernel koma_xnn_clip = { clip_supports, clip_define };

static gboolean
elu_supports (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  return node->params.alpha > 0 || koma_xnn_refuse (error, "XNNPACK wants a positive alpha");
}

static gboolean
elu_define (KomaXnnContext *context,
            const KomaNode *node,
            GError        **error)
{
  uint32_t input = XNN_INVALID_VALUE_ID;
  uint32_t output = XNN_INVALID_VALUE_ID;

  return get_ids (context, node, &input, &output, error) &&
         koma_xnn_check (xnn_define_elu (context->subgraph, node->params.alpha, input, output, 0),
                         "Elu", error);
}

const KomaXnnKernel koma_xnn_elu = { elu_supports, elu_define };

static gboolean
softmax_supports (const KomaGraph *graph,
                  const KomaNode  *node,
                  GError         **error)
{
  return node->params.axis.axis + 1 == koma_node_input (graph, node, 0)->shape.rank ||
         koma_xnn_refuse (error, "XNNPACK's softmax is over the last dimension");
}

static gboolean
softmax_define (KomaXnnContext *context,
                const KomaNode *node,
                GError        **error)
{
  uint32_t input = XNN_INVALID_VALUE_ID;
  uint32_t output = XNN_INVALID_VALUE_ID;

  return get_ids (context, node, &input, &output, error) &&
         koma_xnn_check (xnn_define_softmax (context->subgraph, input, output, 0), "Softmax",
                         error);
}

const KomaXnnKernel koma_xnn_softmax = { softmax_supports, softmax_define };
