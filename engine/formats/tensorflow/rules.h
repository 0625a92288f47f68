/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"
#include "tf-graph.h"

G_BEGIN_DECLS

/* A node about to be lowered. */
typedef struct
{
  const KomaTfNode  *node;
  KomaOp             op;     /* from the table; unused by some rules */
  const KomaValueId *inputs; /* [n_inputs], control inputs left out */
  guint              n_inputs;
  GArray            *others; /* KomaValueId: its results behind the first, appended */
} KomaTfCall;

/**
 * KomaTfRule:
 * @b: adds the nodes, and keeps the error
 * @call: what to lower; its other results are appended
 *
 * Makes Koma's nodes of one of TensorFlow's.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if no op of Koma's computes the node: the
 * model may still be looked at. The message is the name of TensorFlow's op,
 * and in parentheses what is missing. %KOMA_ERROR_MODEL if the node has too
 * few or too many inputs; %KOMA_ERROR_SHAPE if the axis of a split is not one
 * int32; %KOMA_ERROR_MEMORY.
 *
 * Returns: its first result
 */
typedef KomaValueId (KomaTfRule) (KomaBuilder *b, const KomaTfCall *call);

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
  guint       min_inputs; /* where the rule looks at single ones */
  guint       max_inputs; /* 0: the op checks their number */
} KomaTfOpRow;

gboolean koma_tf_op_find (const char  *tf_op,
                          KomaTfOpRow *ret_row);

/* A node of the row's op, with as many results as it has. */
KomaValueId koma_tf_apply (KomaBuilder       *b,
                           const KomaTfCall  *call,
                           const KomaValueId *inputs,
                           guint              n_inputs,
                           KomaAttrs         *attrs /* (transfer full) (nullable) */);

G_END_DECLS
