/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tolerance.h"

#include <string.h>

/* Tolerance is a property of backend and element type: the greatest
 * |difference| / MAX (tolerance_floor (), |expected|). Integers and booleans are exact. float16
 * rounds a result by 1 / 2048 of itself, those between two fused ops as well;
 * backends without it compute in float32 whatever is asked. */
static const struct
{
  const char *backend;
  double      float32;
  double      float16;
} backends[] = {
  { "cpu", 2e-6, 2e-6 },
  { "gles", 1e-5, 1e-3 },
  { "xnnpack", 1e-5, 1e-5 },
};

/* An op that needs another one says why. */
static const struct
{
  const char *backend;
  KomaOp      op;
  double      float32;
  double      float16;
  const char *reason;
} overrides[] = {
  { NULL, KOMA_OP_ATTENTION, 1e-5, 1e-3, "the exponent magnifies what a score rounds" },
  { "gles", KOMA_OP_FUSED_BATCH_NORM, 1e-5, 4e-3,
    "a product and a sum of stored numbers, which may nearly cancel" },
  { NULL, KOMA_OP_POW, 1e-5, 1e-3,
    "exp (b log a): the exponent magnifies what the logarithm rounds" },
  { NULL, KOMA_OP_PROD, 1e-5, 1e-3, "each factor rounds the whole product" },
  { NULL, KOMA_OP_RECURRENT, 2e-5, 2e-2,
    "each step rounds what the next one reads, and the first is a factor of the last" },
  { NULL, KOMA_OP_RSQRT, 1e-5, 1e-3, "an estimate refined once" },
  { "xnnpack", KOMA_OP_RESIZE_BILINEAR, 5e-5, 5e-5,
    "a place between pixels is a float, which rounds the more the longer the side is" },
};

/* Cases that a backend fails for a known reason. One that passes all the
 * same fails the test: the row must go. */
static const struct
{
  const char *backend;
  const char *case_text; /* how the text begins */
  const char *reason;
  gboolean    may_pass;   /* with other versions than the one that fails */
  gboolean    is_avx_512; /* it passes on processors without that */
} exclusions[] = {
  { "xnnpack", "Sigmoid f[25]:special", "its exponential makes a NaN of 1e30", FALSE, TRUE },
  { "xnnpack", "Sqrt f[25]:special", "that of 2024 makes a NaN of infinity", TRUE, FALSE },
};

static gboolean
has_avx_512 (void)
{
#ifdef __x86_64__
  return __builtin_cpu_supports ("avx512f");
#else
  return FALSE;
#endif
}

/**
 * tolerance_of:
 *
 * Returns: the greatest allowed relative difference, 0 for none at all
 */
double
tolerance_of (const KomaBackendClass *backend,
              KomaOp                  op,
              KomaDType               dtype,
              KomaPrecision           precision)
{
  const gboolean is_half = precision == KOMA_PRECISION_FLOAT16;

  if (dtype != KOMA_DTYPE_FLOAT32)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (overrides); i++)
    if (overrides[i].op == op &&
        (overrides[i].backend == NULL || g_str_equal (overrides[i].backend, backend->name)))
      return is_half ? overrides[i].float16 : overrides[i].float32;
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    if (g_str_equal (backends[i].backend, backend->name))
      return is_half ? backends[i].float16 : backends[i].float32;
  g_error ("Backend %s has no tolerance", backend->name);
}

/**
 * tolerance_floor:
 *
 * Functions of one number keep the digits of a small result, down to those
 * that the element type does.
 *
 * Returns: the least size of a result that a difference is compared with
 */
double
tolerance_floor (KomaOp        op,
                 KomaPrecision precision)
{
  if (koma_op_get_class (op) != &koma_op_unary)
    return 1;
  return precision == KOMA_PRECISION_FLOAT16 ? 6.2e-5 : 1e-30;
}

/**
 * tolerance_is_of_sum:
 *
 * Returns: whether elements are sums of many, which can cancel: then the
 *   difference is compared with what the absolute terms add up to
 */
gboolean
tolerance_is_of_sum (KomaOp op)
{
  const KomaOpClass *klass = koma_op_get_class (op);

  return klass == &koma_op_conv_2d || klass == &koma_op_conv_2d_backprop_input ||
         klass == &koma_op_conv_2d_backprop_filter || klass == &koma_op_depthwise_conv_2d ||
         klass == &koma_op_depthwise_conv_2d_backprop_filter ||
         klass == &koma_op_depthwise_conv_2d_backprop_input || klass == &koma_op_avg_pool_grad ||
         klass == &koma_op_resize_grad ||
         klass == &koma_op_unsorted_segment_sum || klass == &koma_op_mat_mul ||
         klass == &koma_op_reduce || klass == &koma_op_fused_batch_norm ||
         klass == &koma_op_add_n;
}

/**
 * tolerance_find_exclusion:
 * @ret_may_pass: (out): whether it is a failure of some versions only
 *
 * Returns: (nullable): why the case is known to fail
 */
const char *
tolerance_find_exclusion (const KomaBackendClass *backend,
                          const char             *case_text,
                          gboolean               *ret_may_pass)
{
  for (guint i = 0; i < G_N_ELEMENTS (exclusions); i++)
    if (g_str_equal (exclusions[i].backend, backend->name) &&
        g_str_has_prefix (case_text, exclusions[i].case_text) &&
        (!exclusions[i].is_avx_512 || has_avx_512 ())) {
      *ret_may_pass = exclusions[i].may_pass;
      return exclusions[i].reason;
    }
  return NULL;
}
