/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

#include "tf-dtype.h"

/**
 * koma_tf_apply:
 * @inputs: (array length=n_inputs): in place of the call's
 *
 * Thread: any. Errors, which the builder keeps: those of koma_graph_add_node().
 *
 * Returns: the first output of a node of the call's op; the others become the call's
 */
KomaValueId
koma_tf_apply (KomaBuilder       *b,
               const KomaTfCall  *call,
               const KomaValueId *inputs,
               guint              n_inputs,
               KomaAttrs         *attrs)
{
  const KomaNode *node = koma_builder_nodes (b, call->op, inputs, n_inputs, attrs);

  if (node == NULL)
    return KOMA_VALUE_NONE;

  g_array_append_vals (call->others, node->outputs + 1, node->n_outputs - 1);
  return node->outputs[0];
}

/* The same inputs and attributes in both worlds. */
KomaValueId
koma_tf_rule_plain (KomaBuilder      *b,
                    const KomaTfCall *call)
{
  return koma_tf_apply (b, call, call->inputs, call->n_inputs,
                        koma_attrs_copy (call->node->attrs));
}

/* IdentityN: each result is an input. */
KomaValueId
koma_tf_rule_alias (KomaBuilder      *b,
                    const KomaTfCall *call)
{
  g_array_append_vals (call->others, call->inputs + 1, call->n_inputs - 1);
  return call->inputs[0];
}

/* BatchMatMul (x, y) calls its transpositions adj_x and adj_y; of real
 * numbers the adjoint is the transpose. */
KomaValueId
koma_tf_rule_batch_mat_mul (KomaBuilder      *b,
                            const KomaTfCall *call)
{
  const KomaAttrs *from = call->node->attrs;
  KomaAttrs       *attrs =
    koma_attrs_new_int ("transpose_a", koma_attrs_get_int (from, "adj_x", 0));

  koma_attrs_set_int (attrs, "transpose_b", koma_attrs_get_int (from, "adj_y", 0));
  return koma_tf_apply (b, call, call->inputs, call->n_inputs, attrs);
}

/* BiasAdd (value, bias [c]) is an addition where channels are last, and
 * those where they are not have been refused before. */
KomaValueId
koma_tf_rule_bias_add (KomaBuilder      *b,
                       const KomaTfCall *call)
{
  return koma_tf_apply (b, call, call->inputs, call->n_inputs, NULL);
}

/* Cast: to the type that Koma holds numbers of DstT as. */
KomaValueId
koma_tf_rule_cast (KomaBuilder      *b,
                   const KomaTfCall *call)
{
  const char        *name = koma_attrs_get_string (call->node->attrs, "DstT", "none");
  const KomaTfDType *dtype = koma_tf_dtype_from_name (name);
  KomaAttrs         *attrs = NULL;

  if (dtype == NULL)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "Cast (to %s)", name);

  attrs = koma_attrs_copy (call->node->attrs);
  koma_attrs_set_string (attrs, "DstT", koma_dtype_name (dtype->dtype));
  return koma_tf_apply (b, call, call->inputs, call->n_inputs, attrs);
}

/* Concat (axis, values…) became ConcatV2 (values…, axis). */
KomaValueId
koma_tf_rule_concat (KomaBuilder      *b,
                     const KomaTfCall *call)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, call->n_inputs);

  for (guint i = 0; i < call->n_inputs; i++)
    inputs[i] = call->inputs[(i + 1) % call->n_inputs];

  return koma_tf_apply (b, call, inputs, call->n_inputs, koma_attrs_copy (call->node->attrs));
}

/* Gather (params, indices) is GatherV2 (params, indices, axis 0). */
KomaValueId
koma_tf_rule_gather (KomaBuilder      *b,
                     const KomaTfCall *call)
{
  const KomaValueId inputs[] = { call->inputs[0], call->inputs[1], koma_builder_int (b, 0) };

  return koma_tf_apply (b, call, inputs, 3, koma_attrs_copy (call->node->attrs));
}
