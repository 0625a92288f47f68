/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators that make each element of one, two or three elements. */
#include "rules.h"

#define LEAKY_RELU_ALPHA FIELD (0, "alpha")
#define SOFTMAX_BETA     FIELD (0, "beta")
#define CAST_OUT_TYPE    FIELD (1, "out_data_type")

/* What an operator is in its row alone. */
KomaValueId
koma_tflite_rule_plain (KomaBuilder          *b,
                        const KomaTfliteCall *call)
{
  return koma_tflite_apply (b, call, call->inputs_are, NULL);
}

/* RELU_N1_TO_1 and RELU_0_TO_1 */
KomaValueId
koma_tflite_rule_clip (KomaBuilder          *b,
                       const KomaTfliteCall *call)
{
  const double least = g_str_equal (call->name, "RELU_N1_TO_1") ? -1 : 0;

  return KOMA_BUILDER_NODE (b, call->op, NULL, koma_tflite_real (call, 0),
                            koma_builder_float (b, least), koma_builder_float (b, 1));
}

KomaValueId
koma_tflite_rule_leaky_relu (KomaBuilder          *b,
                             const KomaTfliteCall *call)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_float (attrs, "alpha", koma_flat_get_float (&call->options, LEAKY_RELU_ALPHA));
  return koma_tflite_apply (b, call, "r", attrs);
}

/* x relu6 (x + 3) / 6 */
KomaValueId
koma_tflite_rule_hard_swish (KomaBuilder          *b,
                             const KomaTfliteCall *call)
{
  const KomaValueId x = koma_tflite_real (call, 0);
  KomaValueId       gate = koma_builder_binary (b, KOMA_OP_ADD, x, koma_builder_float (b, 3));

  gate = koma_builder_unary (b, KOMA_OP_RELU6, gate);
  gate = koma_builder_binary (b, KOMA_OP_MUL, gate, koma_builder_float (b, 1 / 6.0));
  return koma_builder_binary (b, KOMA_OP_MUL, x, gate);
}

KomaValueId
koma_tflite_rule_gelu (KomaBuilder          *b,
                       const KomaTfliteCall *call)
{
  return koma_tflite_apply (b, call, "r", KOMA_TFLITE_INTS (call, 1, FIELD (0, "approximate")));
}

/* softmax (beta x) */
KomaValueId
koma_tflite_rule_softmax (KomaBuilder          *b,
                          const KomaTfliteCall *call)
{
  const float beta = koma_flat_get_float (&call->options, SOFTMAX_BETA);
  KomaValueId x = koma_tflite_real (call, 0);

  if (beta != 1)
    x = koma_builder_binary (b, KOMA_OP_MUL, x, koma_builder_float (b, beta));
  return koma_builder_unary (b, call->op, x);
}

/* NAME (x, y), with a fused activation */
KomaValueId
koma_tflite_rule_activated (KomaBuilder          *b,
                            const KomaTfliteCall *call)
{
  return koma_tflite_activate (b, call, ACTIVATION (0), koma_tflite_apply (b, call, "rr", NULL));
}

/* SELECT_V2 (condition, x, y), which broadcasts; and SELECT, which does not, but has conditions of
 * one dimension that choose whole rows. */
KomaValueId
koma_tflite_rule_select (KomaBuilder          *b,
                         const KomaTfliteCall *call)
{
  if (g_str_equal (call->name, "SELECT") && koma_tflite_has_input (call, 0) &&
      koma_tflite_has_input (call, 1) &&
      koma_tflite_get_input (call, 0)->shape.rank != koma_tflite_get_input (call, 1)->shape.rank)
    return koma_tflite_refuse (b, call, "a condition of rows");
  return koma_tflite_apply (b, call, "vrr", NULL);
}

/* QUANTIZE, DEQUANTIZE: what the types of input and output say. A constant of half floats has been
 * read as floats. */
KomaValueId
koma_tflite_rule_quantize (G_GNUC_UNUSED KomaBuilder *b,
                           const KomaTfliteCall      *call)
{
  return koma_tflite_real (call, 0);
}

/* Integers are cast, not the numbers that they stand for. */
KomaValueId
koma_tflite_rule_cast (KomaBuilder          *b,
                       const KomaTfliteCall *call)
{
  KomaTfliteTensor *output = koma_tflite_get_output (call, 0);
  KomaTfliteType    type = output->type;
  KomaDType         dtype = KOMA_DTYPE_FLOAT32;

  /* Old files have no options. */
  if (call->options.buffer != NULL)
    type = koma_flat_get_int (&call->options, CAST_OUT_TYPE, 1, KOMA_TFLITE_FLOAT32);
  if (!koma_tflite_find_dtype (type, &dtype))
    return koma_tflite_refuse (b, call, "the type of its tensors");
  output->value = koma_builder_cast (b, koma_tflite_value (call, 0), dtype);
  return output->value;
}
