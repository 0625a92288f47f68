/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lower.h"

G_BEGIN_DECLS

/* A row of operators.inc. */
typedef struct
{
  const char     *name;
  KomaTfliteRule *rule; /* (nullable): Koma does not compute it */
  KomaOp          op;
} KomaTfliteOperator;

const KomaTfliteOperator *koma_tflite_operator_find (gint64 code); /* (nullable) */

/* element-wise.c */
KomaTfliteRule koma_tflite_rule_unary;
KomaTfliteRule koma_tflite_rule_clip;
KomaTfliteRule koma_tflite_rule_leaky_relu;
KomaTfliteRule koma_tflite_rule_hard_swish;
KomaTfliteRule koma_tflite_rule_gelu;
KomaTfliteRule koma_tflite_rule_softmax;
KomaTfliteRule koma_tflite_rule_binary;
KomaTfliteRule koma_tflite_rule_activated;
KomaTfliteRule koma_tflite_rule_quantize;
KomaTfliteRule koma_tflite_rule_cast;
/* windows.c */
KomaTfliteRule koma_tflite_rule_conv_2d;
KomaTfliteRule koma_tflite_rule_depthwise_conv_2d;
KomaTfliteRule koma_tflite_rule_transpose_conv;
KomaTfliteRule koma_tflite_rule_pool;
/* matrices.c */
KomaTfliteRule koma_tflite_rule_fully_connected;
KomaTfliteRule koma_tflite_rule_batch_mat_mul;
/* shapes.c */
KomaTfliteRule koma_tflite_rule_reshape;
KomaTfliteRule koma_tflite_rule_squeeze;
KomaTfliteRule koma_tflite_rule_with_value;
KomaTfliteRule koma_tflite_rule_with_values;
KomaTfliteRule koma_tflite_rule_pad_v2;
KomaTfliteRule koma_tflite_rule_mirror_pad;
KomaTfliteRule koma_tflite_rule_strided_slice;
KomaTfliteRule koma_tflite_rule_space_to_depth;
KomaTfliteRule koma_tflite_rule_depth_to_space;
KomaTfliteRule koma_tflite_rule_resize;
KomaTfliteRule koma_tflite_rule_shape;
KomaTfliteRule koma_tflite_rule_fill;
KomaTfliteRule koma_tflite_rule_range;
KomaTfliteRule koma_tflite_rule_reduce;
KomaTfliteRule koma_tflite_rule_gather;
/* parts.c */
KomaTfliteRule koma_tflite_rule_concatenation;
KomaTfliteRule koma_tflite_rule_pack;
KomaTfliteRule koma_tflite_rule_unpack;
KomaTfliteRule koma_tflite_rule_split;
KomaTfliteRule koma_tflite_rule_split_v;
KomaTfliteRule koma_tflite_rule_add_n;

G_END_DECLS
