/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The converter fuses a convolution or matrix product with the ops behind
 * it; "fused_ops" lists them:
 *
 *     x ─┬─ _FusedConv2D (BiasAdd, Prelu) ─ y      x ─┬─ Conv2D ─┬─ Prelu ─ y
 *   w ───┤                                  =      w ─┤          │
 *   b ───┤                                         b ─┘          │
 *   a ───┘                                         a ────────────┘
 *
 * They are taken apart again, since Koma's own passes fuse what a backend
 * can use, whatever file it comes from. */

#include "rules.h"

#include <string.h>

typedef struct
{
  gboolean    has_bias;
  const char *activation; /* (nullable) (borrowed) */
  KomaOp      op;         /* of the activation */
} Parts;

static KomaValueId
refuse (KomaBuilder      *b,
        const KomaTfCall *call,
        const char       *what)
{
  return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%s (%s)", call->node->op, what);
}

/* Activations are the ops of one input, and prelu. */
static gboolean
find_activation (const char *name,
                 KomaOp     *ret_op)
{
  return koma_op_from_name (name, ret_op) &&
         (koma_op_get_class (*ret_op) == &koma_op_unary || *ret_op == KOMA_OP_PRELU);
}

static Parts
parse_parts (KomaBuilder      *b,
             const KomaTfCall *call,
             char            **names) /* NULL-terminated */
{
  Parts parts = { .op = KOMA_N_OPS };

  for (guint i = 0; names[i] != NULL; i++) {
    if (i == 0 && strcmp (names[i], "BiasAdd") == 0)
      parts.has_bias = TRUE;
    else if (parts.activation == NULL && strcmp (names[i], "BiasAdd") != 0)
      parts.activation = names[i];
    else
      refuse (b, call, names[i]);
  }

  if (g_strcmp0 (parts.activation, "linear") == 0 || g_strcmp0 (parts.activation, "Identity") == 0)
    parts.activation = NULL;
  if (parts.activation != NULL && !find_activation (parts.activation, &parts.op))
    refuse (b, call, parts.activation);
  return parts;
}

/* With an activation behind it the node gets a name of its own, so that the
 * file's name still means the file's result. */
static KomaValueId
add_product (KomaBuilder      *b,
             const KomaTfCall *call,
             const Parts      *parts)
{
  const char      *whole = b->name;
  g_autofree char *inner = g_strdup_printf ("%s/%s", whole, koma_op_get_name (call->op));
  KomaValueId      value = KOMA_VALUE_NONE;

  if (parts->activation != NULL)
    b->name = inner;
  value = koma_builder_node (b, call->op, call->inputs, parts->has_bias ? 3 : 2,
                             koma_attrs_copy (call->node->attrs));
  b->name = whole;
  return value;
}

static KomaValueId
add_activation (KomaBuilder      *b,
                const KomaTfCall *call,
                KomaOp            op,
                KomaValueId       value)
{
  const double alpha = koma_attrs_get_float (call->node->attrs, "leakyrelu_alpha", 0.2);

  if (op == KOMA_OP_PRELU)
    return koma_builder_binary (b, op, value, call->inputs[call->n_inputs - 1]);
  return koma_builder_node (b, op, &value, 1,
                            op == KOMA_OP_LEAKY_RELU ? koma_attrs_new_float ("alpha", alpha)
                                                     : NULL);
}

/* Conv2D, DepthwiseConv2dNative or MatMul, and what "fused_ops" says. */
KomaValueId
koma_tf_rule_fused (KomaBuilder      *b,
                    const KomaTfCall *call)
{
  const char *fused_ops = koma_attrs_get_string (call->node->attrs, "fused_ops", "");
  g_auto (GStrv) names = g_strsplit (fused_ops, ",", -1);
  const Parts parts = parse_parts (b, call, names);
  const guint n_wanted = 2 + (parts.has_bias ? 1 : 0) + (parts.op == KOMA_OP_PRELU ? 1 : 0);
  KomaValueId value = KOMA_VALUE_NONE;

  if (call->n_inputs != n_wanted)
    return koma_builder_fail (b, KOMA_ERROR_MODEL,
                              "%s '%s': expected %u inputs for fused_ops “%s”, found %u",
                              call->node->op, call->node->name, n_wanted, fused_ops,
                              call->n_inputs);

  value = add_product (b, call, &parts);
  return parts.activation != NULL ? add_activation (b, call, parts.op, value) : value;
}
