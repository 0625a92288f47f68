/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of two operands, broadcast: a stride of 0 repeats. A
 * program each, from an expression over a and b. */
#include "binary.h"

#include "kernel.h"
#include "loops.h"

static gsize
get_stride (const KomaShape *shape,
            const gsize     *strides,
            guint            dim, /* of the result */
            guint            rank)
{
  const guint n_missing = rank - shape->rank;

  return dim < n_missing || shape->dims[dim - n_missing] == 1 ? 0 : strides[dim - n_missing];
}

/* The last four of a texture may have a rest, that of a buffer not. */
static gboolean
is_in_fours (const KomaGlesPlan  *plan,
             const KomaGlesLoops *loops)
{
  if (plan->tier == KOMA_GLES_TIER_COMPUTE &&
      (plan->is_half || koma_gles_loops_count (loops) % 4 != 0))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (!koma_gles_loops_can_be_fours (loops, i) && !koma_gles_loops_are_repeated (loops, i))
      return FALSE;
  return loops->n_loops == 1 || loops->loops[loops->n_loops - 1][0] % 4 == 0;
}

/**
 * koma_gles_binary_record:
 * @out: the shape of the result, to which @shapes are broadcast
 * @dispatch: with shader, defines and clamp
 *
 * Binds the operands and the result, and adds the dispatch. Errors:
 * %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_binary_record (KomaGlesPlan          *plan,
                         const KomaGlesOperand *operands, /* [2] */
                         const KomaShape       *out,
                         KomaGlesBinding        output,
                         KomaGlesDispatch      *dispatch,
                         GError               **error)
{
  gsize            strides[2][KOMA_MAX_RANK] = { { 0 } };
  KomaGlesLoops    loops = { 0 };
  gboolean         is_repeated[2] = { FALSE };
  g_autofree char *defines = NULL;

  koma_shape_strides (operands[0].shape, strides[0]);
  koma_shape_strides (operands[1].shape, strides[1]);
  koma_gles_loops_init (&loops);
  for (guint d = 0; d < out->rank; d++)
    koma_gles_loops_add (&loops, out->dims[d],
                         get_stride (operands[0].shape, strides[0], d, out->rank),
                         get_stride (operands[1].shape, strides[1], d, out->rank));
  dispatch->is_in_fours = is_in_fours (plan, &loops);
  for (guint i = 0; i < 2; i++)
    is_repeated[i] = koma_gles_loops_are_repeated (&loops, i);
  if (dispatch->is_in_fours) {
    defines = g_strconcat (is_repeated[0] ? "#define A_IS_ONE\n" : "",
                           is_repeated[1] ? "#define B_IS_ONE\n" : "",
                           dispatch->defines, NULL);
    dispatch->defines = defines;
    koma_gles_loops_make_fours (&loops);
  }
  for (guint i = 0; i < 2; i++)
    koma_gles_dispatch_bind_texels (dispatch, operands[i].binding,
                                    dispatch->is_in_fours && !is_repeated[i]);
  koma_gles_dispatch_bind (dispatch, output);
  koma_gles_dispatch_set (dispatch, 1, (gint32[]){ loops.n_loops, 0, 0, 0 });
  koma_gles_loops_set (&loops, dispatch, 2);
  return koma_gles_plan_add_elements (plan, dispatch, koma_shape_count (out), error);
}

static gboolean
record (KomaGlesPlan   *plan,
        const KomaNode *node,
        const char     *defines,
        GError        **error)
{
  KomaGlesDispatch      dispatch = { .shader = "binary.comp",
                                     .defines = defines,
                                     .clamp = node->clamp };
  const KomaGlesOperand operands[] = {
    { koma_gles_plan_input (plan, node, 0), koma_gles_in_shape (plan, node, 0) },
    { koma_gles_plan_input (plan, node, 1), koma_gles_in_shape (plan, node, 1) },
  };

  return koma_gles_binary_record (plan, operands, koma_gles_out_shape (plan, node),
                                  koma_gles_plan_output (plan, node, 0), &dispatch, error);
}

#define BINARY(symbol, expression)                                                           \
  static gboolean symbol##_record (KomaGlesPlan *plan, const KomaNode *node, GError **error) \
  {                                                                                          \
    return record (plan, node, "#define APPLY(a, b) (" expression ")\n", error);             \
  }                                                                                          \
  const KomaGlesKernel koma_gles_##symbol = { .record = symbol##_record };

BINARY (add, "a + b")
BINARY (div, "a / b")
BINARY (maximum, "greater (a, b)")
BINARY (minimum, "less (a, b)")
BINARY (mul, "a * b")
BINARY (prelu, "a < 0.0 ? a * b : a")
BINARY (squared_difference, "(a - b) * (a - b)")
BINARY (sub, "a - b")
