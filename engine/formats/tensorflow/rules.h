/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tf-graph.h"

G_BEGIN_DECLS

/* A node about to be lowered. */
typedef struct
{
  const KomaTfNode  *node;
  KomaOp             op;     /* from the table; unused by some rules */
  const KomaValueId *inputs; /* [n_inputs], control inputs left out */
  guint              n_inputs;
} KomaTfCall;

/**
 * KomaTfRule:
 * @call: what to lower
 * @graph: where to
 * @outputs: (element-type KomaValueId): the values of its results, appended
 * @error: return location
 *
 * Makes Koma's nodes of one of TensorFlow's.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if no op of Koma's computes the node: the
 * model may still be looked at. The message is the name of TensorFlow's op,
 * and in parentheses what is missing. %KOMA_ERROR_MODEL if the node has too
 * few or too many inputs; %KOMA_ERROR_SHAPE if the axis of a split is not one
 * int32; %KOMA_ERROR_MEMORY.
 *
 * Returns: %FALSE on error
 */
typedef gboolean (KomaTfRule) (const KomaTfCall *call,
                               KomaGraph        *graph,
                               GArray           *outputs,
                               GError          **error);

KomaTfRule koma_tf_rule_alias;
KomaTfRule koma_tf_rule_batch_mat_mul;
KomaTfRule koma_tf_rule_bias_add;
KomaTfRule koma_tf_rule_cast;
KomaTfRule koma_tf_rule_concat;
KomaTfRule koma_tf_rule_dequantize;
KomaTfRule koma_tf_rule_fused;
KomaTfRule koma_tf_rule_gather;
KomaTfRule koma_tf_rule_plain;
KomaTfRule koma_tf_rule_split;
KomaTfRule koma_tf_rule_split_v;

/* A row of op-table.c. */
typedef struct
{
  const char *tf_op;
  KomaOp      op;
  KomaTfRule *rule;
} KomaTfOpRow;

gboolean koma_tf_op_find (const char  *tf_op,
                          KomaTfOpRow *ret_row);

G_END_DECLS
