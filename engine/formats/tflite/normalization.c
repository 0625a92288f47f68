/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators that divide by what their neighbours are. */
#include "rules.h"

#define LRN_RADIUS FIELD (0, "radius")
#define LRN_BIAS   FIELD (1, "bias")
#define LRN_ALPHA  FIELD (2, "alpha")
#define LRN_BETA   FIELD (3, "beta")
/* Below this the length of a line counts as this. */
#define LEAST_LENGTH 1e-6

/* x / max (√(Σ x²), 1e-6), along the last dimension */
KomaValueId
koma_tflite_rule_l2_normalization (KomaBuilder          *b,
                                   const KomaTfliteCall *call)
{
  const KomaValueId x = koma_tflite_real (call, 0);
  KomaAttrs        *attrs = koma_attrs_new ();
  KomaValueId       length = koma_builder_unary (b, KOMA_OP_SQUARE, x);

  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  length = KOMA_BUILDER_NODE (b, KOMA_OP_SUM, attrs, length, koma_builder_int (b, -1));
  length = koma_builder_binary (b, KOMA_OP_MAXIMUM, length,
                                koma_builder_float (b, LEAST_LENGTH * LEAST_LENGTH));
  length = koma_builder_unary (b, KOMA_OP_RSQRT, length);
  return koma_tflite_activate (b, call, ACTIVATION (0),
                               koma_builder_binary (b, call->op, x, length));
}

KomaValueId
koma_tflite_rule_local_response_normalization (KomaBuilder          *b,
                                               const KomaTfliteCall *call)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "depth_radius", koma_flat_get_int (&call->options, LRN_RADIUS, 4, 0));
  koma_attrs_set_float (attrs, "bias", koma_flat_get_float (&call->options, LRN_BIAS));
  koma_attrs_set_float (attrs, "alpha", koma_flat_get_float (&call->options, LRN_ALPHA));
  koma_attrs_set_float (attrs, "beta", koma_flat_get_float (&call->options, LRN_BETA));
  return koma_tflite_apply (b, call, "r", attrs);
}
