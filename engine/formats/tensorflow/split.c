/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorFlow has Split (axis, value) into equal pieces and SplitV (value,
 * sizes, axis), either with the axis as an input. Koma's one op has it as an
 * attribute; see engine/ops/split.c. */

#include "rules.h"

static KomaValueId
split (KomaBuilder       *b,
       const KomaTfCall  *call,
       KomaValueId        axis_input,
       const KomaValueId *inputs,
       guint              n_inputs)
{
  const KomaArray *axis = koma_builder_get_constant (b, axis_input);
  KomaAttrs       *attrs = NULL;

  if (axis == NULL)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%s (computed axis)", call->node->op);

  if (axis->count != 1 || axis->dtype != KOMA_DTYPE_INT32)
    return koma_builder_fail (b, KOMA_ERROR_SHAPE,
                              "%s '%s': expected one int32 as axis, found %zu of %s",
                              call->node->op, call->node->name, axis->count,
                              koma_dtype_name (axis->dtype));

  attrs = koma_attrs_copy (call->node->attrs);
  koma_attrs_set_int (attrs, "axis", koma_array_get_int (axis, 0));
  return koma_tf_apply (b, call, inputs, n_inputs, attrs);
}

KomaValueId
koma_tf_rule_split (KomaBuilder      *b,
                    const KomaTfCall *call)
{
  return split (b, call, call->inputs[0], call->inputs + 1, 1);
}

KomaValueId
koma_tf_rule_split_v (KomaBuilder      *b,
                      const KomaTfCall *call)
{
  return split (b, call, call->inputs[2], call->inputs, 2);
}
