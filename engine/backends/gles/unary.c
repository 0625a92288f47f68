/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of one operand: a program each, from an expression over x. */
#include "kernel.h"

/* The ends of FakeQuantize's grid. To clamp a multiple of its scale by them is to
 * clamp the integer: the product of a float grows with the integer. */
static KomaClamp
get_grid (const KomaNode *node)
{
  const float scale = node->params.fake_quantize.scale;

  return (KomaClamp){ node->params.fake_quantize.low * scale,
                      node->params.fake_quantize.high * scale };
}

static float
get_number (const KomaNode *node)
{
  return node->op == KOMA_OP_FAKE_QUANTIZE ? node->params.fake_quantize.scale : node->params.alpha;
}

static gboolean
record (KomaGlesPlan   *plan,
        const KomaNode *node,
        const char     *defines,
        GError        **error)
{
  const gsize      n_elems = koma_shape_count (koma_gles_out_shape (plan, node));
  KomaGlesDispatch dispatch = { .shader = "unary.comp", .defines = defines, .clamp = node->clamp };

  /* The last four of a texture may have a rest, that of a buffer not. */
  dispatch.is_in_fours =
    plan->tier == KOMA_GLES_TIER_FRAGMENT || (!plan->is_half && n_elems % 4 == 0);
  /* Clip has bounds where others have a number or nothing. */
  if (node->op == KOMA_OP_CLIP)
    dispatch.clamp = node->params.clip;
  if (node->op == KOMA_OP_FAKE_QUANTIZE)
    dispatch.clamp = get_grid (node);
  if (node->op == KOMA_OP_RELU)
    dispatch.clamp = (KomaClamp){ 0, INFINITY };
  if (node->op == KOMA_OP_RELU6)
    dispatch.clamp = (KomaClamp){ 0, 6 };
  koma_gles_dispatch_bind_texels (&dispatch, koma_gles_plan_input (plan, node, 0),
                                  dispatch.is_in_fours);
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_output (plan, node, 0));
  if (node->op == KOMA_OP_ELU || node->op == KOMA_OP_FAKE_QUANTIZE ||
      node->op == KOMA_OP_LEAKY_RELU)
    koma_gles_dispatch_set (&dispatch, 1,
                            (gint32[]){ koma_gles_float_bits (get_number (node)), 0, 0, 0 });
  return koma_gles_plan_add_elements (plan, &dispatch, n_elems, error);
}

#define UNARY(symbol, expression)                                                            \
  static gboolean symbol##_record (KomaGlesPlan *plan, const KomaNode *node, GError **error) \
  {                                                                                          \
    return record (plan, node, "#define APPLY(x) (" expression ")\n", error);                \
  }                                                                                          \
  const KomaGlesKernel koma_gles_##symbol = { .record = symbol##_record };

UNARY (abs, "abs (x)")
UNARY (ceil, "ceil (x)")
UNARY (clip, "x")
UNARY (elu, "x > 0.0 ? x : ALPHA * exact_expm1 (x)")
UNARY (erf, "exact_erf (x)")
UNARY (exp, "exact_exp (x)")
UNARY (fake_quantize, "ALPHA * roundEven (x / ALPHA)")
UNARY (floor, "floor (x)")
UNARY (leaky_relu, "x < 0.0 ? ALPHA * x : x")
UNARY (log, "exact_log (x)")
UNARY (neg, "-x")
UNARY (relu, "x")
UNARY (relu6, "x")
UNARY (round, "roundEven (x)")
UNARY (rsqrt, "1.0 / sqrt (x)")
UNARY (selu, "1.05070098 * (x > 0.0 ? x : 1.67326324 * exact_expm1 (x))")
UNARY (sigmoid, "1.0 / (1.0 + exact_exp (-x))")
UNARY (softplus, "max (x, 0.0) + exact_log1p (exact_exp (-abs (x)))")
UNARY (sqrt, "sqrt (x)")
UNARY (square, "x * x")
UNARY (tanh, "exact_tanh (x)")

static gboolean
gelu_record (KomaGlesPlan   *plan,
             const KomaNode *node,
             GError        **error)
{
  return record (plan, node,
                 node->params.is_approximate
                   ? "#define APPLY(x) (0.5 * x * (1.0 + exact_tanh (0.79788456 * "
                     "(x + 0.044715 * x * x * x))))\n"
                   : "#define APPLY(x) (0.5 * x * (1.0 + exact_erf (0.70710678 * x)))\n",
                 error);
}

const KomaGlesKernel koma_gles_gelu = { .record = gelu_record };
