/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

#include <string.h>

#define KOMA_ONNX(name, rule, min_inputs, op) \
  { name, koma_onnx_rule_##rule, min_inputs, KOMA_OP_##op },
static const KomaOnnxRow rows[] = {
#include "rules.inc"
};
#undef KOMA_ONNX

/**
 * koma_onnx_row_find:
 * @name: of an operator, behind its domain if that is not ONNX's own
 *
 * Returns: (transfer none) (nullable): how it is lowered; %NULL where Koma does not know it.
 *   Thread: any.
 */
const KomaOnnxRow *
koma_onnx_row_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}
