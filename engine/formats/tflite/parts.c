/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators of many inputs or outputs. */
#include "engine/koma-limits.h"
#include "rules.h"

#define CONCATENATION_AXIS FIELD (0, "axis")
#define PACK_AXIS          FIELD (1, "axis")
#define UNPACK_AXIS        FIELD (1, "axis")

/* All inputs, and room for one more. */
static KomaValueId *
get_inputs (const KomaTfliteCall *call,
            GError              **error)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, call->inputs.n + 1);

  for (gsize i = 0; i < call->inputs.n; i++) {
    inputs[i] = koma_tflite_real (call, i, error);
    if (inputs[i] == KOMA_VALUE_NONE)
      return NULL;
  }
  return g_steal_pointer (&inputs);
}

gboolean
koma_tflite_rule_concatenation (const KomaTfliteCall *call,
                                GError              **error)
{
  const gint64            axis = koma_flat_get_int (&call->options, CONCATENATION_AXIS, 4, 0);
  g_autofree KomaValueId *inputs = get_inputs (call, error);
  const KomaNode         *node = NULL;

  if (inputs == NULL)
    return FALSE;
  inputs[call->inputs.n] = koma_tflite_int (call, axis, error);
  node = koma_tflite_add (call, call->op, NULL, inputs, call->inputs.n + 1, error);
  return node != NULL &&
         koma_tflite_set_output (
           call, 0, koma_tflite_activate (call, ACTIVATION (1), node->outputs[0], error), error);
}

static gboolean
join (const KomaTfliteCall *call,
      KomaAttrs            *attrs, /* (transfer full) (nullable) */
      GError              **error)
{
  g_autoptr (KomaAttrs) owned = attrs;
  g_autofree KomaValueId *inputs = get_inputs (call, error);
  const KomaNode         *node = NULL;

  if (inputs != NULL)
    node =
      koma_tflite_add (call, call->op, g_steal_pointer (&owned), inputs, call->inputs.n, error);
  return node != NULL && koma_tflite_set_output (call, 0, node->outputs[0], error);
}

gboolean
koma_tflite_rule_pack (const KomaTfliteCall *call,
                       GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", koma_flat_get_int (&call->options, PACK_AXIS, 4, 0));
  return join (call, attrs, error);
}

gboolean
koma_tflite_rule_add_n (const KomaTfliteCall *call,
                        GError              **error)
{
  return join (call, NULL, error);
}

/* One output of the node for each of the operator's. */
static gboolean
divide (const KomaTfliteCall *call,
        KomaAttrs            *attrs, /* (transfer full) (nullable) */
        const KomaValueId    *inputs,
        guint                 n_inputs,
        GError              **error)
{
  const KomaNode *node = koma_tflite_add (call, call->op, attrs, inputs, n_inputs, error);

  if (node == NULL)
    return FALSE;
  if (call->outputs.n > node->n_outputs)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s has %zu outputs, expected %u", call->name,
                      (gsize) call->outputs.n, node->n_outputs);
  for (gsize i = 0; i < call->outputs.n; i++)
    if (!koma_tflite_set_output (call, i, node->outputs[i], error))
      return FALSE;
  return TRUE;
}

gboolean
koma_tflite_rule_unpack (const KomaTfliteCall *call,
                         GError              **error)
{
  const KomaValueId x = koma_tflite_real (call, 0, error);
  KomaAttrs        *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "num", call->outputs.n);
  koma_attrs_set_int (attrs, "axis", koma_flat_get_int (&call->options, UNPACK_AXIS, 4, 0));
  return divide (call, attrs, &x, 1, error);
}

/* The axis is an input, and must be a constant. */
static KomaAttrs *
read_axis (const KomaTfliteCall *call,
           guint                 index,
           GError              **error)
{
  const KomaValueId value = koma_tflite_value (call, index, error);
  const KomaArray  *axis = NULL;
  KomaAttrs        *attrs = NULL;

  if (value == KOMA_VALUE_NONE)
    return NULL;
  axis = koma_graph_get_value (call->tflite->raw->graph, value)->constant;
  if (axis == NULL || axis->count != 1) {
    koma_tflite_refuse (call, "an axis that is computed", error);
    return NULL;
  }
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "axis", koma_array_get_int (axis, 0));
  koma_attrs_set_int (attrs, "num_split", call->outputs.n);
  return attrs;
}

/* SPLIT (axis, x) */
gboolean
koma_tflite_rule_split (const KomaTfliteCall *call,
                        GError              **error)
{
  KomaAttrs        *attrs = read_axis (call, 0, error);
  const KomaValueId x = koma_tflite_real (call, 1, error);

  return attrs != NULL && divide (call, attrs, &x, 1, error);
}

/* SPLIT_V (x, sizes, axis) */
gboolean
koma_tflite_rule_split_v (const KomaTfliteCall *call,
                          GError              **error)
{
  KomaAttrs        *attrs = read_axis (call, 2, error);
  const KomaValueId inputs[] = { koma_tflite_real (call, 0, error),
                                 koma_tflite_value (call, 1, error) };

  return attrs != NULL && divide (call, attrs, inputs, 2, error);
}

/* TOPK_V2 (x, k): values and indices */
gboolean
koma_tflite_rule_top_k (const KomaTfliteCall *call,
                        GError              **error)
{
  const KomaValueId inputs[] = { koma_tflite_real (call, 0, error),
                                 koma_tflite_value (call, 1, error) };

  return divide (call, NULL, inputs, 2, error);
}
