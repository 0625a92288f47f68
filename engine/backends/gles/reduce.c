/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* An invocation makes one element of the result: two nests of loops over the
 * input, those that are kept and those that are reduced. */
#include "kernel.h"
#include "loops.h"

static void
make_loops (const KomaShape *in,
            const KomaNode  *node,
            KomaGlesLoops   *kept,
            KomaGlesLoops   *reduced)
{
  gsize strides[KOMA_MAX_RANK] = { 0 };

  koma_shape_strides (in, strides);
  koma_gles_loops_init (kept);
  koma_gles_loops_init (reduced);
  for (guint d = 0; d < in->rank; d++) {
    const gboolean is_reduced = (node->params.reduce.axes_mask & (1u << d)) != 0;

    koma_gles_loops_add (is_reduced ? reduced : kept, in->dims[d], strides[d], 0);
  }
}

/* Whether the second tier makes four elements at once, each of its column. */
static gboolean
is_in_fours (const KomaGlesLoops *kept,
             const KomaGlesLoops *reduced)
{
  for (guint i = 0; i < reduced->n_loops; i++)
    if (reduced->loops[i][1] % 4 != 0)
      return FALSE;
  return koma_gles_loops_can_be_fours (kept, 0) && kept->loops[kept->n_loops - 1][0] % 4 == 0;
}

/* Blocks of 64 are loops too, and so are the strides, where they do not come
 * down to one. */
static gboolean
reduce_supports (const KomaGraph *graph,
                 const KomaNode  *node,
                 GError         **error)
{
  KomaGlesLoops kept = { 0 };
  KomaGlesLoops reduced = { 0 };

  make_loops (&koma_node_input (graph, node, 0)->shape, node, &kept, &reduced);
  return koma_gles_check_rounds ((double) koma_gles_loops_count (&reduced) *
                                   (reduced.n_loops + (reduced.n_loops > 1 ? 1.1 : 0.1)),
                                 is_in_fours (&kept, &reduced), error);
}

static gboolean
record (KomaGlesPlan   *plan,
        const KomaNode *node,
        const char     *defines,
        GError        **error)
{
  KomaGlesDispatch dispatch = { .shader = "reduce.comp",
                                .defines = defines,
                                .clamp = node->clamp };
  KomaGlesLoops    kept = { 0 };
  KomaGlesLoops    reduced = { 0 };
  gsize            n_elems = 0;

  make_loops (koma_gles_in_shape (plan, node, 0), node, &kept, &reduced);
  n_elems = koma_gles_loops_count (&kept);
  if (plan->tier == KOMA_GLES_TIER_FRAGMENT && is_in_fours (&kept, &reduced)) {
    dispatch.is_in_fours = TRUE;
    koma_gles_loops_make_fours (&kept);
    for (guint i = 0; i < reduced.n_loops; i++)
      reduced.loops[i][1] /= 4;
  }
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_input (plan, node, 0));
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_output (plan, node, 0));
  koma_gles_dispatch_set (&dispatch, 1,
                          (gint32[]){ kept.n_loops, reduced.n_loops,
                                      koma_gles_loops_count (&reduced), 2 + kept.n_loops });
  koma_gles_loops_set (&kept, &dispatch, 2);
  koma_gles_loops_set (&reduced, &dispatch, 2 + kept.n_loops);
  return koma_gles_plan_add_elements (plan, &dispatch, n_elems, error);
}

#define REDUCE(symbol, first, expression, last)                                              \
  static gboolean symbol##_record (KomaGlesPlan *plan, const KomaNode *node, GError **error) \
  {                                                                                          \
    return record (plan, node,                                                               \
                   "#define FIRST " first "\n"                                               \
                   "#define APPLY(a, b) (" expression ")\n"                                  \
                   "#define LAST(a, n) (" last ")\n",                                        \
                   error);                                                                   \
  }                                                                                          \
  const KomaGlesKernel koma_gles_##symbol = { 0, reduce_supports, symbol##_record };

REDUCE (max, "intBitsToFloat (-8388608)", "greater (a, b)", "a")
REDUCE (mean, "0.0", "a + b", "a / n")
REDUCE (min, "intBitsToFloat (2139095040)", "less (a, b)", "a")
REDUCE (prod, "1.0", "a * b", "a")
REDUCE (sum, "0.0", "a + b", "a")
