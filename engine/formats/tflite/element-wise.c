/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators that make each element of one or two elements. */
#include "rules.h"

#define LEAKY_RELU_ALPHA    FIELD (0, "alpha")
#define SOFTMAX_BETA        FIELD (0, "beta")
#define GELU_IS_APPROXIMATE FIELD (0, "approximate")
#define CAST_OUT_TYPE       FIELD (1, "out_data_type")

/* NAME (x) */
gboolean
koma_tflite_rule_unary (const KomaTfliteCall *call,
                        GError              **error)
{
  return koma_tflite_set_output (
    call, 0,
    koma_tflite_apply (call, call->op, NULL, error, 1, koma_tflite_real (call, 0, error)), error);
}

/* RELU_N1_TO_1 and RELU_0_TO_1 */
gboolean
koma_tflite_rule_clip (const KomaTfliteCall *call,
                       GError              **error)
{
  const double least = g_str_equal (call->name, "RELU_N1_TO_1") ? -1 : 0;

  return koma_tflite_set_output (
    call, 0,
    koma_tflite_apply (call, call->op, NULL, error, 3, koma_tflite_real (call, 0, error),
                       koma_tflite_float (call, least, error), koma_tflite_float (call, 1, error)),
    error);
}

gboolean
koma_tflite_rule_leaky_relu (const KomaTfliteCall *call,
                             GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "alpha", koma_flat_get_float (&call->options, LEAKY_RELU_ALPHA));
  return koma_tflite_set_output (
    call, 0,
    koma_tflite_apply (call, call->op, attrs, error, 1, koma_tflite_real (call, 0, error)), error);
}

static KomaValueId
multiply (const KomaTfliteCall *call,
          KomaValueId           x,
          double                factor,
          GError              **error)
{
  return koma_tflite_apply (call, KOMA_OP_MUL, NULL, error, 2, x,
                            koma_tflite_float (call, factor, error));
}

/* x relu6 (x + 3) / 6 */
gboolean
koma_tflite_rule_hard_swish (const KomaTfliteCall *call,
                             GError              **error)
{
  KomaValueId x = koma_tflite_real (call, 0, error);
  KomaValueId gate = koma_tflite_apply (call, KOMA_OP_ADD, NULL, error, 2, x,
                                        koma_tflite_float (call, 3, error));

  gate = multiply (call, koma_tflite_apply (call, KOMA_OP_RELU6, NULL, error, 1, gate), 1 / 6.0,
                   error);
  return koma_tflite_set_output (
    call, 0, koma_tflite_apply (call, KOMA_OP_MUL, NULL, error, 2, x, gate), error);
}

gboolean
koma_tflite_rule_gelu (const KomaTfliteCall *call,
                       GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "approximate",
                      koma_flat_get_int (&call->options, GELU_IS_APPROXIMATE, 1, FALSE));
  return koma_tflite_set_output (
    call, 0,
    koma_tflite_apply (call, call->op, attrs, error, 1, koma_tflite_real (call, 0, error)), error);
}

/* softmax (beta x) */
gboolean
koma_tflite_rule_softmax (const KomaTfliteCall *call,
                          GError              **error)
{
  const float beta = koma_flat_get_float (&call->options, SOFTMAX_BETA);
  KomaValueId x = koma_tflite_real (call, 0, error);

  if (beta != 1)
    x = multiply (call, x, beta, error);
  return koma_tflite_set_output (call, 0, koma_tflite_apply (call, call->op, NULL, error, 1, x),
                                 error);
}

/* NAME (x, y) */
gboolean
koma_tflite_rule_binary (const KomaTfliteCall *call,
                         GError              **error)
{
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, NULL, error, 2,
                                                    koma_tflite_real (call, 0, error),
                                                    koma_tflite_real (call, 1, error)),
                                 error);
}

/* NAME (x, y), with a fused activation */
gboolean
koma_tflite_rule_activated (const KomaTfliteCall *call,
                            GError              **error)
{
  KomaValueId y = koma_tflite_apply (call, call->op, NULL, error, 2,
                                     koma_tflite_real (call, 0, error),
                                     koma_tflite_real (call, 1, error));

  return koma_tflite_set_output (call, 0, koma_tflite_activate (call, ACTIVATION (0), y, error),
                                 error);
}

/* SELECT_V2 (condition, x, y), which broadcasts; and SELECT, which does not, but has conditions of
 * one dimension that choose whole rows. */
gboolean
koma_tflite_rule_select (const KomaTfliteCall *call,
                         GError              **error)
{
  if (g_str_equal (call->name, "SELECT") && koma_tflite_has_input (call, 1) &&
      koma_tflite_get_input (call, 0)->shape.rank != koma_tflite_get_input (call, 1)->shape.rank)
    return koma_tflite_refuse (call, "a condition of rows", error);
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, NULL, error, 3,
                                                    koma_tflite_value (call, 0, error),
                                                    koma_tflite_real (call, 1, error),
                                                    koma_tflite_real (call, 2, error)),
                                 error);
}

/* QUANTIZE, DEQUANTIZE: what the types of input and output say. A constant of half floats has been
 * read as floats. */
gboolean
koma_tflite_rule_quantize (const KomaTfliteCall *call,
                           GError              **error)
{
  return koma_tflite_set_output (call, 0, koma_tflite_real (call, 0, error), error);
}

/* Integers are cast, not the numbers that they stand for. */
gboolean
koma_tflite_rule_cast (const KomaTfliteCall *call,
                       GError              **error)
{
  const gint64 type = koma_flat_get_int (&call->options, CAST_OUT_TYPE, 1, KOMA_TFLITE_FLOAT32);
  const gint32 output = koma_flat_vector_get_int32 (&call->outputs, 0);
  KomaDType    dtype = KOMA_DTYPE_FLOAT32;
  KomaAttrs   *attrs = NULL;

  /* Old files have no options. */
  if (!koma_tflite_find_dtype (call->options.buffer != NULL
                                 ? (KomaTfliteType) type
                                 : call->tflite->tensors[output].type,
                               &dtype))
    return koma_tflite_refuse (call, "the type of its tensors", error);
  attrs = koma_attrs_new ();
  koma_attrs_set_string (attrs, "DstT", koma_dtype_name (dtype));
  call->tflite->tensors[output].value =
    koma_tflite_apply (call, call->op, attrs, error, 1, koma_tflite_value (call, 0, error));
  return call->tflite->tensors[output].value != KOMA_VALUE_NONE;
}
