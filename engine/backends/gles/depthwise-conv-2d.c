/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter is taken as it is, [kernel_h, kernel_w, in_c * multiplier], and
 * may be computed by the graph. */
#include "bias.h"
#include "window.h"

static gboolean
depthwise_conv_2d_supports (const KomaGraph *graph,
                            const KomaNode  *node,
                            GError         **error)
{
  return koma_gles_window_supports (&node->params.window, 0, error);
}

static gboolean
depthwise_conv_2d_record (KomaGlesPlan   *plan,
                          const KomaNode *node,
                          GError        **error)
{
  const KomaShape *out = koma_gles_out_shape (plan, node);
  KomaGlesDispatch dispatch = { .shader = "depthwise-conv-2d.comp", .clamp = node->clamp };
  KomaGlesBinding  bias = { 0 };

  if (!koma_gles_bias_bind (plan, node, 2, out->dims[3], &bias, error))
    return FALSE;
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_input (plan, node, 0));
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_input (plan, node, 1));
  koma_gles_dispatch_bind (&dispatch, bias);
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_output (plan, node, 0));
  koma_gles_window_set (&node->params.window, koma_gles_in_shape (plan, node, 0), out, &dispatch);
  return koma_gles_plan_add_rows (plan, &dispatch, out->dims[2] * out->dims[3],
                                  out->dims[0] * out->dims[1], error);
}

const KomaGlesKernel koma_gles_depthwise_conv_2d = {
  .supports = depthwise_conv_2d_supports,
  .record = depthwise_conv_2d_record,
};
