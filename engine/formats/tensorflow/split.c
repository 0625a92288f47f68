/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorFlow has Split (axis, value) into equal pieces and SplitV (value,
 * sizes, axis), either with the axis as an input. Koma's one op has it as an
 * attribute; see engine/ops/split.c. */

#include "rules.h"

static gboolean
check_arity (const KomaTfCall *call,
             guint             n_wanted,
             GError          **error)
{
  if (call->n_inputs == n_wanted)
    return TRUE;

  return koma_fail (error, KOMA_ERROR_MODEL, "%s '%s': expected %u inputs, found %u",
                    call->node->op, call->node->name, n_wanted, call->n_inputs);
}

static gboolean
read_axis (const KomaTfCall *call,
           const KomaGraph  *graph,
           KomaValueId       input,
           gint64           *ret_axis,
           GError          **error)
{
  const KomaArray *axis = koma_graph_get_value (graph, input)->constant;

  if (axis == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s (computed axis)", call->node->op);

  if (axis->count != 1 || axis->dtype != KOMA_DTYPE_INT32)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "%s '%s': expected one int32 as axis, found %zu of %s",
                      call->node->op, call->node->name, axis->count,
                      koma_dtype_name (axis->dtype));

  *ret_axis = koma_array_get_int (axis, 0);
  return TRUE;
}

static gboolean
add_split (const KomaTfCall  *call,
           KomaGraph         *graph,
           const KomaValueId *inputs,
           guint              n_inputs,
           gint64             axis,
           GArray            *outputs,
           GError           **error)
{
  KomaAttrs      *attrs = koma_attrs_copy (call->node->attrs);
  const KomaNode *node = NULL;

  koma_attrs_set_int (attrs, "axis", axis);
  node = koma_graph_add_node (graph, call->op, call->node->name, inputs, n_inputs, attrs, error);
  if (node == NULL)
    return FALSE;

  g_array_append_vals (outputs, node->outputs, node->n_outputs);
  return TRUE;
}

gboolean
koma_tf_rule_split (const KomaTfCall *call,
                    KomaGraph        *graph,
                    GArray           *outputs,
                    GError          **error)
{
  gint64 axis = 0;

  return check_arity (call, 2, error) &&
         read_axis (call, graph, call->inputs[0], &axis, error) &&
         add_split (call, graph, call->inputs + 1, 1, axis, outputs, error);
}

gboolean
koma_tf_rule_split_v (const KomaTfCall *call,
                      KomaGraph        *graph,
                      GArray           *outputs,
                      GError          **error)
{
  gint64 axis = 0;

  return check_arity (call, 3, error) &&
         read_axis (call, graph, call->inputs[2], &axis, error) &&
         add_split (call, graph, call->inputs, 2, axis, outputs, error);
}
