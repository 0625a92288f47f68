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
} Parts;

static gboolean
fail_unsupported (const KomaTfCall *call,
                  const char       *what,
                  GError          **error)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s (%s)", call->node->op, what);
}

static gboolean
parse_parts (const KomaTfCall *call,
             char            **names, /* NULL-terminated */
             Parts            *ret_parts,
             GError          **error)
{
  Parts parts = { FALSE, NULL };

  for (guint i = 0; names[i] != NULL; i++) {
    if (i == 0 && strcmp (names[i], "BiasAdd") == 0)
      parts.has_bias = TRUE;
    else if (parts.activation == NULL && strcmp (names[i], "BiasAdd") != 0)
      parts.activation = names[i];
    else
      return fail_unsupported (call, names[i], error);
  }

  if (g_strcmp0 (parts.activation, "linear") == 0 || g_strcmp0 (parts.activation, "Identity") == 0)
    parts.activation = NULL;

  *ret_parts = parts;
  return TRUE;
}

/* Activations are the ops of one input, and prelu. */
static gboolean
find_activation (const KomaTfCall *call,
                 const char       *name,
                 KomaOp           *ret_op,
                 GError          **error)
{
  if (koma_op_from_name (name, ret_op) &&
      (koma_op_get_class (*ret_op) == &koma_op_unary || *ret_op == KOMA_OP_PRELU))
    return TRUE;

  return fail_unsupported (call, name, error);
}

static gboolean
add_activation (const KomaTfCall  *call,
                KomaGraph         *graph,
                KomaOp             op,
                const KomaValueId *inputs,
                KomaValueId       *ret_output,
                GError           **error)
{
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();
  const guint     n_inputs = op == KOMA_OP_PRELU ? 2 : 1;
  const KomaNode *node = NULL;

  if (op == KOMA_OP_LEAKY_RELU)
    koma_attrs_set_float (attrs, "alpha",
                          koma_attrs_get_float (call->node->attrs, "leakyrelu_alpha", 0.2));

  node = koma_graph_add_node (graph, op, call->node->name, inputs, n_inputs,
                              g_steal_pointer (&attrs), error);
  if (node == NULL)
    return FALSE;

  *ret_output = node->outputs[0];
  return TRUE;
}

static gboolean
check_inputs (const KomaTfCall *call,
              guint             wanted,
              GError          **error)
{
  if (call->n_inputs == wanted)
    return TRUE;

  return koma_fail (error, KOMA_ERROR_MODEL,
                    "%s '%s': expected %u inputs for fused_ops “%s”, found %u",
                    call->node->op, call->node->name, wanted,
                    koma_attrs_get_string (call->node->attrs, "fused_ops", ""), call->n_inputs);
}

/* With an activation behind it the node gets a name of its own, so that the
 * file's name still means the file's result. */
static gboolean
add_product (const KomaTfCall *call,
             KomaGraph        *graph,
             const Parts      *parts,
             KomaValueId      *ret_output,
             GError          **error)
{
  const char      *whole = call->node->name;
  g_autofree char *inner = g_strdup_printf ("%s/%s", whole, koma_op_get_name (call->op));
  const KomaNode  *node = koma_graph_add_node (graph, call->op,
                                              parts->activation != NULL ? inner : whole,
                                               call->inputs, parts->has_bias ? 3 : 2,
                                               koma_attrs_copy (call->node->attrs), error);

  if (node == NULL)
    return FALSE;

  *ret_output = node->outputs[0];
  return TRUE;
}

/* Conv2D, DepthwiseConv2dNative or MatMul, and what "fused_ops" says. */
gboolean
koma_tf_rule_fused (const KomaTfCall *call,
                    KomaGraph        *graph,
                    GArray           *outputs,
                    GError          **error)
{
  const char *fused_ops = koma_attrs_get_string (call->node->attrs, "fused_ops", "");
  g_auto (GStrv) names = g_strsplit (fused_ops, ",", -1);
  Parts       parts = { 0 };
  KomaOp      activation = KOMA_N_OPS;
  KomaValueId inputs[2] = { 0 };
  KomaValueId output = KOMA_VALUE_NONE;
  guint       n_wanted = 0;

  if (!parse_parts (call, names, &parts, error) ||
      (parts.activation != NULL && !find_activation (call, parts.activation, &activation, error)))
    return FALSE;

  n_wanted = 2 + (parts.has_bias ? 1 : 0) + (activation == KOMA_OP_PRELU ? 1 : 0);
  if (!check_inputs (call, n_wanted, error) ||
      !add_product (call, graph, &parts, &output, error))
    return FALSE;

  if (parts.activation != NULL) {
    inputs[0] = output;
    inputs[1] = call->inputs[n_wanted - 1];
    if (!add_activation (call, graph, activation, inputs, &output, error))
      return FALSE;
  }

  g_array_append_val (outputs, output);
  return TRUE;
}
