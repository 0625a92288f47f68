/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* From float32 to quantised values and back. */
#include "define.h"
#include "engine/graph/quantization.h"

/* What its conversions take. */
#define LEAST_SCALE    0x1p-32f
#define GREATEST_SCALE 0x1p+7f

/* The scale and the zero point are those of the whole value of integers. */
static gboolean
supports (const KomaGraph *graph,
          const KomaNode  *node,
          const KomaValue *integers,
          GError         **error)
{
  const KomaQuantization *quantization = integers->quantization;
  const KomaArray        *scale = koma_node_input (graph, node, 1)->constant;
  const KomaArray        *zero_point = koma_node_input (graph, node, 2)->constant;

  if (quantization == NULL || scale->count != 1 ||
      quantization->scales[0] != *(const float *) scale->data ||
      quantization->zero_point != koma_array_get_int (zero_point, 0))
    return koma_xnn_refuse (error, "only float32 runs on XNNPACK");
  return (quantization->scales[0] >= LEAST_SCALE && quantization->scales[0] <= GREATEST_SCALE) ||
         koma_xnn_refuse (error, "XNNPACK takes no scale as small or large");
}

static gboolean
quantize_supports (const KomaGraph *graph,
                   const KomaNode  *node,
                   GError         **error)
{
  return supports (graph, node, koma_node_output (graph, node, 0), error);
}

static gboolean
dequantize_supports (const KomaGraph *graph,
                     const KomaNode  *node,
                     GError         **error)
{
  return supports (graph, node, koma_node_input (graph, node, 0), error);
}

static gboolean
convert_define (KomaXnnContext *context,
                const KomaNode *node,
                GError        **error)
{
  uint32_t input = XNN_INVALID_VALUE_ID;
  uint32_t output = XNN_INVALID_VALUE_ID;

  return koma_xnn_input_output (context, node, &input, &output, error) &&
         koma_xnn_check (xnn_define_convert (context->subgraph, input, output, 0),
                         koma_op_get_name (node->op), error);
}

const KomaXnnKernel koma_xnn_quantize = { quantize_supports, convert_define, TRUE };
const KomaXnnKernel koma_xnn_dequantize = { dequantize_supports, convert_define, TRUE };
