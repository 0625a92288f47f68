/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "call.h"

G_BEGIN_DECLS

/**
 * KomaTfliteRule:
 *
 * Makes Koma's nodes of an operator and sets its outputs.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if no op of Koma's computes it: the message is the operator's
 * name, and in parentheses what is missing. %KOMA_ERROR_MODEL if it lacks an input or an output;
 * %KOMA_ERROR_MEMORY.
 */
typedef gboolean (KomaTfliteRule) (const KomaTfliteCall *call,
                                   GError              **error);

KomaTfliteRule koma_tflite_rule_activated;
KomaTfliteRule koma_tflite_rule_add_n;
KomaTfliteRule koma_tflite_rule_batch_mat_mul;
KomaTfliteRule koma_tflite_rule_binary;
KomaTfliteRule koma_tflite_rule_block;
KomaTfliteRule koma_tflite_rule_broadcast_args;
KomaTfliteRule koma_tflite_rule_cast;
KomaTfliteRule koma_tflite_rule_clip;
KomaTfliteRule koma_tflite_rule_concatenation;
KomaTfliteRule koma_tflite_rule_conv_2d;
KomaTfliteRule koma_tflite_rule_cumsum;
KomaTfliteRule koma_tflite_rule_densify;
KomaTfliteRule koma_tflite_rule_depthwise_conv_2d;
KomaTfliteRule koma_tflite_rule_fill;
KomaTfliteRule koma_tflite_rule_fully_connected;
KomaTfliteRule koma_tflite_rule_gather;
KomaTfliteRule koma_tflite_rule_gelu;
KomaTfliteRule koma_tflite_rule_hard_swish;
KomaTfliteRule koma_tflite_rule_l2_normalization;
KomaTfliteRule koma_tflite_rule_l2_pool;
KomaTfliteRule koma_tflite_rule_leaky_relu;
KomaTfliteRule koma_tflite_rule_local_response_normalization;
KomaTfliteRule koma_tflite_rule_lstm;
KomaTfliteRule koma_tflite_rule_mirror_pad;
KomaTfliteRule koma_tflite_rule_one_hot;
KomaTfliteRule koma_tflite_rule_pack;
KomaTfliteRule koma_tflite_rule_pad_v2;
KomaTfliteRule koma_tflite_rule_pool;
KomaTfliteRule koma_tflite_rule_quantize;
KomaTfliteRule koma_tflite_rule_range;
KomaTfliteRule koma_tflite_rule_reduce;
KomaTfliteRule koma_tflite_rule_reshape;
KomaTfliteRule koma_tflite_rule_resize;
KomaTfliteRule koma_tflite_rule_scatter_nd;
KomaTfliteRule koma_tflite_rule_select;
KomaTfliteRule koma_tflite_rule_shape;
KomaTfliteRule koma_tflite_rule_softmax;
KomaTfliteRule koma_tflite_rule_split;
KomaTfliteRule koma_tflite_rule_split_v;
KomaTfliteRule koma_tflite_rule_squeeze;
KomaTfliteRule koma_tflite_rule_strided_slice;
KomaTfliteRule koma_tflite_rule_top_k;
KomaTfliteRule koma_tflite_rule_transpose_conv;
KomaTfliteRule koma_tflite_rule_unary;
KomaTfliteRule koma_tflite_rule_unpack;
KomaTfliteRule koma_tflite_rule_with_value;
KomaTfliteRule koma_tflite_rule_with_values;

G_END_DECLS
