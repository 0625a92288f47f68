/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "define.h"

static gboolean
resize_bilinear_supports (const KomaGraph *graph,
                          const KomaNode  *node,
                          GError         **error)
{
  const KomaResizeParams *params = &node->params.resize;

  if (params->places == KOMA_RESIZE_OTHER || params->is_antialiased)
    return koma_xnn_refuse (error, "XNNPACK lacks this way to place or to weigh pixels");
  return TRUE;
}

/* Without a flag XNNPACK samples at half-pixel centres. */
static uint32_t
get_flags (const KomaNode *node)
{
  if (node->params.resize.places == KOMA_RESIZE_ALIGN_CORNERS)
    return XNN_FLAG_ALIGN_CORNERS;
  return node->params.resize.places == KOMA_RESIZE_HALF_PIXEL ? 0
                                                              : XNN_FLAG_TENSORFLOW_LEGACY_MODE;
}

static gboolean
resize_bilinear_define (KomaXnnContext *context,
                        const KomaNode *node,
                        GError        **error)
{
  const KomaShape *out = koma_xnn_out_shape (context, node);
  uint32_t         input = XNN_INVALID_VALUE_ID;
  uint32_t         output = XNN_INVALID_VALUE_ID;

  if (!koma_xnn_input_output (context, node, &input, &output, error))
    return FALSE;
  return koma_xnn_check (xnn_define_static_resize_bilinear_2d (context->subgraph, out->dims[1],
                                                               out->dims[2], input, output,
                                                               get_flags (node)),
                         "ResizeBilinear", error);
}

const KomaXnnKernel koma_xnn_resize_bilinear = { resize_bilinear_supports, resize_bilinear_define };
