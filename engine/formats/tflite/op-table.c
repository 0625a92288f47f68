/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "op-table.h"

#define OPERATOR(code, name, rule, op) \
  [code] = { name, koma_tflite_rule_##rule, KOMA_OP_##op, NULL },
#define PLAIN(code, name, op, inputs_are) \
  [code] = { name, koma_tflite_rule_plain, KOMA_OP_##op, inputs_are },
#define UNSUPPORTED(code, name) [code] = { name },
static const KomaTfliteOperator operators[] = {
#include "operators.inc"
};
#undef OPERATOR
#undef PLAIN
#undef UNSUPPORTED

/**
 * koma_tflite_operator_find:
 * @code: of the schema's BuiltinOperator
 *
 * Returns: (transfer none) (nullable): its name, and how it is lowered
 */
const KomaTfliteOperator *
koma_tflite_operator_find (gint64 code)
{
  if (code < 0 || code >= (gint64) G_N_ELEMENTS (operators) || operators[code].name == NULL)
    return NULL;
  return &operators[code];
}
