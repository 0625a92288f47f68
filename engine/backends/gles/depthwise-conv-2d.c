/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter is taken as it is, [kernel_h, kernel_w, in_c * multiplier], and
 * may be computed by the graph. */
#include "bias.h"
#include "fragment/extent.h"
#include "window.h"

static gboolean
is_in_fours (const KomaShape *in,
             const KomaShape *out)
{
  return in->dims[3] == out->dims[3] && in->dims[3] % 4 == 0;
}

static gboolean
depthwise_conv_2d_supports (const KomaGraph *graph,
                            const KomaNode  *node,
                            GError         **error)
{
  return koma_gles_window_supports (graph, node, 0,
                                    is_in_fours (&koma_node_input (graph, node, 0)->shape,
                                                 &koma_node_output (graph, node, 0)->shape),
                                    error);
}

/* Pixels of a line that an invocation makes; the program counts on it. */
#define N_PIXELS 4

/* The stride, where the program can read elements once for several pixels;
 * see there. */
static guint
get_usual_stride (const KomaWindow2D *window)
{
  const gboolean is_usual = window->kernel_h == 3 && window->kernel_w == 3 &&
                            window->dilation_h == 1 && window->dilation_w == 1 &&
                            window->stride_h == window->stride_w && window->stride_w <= 2;

  return is_usual ? window->stride_w : 0;
}

/* These filters are a hundredth of a model's weights, and most of what
 * float16 does to its results: rounding them alone moves PoseNet's heatmaps by
 * 2.4 % of their range, its biases by 0.6 %, all its matrices by 0.4 %. So
 * they stay float32, unless the graph computes them. */
static gboolean
is_filter_exact (const KomaGlesPlan *plan,
                 const KomaNode     *node)
{
  return plan->is_half && koma_node_is_constant (plan->spec->graph, node, 1) &&
         koma_node_is_constant (plan->spec->graph, node, 2);
}

/* Rows that are so long that they want large work groups. */
static guint
get_n_lanes (const KomaGlesPlan *plan,
             gsize               n_columns)
{
  const gsize most = (gsize) plan->sizes.window_lanes * KOMA_GLES_MAX_GROUPS;

  return n_columns <= most ? plan->sizes.window_lanes : KOMA_GLES_LANES;
}

static gboolean
add_invocations (KomaGlesPlan     *plan,
                 const KomaNode   *node,
                 KomaGlesDispatch *dispatch, /* everything bound, the window set */
                 GError          **error)
{
  const KomaShape *out = koma_gles_out_shape (plan, node);
  const guint      stride = get_usual_stride (&node->params.window);
  const guint      n_lines = stride > 0 ? plan->sizes.window_lines : 1;
  const gsize      n_groups = out->dims[3] / (dispatch->is_in_fours ? 4 : 1);
  const gsize      n_columns = (out->dims[2] + N_PIXELS - 1) / N_PIXELS * n_groups;
  const gsize      n_line_tiles = (out->dims[1] + n_lines - 1) / n_lines;
  g_autofree char *defines =
    g_strdup_printf ("#define STRIDE %u\n#define N_LINES %u\n%s", stride, n_lines,
                     is_filter_exact (plan, node) ? "#define IS_FILTER_EXACT\n" : "");

  dispatch->shader = "depthwise-conv-2d.comp";
  dispatch->defines = defines;
  dispatch->n_lanes = get_n_lanes (plan, n_columns);
  koma_gles_dispatch_set (dispatch, 5, (gint32[]){ n_groups, out->dims[2], n_line_tiles, 0 });
  return koma_gles_plan_add_rows (plan, dispatch, n_columns, out->dims[0] * n_line_tiles, error);
}

/* A program of its own: each fragment makes one pixel, or four. */
static gboolean
add_fragments (KomaGlesPlan     *plan,
               const KomaNode   *node,
               KomaGlesDispatch *dispatch, /* everything bound, the window set */
               GError          **error)
{
  const KomaShape *out = koma_gles_out_shape (plan, node);
  const gsize      n_elems = koma_shape_count (out);

  dispatch->shader = "depthwise-conv-2d.frag";
  dispatch->has_quarters =
    dispatch->is_in_fours && koma_gles_extent_has_pixels (n_elems, out->dims[3]);
  koma_gles_dispatch_set (dispatch, 5, (gint32[]){ n_elems / out->dims[3], 0, 0, 0 });
  return koma_gles_plan_add_elements (plan, dispatch, n_elems, error);
}

static gboolean
depthwise_conv_2d_record (KomaGlesPlan   *plan,
                          const KomaNode *node,
                          GError        **error)
{
  const KomaShape *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape *out = koma_gles_out_shape (plan, node);
  const gboolean   has_fours = is_in_fours (in, out);
  KomaGlesDispatch dispatch = { .is_in_fours = has_fours, .clamp = node->clamp };
  const gboolean   is_exact = is_filter_exact (plan, node);
  KomaGlesBinding  bias = { 0 };

  if (!koma_gles_bias_bind (plan, node, 2, out->dims[3], is_exact, &bias, error))
    return FALSE;
  koma_gles_dispatch_bind_texels (&dispatch, koma_gles_plan_input (plan, node, 0), has_fours);
  koma_gles_dispatch_bind_texels (&dispatch,
                                  is_exact ? koma_gles_plan_exact_input (plan, node, 1)
                                           : koma_gles_plan_input (plan, node, 1),
                                  has_fours);
  koma_gles_dispatch_bind_texels (&dispatch, bias, has_fours);
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_output (plan, node, 0));
  koma_gles_window_set (&node->params.window, in, out, &dispatch);
  return plan->tier == KOMA_GLES_TIER_FRAGMENT ? add_fragments (plan, node, &dispatch, error)
                                               : add_invocations (plan, node, &dispatch, error);
}

const KomaGlesKernel koma_gles_depthwise_conv_2d = {
  .supports = depthwise_conv_2d_supports,
  .record = depthwise_conv_2d_record,
};
