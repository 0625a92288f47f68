/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Koma's ops bear TensorFlow's names, so only those stand here that have
 * another name, or other inputs, in TensorFlow. Keep alphabetized. */

#include "rules.h"

#include <string.h>

static const KomaTfOpRow rows[] = {
  { "Add", KOMA_OP_ADD, koma_tf_rule_plain },
  { "BatchMatMul", KOMA_OP_MAT_MUL, koma_tf_rule_batch_mat_mul },
  { "BatchMatMulV2", KOMA_OP_MAT_MUL, koma_tf_rule_batch_mat_mul },
  { "BiasAdd", KOMA_OP_ADD, koma_tf_rule_bias_add },
  { "Cast", KOMA_OP_CAST, koma_tf_rule_cast },
  { "CheckNumerics", KOMA_OP_IDENTITY, koma_tf_rule_plain },
  { "Concat", KOMA_OP_CONCAT, koma_tf_rule_concat, 2, KOMA_MAX_NODE_ARITY },
  { "Dequantize", KOMA_N_OPS, koma_tf_rule_dequantize, 3, 3 },
  { "Div", KOMA_OP_DIV, koma_tf_rule_plain },
  { "FusedBatchNorm", KOMA_OP_FUSED_BATCH_NORM, koma_tf_rule_plain },
  { "FusedBatchNormV2", KOMA_OP_FUSED_BATCH_NORM, koma_tf_rule_plain },
  { "FusedDepthwiseConv2dNative", KOMA_OP_DEPTHWISE_CONV_2D, koma_tf_rule_fused },
  { "Gather", KOMA_OP_GATHER, koma_tf_rule_gather, 2, 2 },
  { "IdentityN", KOMA_OP_IDENTITY, koma_tf_rule_alias, 1, KOMA_MAX_NODE_ARITY },
  { "Pad", KOMA_OP_PAD, koma_tf_rule_plain },
  { "PlaceholderWithDefault", KOMA_OP_IDENTITY, koma_tf_rule_plain },
  { "PreventGradient", KOMA_OP_IDENTITY, koma_tf_rule_plain },
  { "Snapshot", KOMA_OP_IDENTITY, koma_tf_rule_plain },
  { "Split", KOMA_OP_SPLIT, koma_tf_rule_split, 2, 2 },
  { "SplitV", KOMA_OP_SPLIT, koma_tf_rule_split_v, 3, 3 },
  { "StopGradient", KOMA_OP_IDENTITY, koma_tf_rule_plain },
  { "_FusedConv2D", KOMA_OP_CONV_2D, koma_tf_rule_fused },
  { "_FusedMatMul", KOMA_OP_MAT_MUL, koma_tf_rule_fused },
};

/**
 * koma_tf_op_find:
 * @tf_op: TensorFlow's name of an op
 * @ret_row: (out): Koma's op, and how to make it
 *
 * Looks up how an op of TensorFlow is lowered.
 *
 * Returns: whether Koma knows it
 */
gboolean
koma_tf_op_find (const char  *tf_op,
                 KomaTfOpRow *ret_row)
{
  KomaOp op = KOMA_N_OPS;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    if (strcmp (rows[i].tf_op, tf_op) == 0) {
      *ret_row = rows[i];
      return TRUE;
    }
  }

  if (!koma_op_from_name (tf_op, &op))
    return FALSE;

  *ret_row = (KomaTfOpRow){ .tf_op = tf_op, .op = op, .rule = koma_tf_rule_plain };
  return TRUE;
}
