/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* An invocation makes one line; in the second tier one finds for each line
 * what the others need to make its elements. */
#include "along-axis.h"

/* Three loops over the line. */
static gboolean
softmax_supports (const KomaGraph *graph,
                  const KomaNode  *node,
                  GError         **error)
{
  const KomaShapeAxis axis =
    koma_shape_split_at (&koma_node_input (graph, node, 0)->shape, node->params.axis.axis);

  return koma_gles_check_rounds (3.0 * axis.n_axis, TRUE, error);
}

static gboolean
record_sums (KomaGlesPlan           *plan,
             const KomaGlesDispatch *model,
             gsize                   n_lines,
             KomaGlesBinding         sums,
             GError                **error)
{
  g_autofree char *defines = g_strconcat ("#define IS_SUM\n", model->defines, NULL);
  KomaGlesDispatch dispatch = *model;

  dispatch.defines = defines;
  dispatch.is_in_fours = TRUE;
  koma_gles_dispatch_bind (&dispatch, sums);
  return koma_gles_plan_add_elements (plan, &dispatch, n_lines * 4, error);
}

static gboolean
record_fragments (KomaGlesPlan     *plan,
                  const KomaNode   *node,
                  KomaGlesDispatch *dispatch, /* the input bound */
                  gsize             n_lines,
                  GError          **error)
{
  const KomaGlesBinding sums = koma_gles_plan_add_temporary (plan, n_lines * 4);

  dispatch->shader = "softmax.frag";
  if (!record_sums (plan, dispatch, n_lines, sums, error))
    return FALSE;
  koma_gles_dispatch_bind (dispatch, sums);
  koma_gles_dispatch_bind (dispatch, koma_gles_plan_output (plan, node, 0));
  return koma_gles_plan_add_elements (plan, dispatch,
                                      koma_shape_count (koma_gles_out_shape (plan, node)), error);
}

static gboolean
record (KomaGlesPlan   *plan,
        const KomaNode *node,
        const char     *defines,
        GError        **error)
{
  const KomaShapeAxis axis =
    koma_shape_split_at (koma_gles_in_shape (plan, node, 0), node->params.axis.axis);
  KomaGlesDispatch dispatch = { .shader = "softmax.comp",
                                .defines = defines,
                                .clamp = node->clamp };

  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_input (plan, node, 0));
  koma_gles_dispatch_set (&dispatch, 1, (gint32[]){ axis.n_axis, axis.n_inner, 0, 0 });
  if (plan->tier == KOMA_GLES_TIER_FRAGMENT)
    return record_fragments (plan, node, &dispatch, axis.n_outer * axis.n_inner, error);
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_output (plan, node, 0));
  return koma_gles_plan_add_line (plan, &dispatch, axis.n_outer * axis.n_inner, error);
}

static gboolean
softmax_record (KomaGlesPlan   *plan,
                const KomaNode *node,
                GError        **error)
{
  return record (plan, node, "#define IS_LOG 0\n", error);
}

const KomaGlesKernel koma_gles_softmax = {
  .supports = softmax_supports,
  .record = softmax_record,
};

static gboolean
log_softmax_record (KomaGlesPlan   *plan,
                    const KomaNode *node,
                    GError        **error)
{
  return record (plan, node, "#define IS_LOG 1\n", error);
}

const KomaGlesKernel koma_gles_log_softmax = {
  .supports = softmax_supports,
  .record = log_softmax_record,
};
