/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* For each tap the pixel from which it would have been written, if there is
 * one: where the stride does not divide, there is none. Inputs: size, filter
 * [kernel_h, kernel_w, out_c, in_c], picture, bias. */
#include "tiles.h"
#include "window.h"

static gboolean
backprop_supports (const KomaGraph *graph,
                   const KomaNode  *node,
                   GError         **error)
{
  const KomaShape *filter = &koma_node_input (graph, node, 1)->shape;

  if (node->params.window.groups > 1)
    return koma_gles_refuse (error, "there is no program for groups");
  if (!koma_node_is_constant (graph, node, 1) || !koma_node_is_constant (graph, node, 3))
    return koma_gles_refuse (error, "the filter is computed");
  return koma_gles_window_supports (graph, node, filter->dims[3], filter->dims[2] % 4 == 0,
                                    error) &&
         koma_gles_tiles_supports (1, filter->dims[0] * filter->dims[1] * filter->dims[3],
                                   filter->dims[2], error);
}

static gboolean
backprop_record (KomaGlesPlan   *plan,
                 const KomaNode *node,
                 GError        **error)
{
  const KomaGraph     *graph = plan->spec->graph;
  const KomaWindow2D  *window = &node->params.window;
  const KomaShape     *in = koma_gles_in_shape (plan, node, 2);
  const KomaShape     *out = koma_gles_out_shape (plan, node);
  const KomaGlesFilter filter = {
    .weights = koma_node_input (graph, node, 1)->constant->data,
    .bias = node->n_inputs > 3
              ? koma_node_input (graph, node, 3)->constant->data
              : NULL,
    .n_groups = 1,
    .n_taps = window->kernel_h * window->kernel_w,
    .in_c = in->dims[3],
    .out_c = out->dims[3],
    .tap_stride = in->dims[3] * out->dims[3],
    .k_stride = 1,
    .channel_stride = in->dims[3],
  };
  KomaGlesDispatch dispatch = { .clamp = node->clamp };

  if (!koma_gles_tiles_bind (plan, &filter, koma_gles_plan_input (plan, node, 2),
                             koma_gles_plan_output (plan, node, 0), &dispatch, error))
    return FALSE;
  koma_gles_window_set (window, in, out, &dispatch);
  return koma_gles_tiles_record (plan, &dispatch, &filter,
                                 out->dims[0] * out->dims[1] * out->dims[2],
                                 "#define IS_BACKPROP\n", error);
}

const KomaGlesKernel koma_gles_conv_2d_backprop_input = {
  .data_input = 2,
  .supports = backprop_supports,
  .record = backprop_record,
};
