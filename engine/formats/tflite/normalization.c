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
gboolean
koma_tflite_rule_l2_normalization (const KomaTfliteCall *call,
                                   GError              **error)
{
  const KomaValueId x = koma_tflite_real (call, 0, error);
  KomaAttrs        *attrs = koma_attrs_new ();
  KomaValueId       length = koma_tflite_apply (call, KOMA_OP_SQUARE, NULL, error, 1, x);

  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  length = koma_tflite_apply (call, KOMA_OP_SUM, attrs, error, 2, length,
                              koma_tflite_int (call, -1, error));
  length = koma_tflite_apply (call, KOMA_OP_MAXIMUM, NULL, error, 2, length,
                              koma_tflite_float (call, LEAST_LENGTH * LEAST_LENGTH, error));
  return koma_tflite_set_output (
    call, 0,
    koma_tflite_activate (
      call, ACTIVATION (0),
      koma_tflite_apply (call, call->op, NULL, error, 2, x,
                         koma_tflite_apply (call, KOMA_OP_RSQRT, NULL, error, 1, length)),
      error),
    error);
}

gboolean
koma_tflite_rule_local_response_normalization (const KomaTfliteCall *call,
                                               GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "depth_radius", koma_flat_get_int (&call->options, LRN_RADIUS, 4, 0));
  koma_attrs_set_float (attrs, "bias", koma_flat_get_float (&call->options, LRN_BIAS));
  koma_attrs_set_float (attrs, "alpha", koma_flat_get_float (&call->options, LRN_ALPHA));
  koma_attrs_set_float (attrs, "beta", koma_flat_get_float (&call->options, LRN_BETA));
  return koma_tflite_set_output (
    call, 0,
    koma_tflite_apply (call, call->op, attrs, error, 1, koma_tflite_real (call, 0, error)), error);
}
