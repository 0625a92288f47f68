/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* 1×1 convolutions are matrix products, rows being pixels; others find for
 * each tap the pixel that it reads. */
#include "tiles.h"
#include "window.h"

static gboolean
conv_2d_supports (const KomaGraph *graph,
                  const KomaNode  *node,
                  GError         **error)
{
  const KomaShape *filter = &koma_node_input (graph, node, 1)->shape;
  const gsize      out_c = filter->dims[3] / node->params.window.groups;

  if (!koma_node_is_constant (graph, node, 1) || !koma_node_is_constant (graph, node, 2))
    return koma_gles_refuse (error, "the filter is computed");
  return koma_gles_window_supports (graph, node, filter->dims[2], out_c % 4 == 0, error) &&
         koma_gles_tiles_supports (node->params.window.groups,
                                   filter->dims[0] * filter->dims[1] * filter->dims[2],
                                   out_c, error);
}

static gboolean
is_pointwise (const KomaWindow2D *window)
{
  return window->kernel_h * window->kernel_w == 1 && window->stride_h == 1 &&
         window->stride_w == 1 && window->padding.top == 0 && window->padding.left == 0 &&
         window->padding.bottom == 0 && window->padding.right == 0;
}

static const float *
get_constant (const KomaGlesPlan *plan,
              const KomaNode     *node,
              guint               index)
{
  if (index >= node->n_inputs)
    return NULL;
  return koma_node_input (plan->spec->graph, node, index)->constant->data;
}

static gboolean
conv_2d_record (KomaGlesPlan   *plan,
                const KomaNode *node,
                GError        **error)
{
  const KomaWindow2D  *window = &node->params.window;
  const KomaShape     *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape     *out = koma_gles_out_shape (plan, node);
  const gsize          in_c = in->dims[3] / window->groups;
  const KomaGlesFilter filter = {
    .weights = get_constant (plan, node, 1),
    .bias = get_constant (plan, node, 2),
    .n_groups = window->groups,
    .n_taps = window->kernel_h * window->kernel_w,
    .in_c = in_c,
    .out_c = out->dims[3] / window->groups,
    .tap_stride = in_c * out->dims[3],
    .k_stride = out->dims[3],
    .channel_stride = 1,
  };
  KomaGlesDispatch dispatch = { .clamp = node->clamp };

  if (!koma_gles_tiles_bind (plan, &filter, koma_gles_plan_input (plan, node, 0),
                             koma_gles_plan_output (plan, node, 0), &dispatch, error))
    return FALSE;
  koma_gles_window_set (window, in, out, &dispatch);
  return koma_gles_tiles_record (plan, &dispatch, &filter,
                                 out->dims[0] * out->dims[1] * out->dims[2],
                                 is_pointwise (window) ? "#define IS_POINTWISE\n" : "", error);
}

const KomaGlesKernel koma_gles_conv_2d = {
  .supports = conv_2d_supports,
  .record = conv_2d_record,
};
