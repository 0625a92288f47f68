/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "window.h"

/**
 * koma_gles_window_supports:
 * @in_c: read for each tap, four at a time where they divide; 0 where there
 *   is no loop in it
 * @is_in_fours: whether the second tier makes four channels at once
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED.
 */
gboolean
koma_gles_window_supports (const KomaGraph *graph,
                           const KomaNode  *node,
                           gsize            in_c,
                           gboolean         is_in_fours,
                           GError         **error)
{
  const KomaWindow2D *window = &node->params.window;
  const KomaShape    *out = &koma_node_output (graph, node, 0)->shape;
  const gsize         n_rounds = in_c % 4 == 0 ? in_c / 4 : in_c;

  return koma_gles_check_columns (out->dims[2] * out->dims[3], error) &&
         koma_gles_check_rounds (window->kernel_h * (1.0 + window->kernel_w * (1.0 + n_rounds)),
                                 is_in_fours, error);
}

/**
 * koma_gles_window_set:
 * @in: [n,h,w,c]
 * @out: [n,h,w,c]
 *
 * Sets params 1: in_h, in_w, out_h, out_w; 2: kernel_h, kernel_w, stride_h,
 * stride_w; 3: dilation_h, dilation_w, rows and columns of padding before;
 * 4: in_c, out_c, or fours of them.
 */
void
koma_gles_window_set (const KomaWindow2D *window,
                      const KomaShape    *in,
                      const KomaShape    *out,
                      KomaGlesDispatch   *dispatch)
{
  const gint32 n_together = dispatch->is_in_fours ? 4 : 1;

  koma_gles_dispatch_set (dispatch, 1,
                          (gint32[]){ in->dims[1], in->dims[2], out->dims[1], out->dims[2] });
  koma_gles_dispatch_set (dispatch, 2,
                          (gint32[]){ window->kernel_h, window->kernel_w,
                                      window->stride_h, window->stride_w });
  koma_gles_dispatch_set (dispatch, 3,
                          (gint32[]){ window->dilation_h, window->dilation_w,
                                      window->padding.top, window->padding.left });
  koma_gles_dispatch_set (dispatch, 4,
                          (gint32[]){ in->dims[3] / n_together, out->dims[3] / n_together, 0, 0 });
}
