/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* XNNPACK has no such op; it converts to uint8 and back. */
#include "define.h"

/* What its conversions take. */
#define LEAST_SCALE    0x1p-32f
#define GREATEST_SCALE 0x1p+7f

static gboolean
fake_quantize_supports (const KomaGraph *graph,
                        const KomaNode  *node,
                        GError         **error)
{
  const float low = node->params.fake_quantize.low;
  const float scale = node->params.fake_quantize.scale;

  if (node->params.fake_quantize.high - low != 255 || low > 0 || low < -255)
    return koma_xnn_refuse (error, "XNNPACK rounds to 8 bits, 0 among them");
  if (scale < LEAST_SCALE || scale > GREATEST_SCALE)
    return koma_xnn_refuse (error, "XNNPACK takes no scale as small or large");
  return TRUE;
}

static gboolean
fake_quantize_define (KomaXnnContext *context,
                      const KomaNode *node,
                      GError        **error)
{
  const KomaShape *shape = koma_xnn_in_shape (context, node, 0);
  size_t           dims[KOMA_MAX_RANK] = { 0 };
  uint32_t         input = XNN_INVALID_VALUE_ID;
  uint32_t         output = XNN_INVALID_VALUE_ID;
  uint32_t         integers = XNN_INVALID_VALUE_ID;

  for (guint i = 0; i < shape->rank; i++)
    dims[i] = shape->dims[i];
  return koma_xnn_input_output (context, node, &input, &output, error) &&
         koma_xnn_check (xnn_define_quantized_tensor_value (
                           context->subgraph, xnn_datatype_quint8,
                           (int32_t) -node->params.fake_quantize.low,
                           node->params.fake_quantize.scale, shape->rank, dims, NULL,
                           XNN_INVALID_VALUE_ID, 0, &integers),
                         "integers", error) &&
         koma_xnn_check (xnn_define_convert (context->subgraph, input, integers, 0), "Quantize",
                         error) &&
         koma_xnn_check (xnn_define_convert (context->subgraph, integers, output, 0),
                         "Dequantize", error);
}

const KomaXnnKernel koma_xnn_fake_quantize = { fake_quantize_supports, fake_quantize_define };
