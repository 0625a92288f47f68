/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows that take the mean or the maximum; padding counts as nothing. */
#include "window.h"

static gboolean
is_in_fours (const KomaShape *in)
{
  return in->dims[3] % 4 == 0;
}

static gboolean
pool_supports (const KomaGraph *graph,
               const KomaNode  *node,
               GError         **error)
{
  const KomaShape     *in = &koma_node_input (graph, node, 0)->shape;
  const KomaWindow2D  *window = &node->params.window;
  const KomaPadding2D *counted = &window->counted;

  if (window->dilation_h > 1 || window->dilation_w > 1)
    return koma_gles_refuse (error, "there is no program for dilations of a pool");
  if (node->op == KOMA_OP_AVG_POOL &&
      counted->top + counted->left + counted->bottom + counted->right > 0)
    return koma_gles_refuse (error, "padding counts");
  return koma_gles_window_supports (graph, node, 0, is_in_fours (in), error);
}

static gboolean
record (KomaGlesPlan   *plan,
        const KomaNode *node,
        const char     *defines,
        GError        **error)
{
  const KomaShape *in = koma_gles_in_shape (plan, node, 0);
  const KomaShape *out = koma_gles_out_shape (plan, node);
  KomaGlesDispatch dispatch = { .shader = "pool.comp", .defines = defines, .clamp = node->clamp };

  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_input (plan, node, 0));
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_output (plan, node, 0));
  dispatch.is_in_fours = plan->tier == KOMA_GLES_TIER_FRAGMENT && is_in_fours (in);
  koma_gles_window_set (&node->params.window, in, out, &dispatch);
  return koma_gles_plan_add_places (plan, &dispatch, out->dims[2] * out->dims[3],
                                    out->dims[0] * out->dims[1], error);
}

static gboolean
avg_pool_record (KomaGlesPlan   *plan,
                 const KomaNode *node,
                 GError        **error)
{
  return record (plan, node, "#define IS_MEAN 1\n", error);
}

const KomaGlesKernel koma_gles_avg_pool = {
  .supports = pool_supports,
  .record = avg_pool_record,
};

static gboolean
max_pool_record (KomaGlesPlan   *plan,
                 const KomaNode *node,
                 GError        **error)
{
  return record (plan, node, "#define IS_MEAN 0\n", error);
}

const KomaGlesKernel koma_gles_max_pool = {
  .supports = pool_supports,
  .record = max_pool_record,
};
