/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

#include "tf-dtype.h"

static gboolean
check_arity (const KomaTfCall *call,
             guint             min,
             guint             max,
             GError          **error)
{
  if (call->n_inputs >= min && call->n_inputs <= max)
    return TRUE;

  return koma_fail (error, KOMA_ERROR_MODEL,
                    "%s '%s': expected %u to %u inputs, found %u",
                    call->node->op, call->node->name, min, max, call->n_inputs);
}

static gboolean
add_node (const KomaTfCall  *call,
          KomaGraph         *graph,
          const KomaValueId *inputs,
          guint              n_inputs,
          KomaAttrs         *attrs, /* (transfer full) */
          GArray            *outputs,
          GError           **error)
{
  const KomaNode *node = koma_graph_add_node (graph, call->op, call->node->name,
                                              inputs, n_inputs, attrs, error);

  if (node == NULL)
    return FALSE;

  g_array_append_vals (outputs, node->outputs, node->n_outputs);
  return TRUE;
}

static KomaValueId
add_int (const KomaTfCall *call,
         KomaGraph        *graph,
         const char       *what,
         gint64            value,
         GError          **error)
{
  g_autoptr (KomaArray) tensor = koma_array_new_scalar (KOMA_DTYPE_INT32, value, error);
  g_autofree char *name = g_strdup_printf ("%s/%s", call->node->name, what);

  return tensor != NULL ? koma_graph_add_constant (graph, name, tensor) : KOMA_VALUE_NONE;
}

/* The same inputs and attributes in both worlds. */
gboolean
koma_tf_rule_plain (const KomaTfCall *call,
                    KomaGraph        *graph,
                    GArray           *outputs,
                    GError          **error)
{
  return add_node (call, graph, call->inputs, call->n_inputs,
                   koma_attrs_copy (call->node->attrs), outputs, error);
}

/* IdentityN: each result is an input. */
gboolean
koma_tf_rule_alias (const KomaTfCall *call,
                    KomaGraph        *graph,
                    GArray           *outputs,
                    GError          **error)
{
  if (!check_arity (call, 1, KOMA_MAX_NODE_ARITY, error))
    return FALSE;

  g_array_append_vals (outputs, call->inputs, call->n_inputs);
  return TRUE;
}

/* BatchMatMul (x, y) calls its transpositions adj_x and adj_y; of real
 * numbers the adjoint is the transpose. */
gboolean
koma_tf_rule_batch_mat_mul (const KomaTfCall *call,
                            KomaGraph        *graph,
                            GArray           *outputs,
                            GError          **error)
{
  const KomaAttrs *from = call->node->attrs;
  KomaAttrs       *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "transpose_a", koma_attrs_get_int (from, "adj_x", 0));
  koma_attrs_set_int (attrs, "transpose_b", koma_attrs_get_int (from, "adj_y", 0));
  return add_node (call, graph, call->inputs, call->n_inputs, attrs, outputs, error);
}

/* BiasAdd (value, bias [c]) is an addition where channels are last, and
 * those where they are not have been refused before. */
gboolean
koma_tf_rule_bias_add (const KomaTfCall *call,
                       KomaGraph        *graph,
                       GArray           *outputs,
                       GError          **error)
{
  return add_node (call, graph, call->inputs, call->n_inputs, koma_attrs_new (), outputs, error);
}

/* Cast: to the type that Koma holds numbers of DstT as. */
gboolean
koma_tf_rule_cast (const KomaTfCall *call,
                   KomaGraph        *graph,
                   GArray           *outputs,
                   GError          **error)
{
  const char        *name = koma_attrs_get_string (call->node->attrs, "DstT", "none");
  const KomaTfDType *dtype = koma_tf_dtype_from_name (name);
  KomaAttrs         *attrs = NULL;

  if (dtype == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "Cast (to %s)", name);

  attrs = koma_attrs_copy (call->node->attrs);
  koma_attrs_set_string (attrs, "DstT", koma_dtype_name (dtype->dtype));
  return add_node (call, graph, call->inputs, call->n_inputs, attrs, outputs, error);
}

/* Concat (axis, values…) became ConcatV2 (values…, axis). */
gboolean
koma_tf_rule_concat (const KomaTfCall *call,
                     KomaGraph        *graph,
                     GArray           *outputs,
                     GError          **error)
{
  g_autofree KomaValueId *inputs = NULL;

  if (!check_arity (call, 2, KOMA_MAX_NODE_ARITY, error))
    return FALSE;

  inputs = g_new (KomaValueId, call->n_inputs);
  for (guint i = 0; i < call->n_inputs; i++)
    inputs[i] = call->inputs[(i + 1) % call->n_inputs];

  return add_node (call, graph, inputs, call->n_inputs,
                   koma_attrs_copy (call->node->attrs), outputs, error);
}

/* Gather (params, indices) is GatherV2 (params, indices, axis 0). */
gboolean
koma_tf_rule_gather (const KomaTfCall *call,
                     KomaGraph        *graph,
                     GArray           *outputs,
                     GError          **error)
{
  KomaValueId inputs[3] = { 0 };

  if (!check_arity (call, 2, 2, error))
    return FALSE;

  inputs[0] = call->inputs[0];
  inputs[1] = call->inputs[1];
  inputs[2] = add_int (call, graph, "axis", 0, error);
  if (inputs[2] == KOMA_VALUE_NONE)
    return FALSE;

  return add_node (call, graph, inputs, 3, koma_attrs_copy (call->node->attrs), outputs, error);
}
