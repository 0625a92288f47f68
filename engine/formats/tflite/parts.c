/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators of many inputs or outputs. */
#include "rules.h"

#define CONCATENATION_AXIS FIELD (0, "axis")

/* Never NULL. */
static KomaValueId *
get_inputs (const KomaTfliteCall *call)
{
  KomaValueId *inputs = g_new (KomaValueId, call->inputs.n + 1);

  for (gsize i = 0; i < call->inputs.n; i++)
    inputs[i] = koma_tflite_real (call, i);
  return inputs;
}

KomaValueId
koma_tflite_rule_concatenation (KomaBuilder          *b,
                                const KomaTfliteCall *call)
{
  const gint64            axis = koma_flat_get_int (&call->options, CONCATENATION_AXIS, 4, 0);
  g_autofree KomaValueId *inputs = get_inputs (call);

  return koma_tflite_activate (b, call, ACTIVATION (1),
                               koma_builder_concat (b, inputs, call->inputs.n, axis));
}

static KomaValueId
join (KomaBuilder          *b,
      const KomaTfliteCall *call,
      KomaAttrs            *attrs) /* (transfer full) (nullable) */
{
  g_autofree KomaValueId *inputs = get_inputs (call);

  return koma_builder_node (b, call->op, inputs, call->inputs.n, attrs);
}

KomaValueId
koma_tflite_rule_pack (KomaBuilder          *b,
                       const KomaTfliteCall *call)
{
  return join (b, call, KOMA_TFLITE_INTS (call, 4, FIELD (1, "axis")));
}

KomaValueId
koma_tflite_rule_add_n (KomaBuilder          *b,
                        const KomaTfliteCall *call)
{
  return join (b, call, NULL);
}

/* One output of the node for each of the operator's. */
static KomaValueId
divide (KomaBuilder          *b,
        const KomaTfliteCall *call,
        KomaAttrs            *attrs, /* (transfer full) (nullable) */
        const KomaValueId    *inputs,
        guint                 n_inputs)
{
  const KomaNode *node = koma_builder_nodes (b, call->op, inputs, n_inputs, attrs);

  if (node == NULL)
    return KOMA_VALUE_NONE;
  if (call->outputs.n > node->n_outputs)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "%s has %zu outputs, expected %u", call->name,
                              call->outputs.n, node->n_outputs);
  for (gsize i = 1; i < call->outputs.n; i++)
    koma_tflite_set_output (call, i, node->outputs[i]);
  return node->outputs[0];
}

KomaValueId
koma_tflite_rule_unpack (KomaBuilder          *b,
                         const KomaTfliteCall *call)
{
  const KomaValueId x = koma_tflite_real (call, 0);
  KomaAttrs        *attrs = KOMA_TFLITE_INTS (call, 4, FIELD (1, "axis"));

  koma_attrs_set_int (attrs, "num", call->outputs.n);
  return divide (b, call, attrs, &x, 1);
}

/* The axis is an input, and must be a constant. */
static KomaAttrs *
read_axis (KomaBuilder          *b,
           const KomaTfliteCall *call,
           guint                 index)
{
  const KomaArray *axis = koma_builder_get_constant (b, koma_tflite_value (call, index));
  KomaAttrs       *attrs = koma_attrs_new ();

  if (axis != NULL && axis->count == 1)
    koma_attrs_set_int (attrs, "axis", koma_array_get_int (axis, 0));
  else
    koma_tflite_refuse (b, call, "an axis that is computed");
  koma_attrs_set_int (attrs, "num_split", call->outputs.n);
  return attrs;
}

/* SPLIT (axis, x) */
KomaValueId
koma_tflite_rule_split (KomaBuilder          *b,
                        const KomaTfliteCall *call)
{
  KomaAttrs        *attrs = read_axis (b, call, 0);
  const KomaValueId x = koma_tflite_real (call, 1);

  return divide (b, call, attrs, &x, 1);
}

/* SPLIT_V (x, sizes, axis) */
KomaValueId
koma_tflite_rule_split_v (KomaBuilder          *b,
                          const KomaTfliteCall *call)
{
  KomaAttrs        *attrs = read_axis (b, call, 2);
  const KomaValueId inputs[] = { koma_tflite_real (call, 0), koma_tflite_value (call, 1) };

  return divide (b, call, attrs, inputs, 2);
}

/* TOPK_V2 (x, k): values and indices */
KomaValueId
koma_tflite_rule_top_k (KomaBuilder          *b,
                        const KomaTfliteCall *call)
{
  const KomaValueId inputs[] = { koma_tflite_real (call, 0), koma_tflite_value (call, 1) };

  return divide (b, call, NULL, inputs, 2);
}
