/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernel.h"

#include "probe.h"

#define KOMA_GLES(ID, symbol) extern const KomaGlesKernel koma_gles_##symbol;
#include "kernels.inc"
#undef KOMA_GLES

#define MAX_ROUNDS 30000

#define KOMA_GLES(ID, symbol) [KOMA_OP_##ID] = &koma_gles_##symbol,
static const KomaGlesKernel *const kernels[KOMA_N_OPS] = {
#include "kernels.inc"
};
#undef KOMA_GLES

/**
 * koma_gles_kernels_get:
 *
 * Returns: (nullable): how programs compute @op; %NULL if they do not
 */
const KomaGlesKernel *
koma_gles_kernels_get (KomaOp op)
{
  return kernels[op];
}

/**
 * koma_gles_kernels_record:
 * @plan: an empty one
 * @progress: (nullable): told after each node
 *
 * Adds the dispatches of all nodes. Errors: those of their kernels, with op and
 * node; %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_gles_kernels_record (KomaGlesPlan       *plan,
                          const KomaProgress *progress,
                          GError            **error)
{
  const KomaSegmentSpec *spec = plan->spec;

  for (guint i = 0; i < spec->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (spec->graph, spec->nodes[i]);

    plan->step = i;
    if (!koma_gles_kernels_get (node->op)->record (plan, node, error)) {
      g_prefix_error (error, "%s “%s”: ", koma_op_get_name (node->op), node->name);
      return FALSE;
    }
    if (!koma_progress_report (progress, (double) (i + 1) / spec->n_nodes, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_gles_refuse:
 * @reason: why the node is not for programs
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, always.
 *
 * Returns: %FALSE: `return koma_gles_refuse (…)`
 */
gboolean
koma_gles_refuse (GError    **error,
                  const char *reason)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s", reason);
}

/**
 * koma_gles_check_rounds:
 * @n_rounds: of all loops that one element takes
 * @is_in_fours: whether these rounds make four elements at once
 *
 * Whether an invocation may go through so many: in the second tier it makes
 * four elements, at once or one after the other.
 *
 * Mesa's rasterisers end an invocation's loops after 65535 rounds together,
 * without a word (LP_MAX_TGSI_LOOP_ITERATIONS), and some rounds count twice:
 * 32032 elements were summed of 40009. So long ones are refused.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there are more.
 */
gboolean
koma_gles_check_rounds (double   n_rounds,
                        gboolean is_in_fours,
                        GError **error)
{
  const gboolean is_repeated =
    !is_in_fours && koma_gles_probe_limits ().tier == KOMA_GLES_TIER_FRAGMENT;

  return n_rounds * (is_repeated ? 4 : 1) <= MAX_ROUNDS ||
         koma_gles_refuse (error, "one element is made of more than a program can loop over");
}

/**
 * koma_gles_check_columns:
 * @n_columns: as koma_gles_plan_add_rows() takes them
 *
 * Whether every driver has work groups for so many.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there are too many.
 */
gboolean
koma_gles_check_columns (gsize    n_columns,
                         GError **error)
{
  return n_columns <= (gsize) KOMA_GLES_LANES * KOMA_GLES_MAX_GROUPS ||
         koma_gles_refuse (error, "the rows are too long");
}

/**
 * koma_gles_in_shape:
 *
 * Returns: (transfer none): the shape of an input
 */
const KomaShape *
koma_gles_in_shape (const KomaGlesPlan *plan,
                    const KomaNode     *node,
                    guint               index)
{
  return &koma_node_input (plan->spec->graph, node, index)->shape;
}

/**
 * koma_gles_out_shape:
 *
 * Returns: (transfer none): the shape of the first output
 */
const KomaShape *
koma_gles_out_shape (const KomaGlesPlan *plan,
                     const KomaNode     *node)
{
  return &koma_node_output (plan->spec->graph, node, 0)->shape;
}
