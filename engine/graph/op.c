/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "op.h"

#define KOMA_OP(ID, name, cpu, definition) [KOMA_OP_##ID] = name,
static const char *const names[] = {
#include "engine/ops/ops.inc"
};
#undef KOMA_OP

#define KOMA_OP(ID, name, cpu, definition) [KOMA_OP_##ID] = &koma_op_##definition,
static const KomaOpClass *const classes[] = {
#include "engine/ops/ops.inc"
};
#undef KOMA_OP

G_STATIC_ASSERT (G_N_ELEMENTS (names) == KOMA_N_OPS);

/**
 * koma_op_get_name:
 *
 * Returns: TensorFlow's name of the op. Thread: any.
 */
const char *
koma_op_get_name (KomaOp op)
{
  g_return_val_if_fail (op < KOMA_N_OPS, NULL);

  return names[op];
}

/**
 * koma_op_from_name:
 *
 * Returns: whether there is an op of that name. Thread: any.
 */
gboolean
koma_op_from_name (const char *name,
                   KomaOp     *ret_op)
{
  for (guint i = 0; i < KOMA_N_OPS; i++)
    if (g_str_equal (name, names[i])) {
      *ret_op = i;
      return TRUE;
    }
  return FALSE;
}

/**
 * koma_op_get_class:
 *
 * Returns: the definition of the op. Thread: any.
 */
const KomaOpClass *
koma_op_get_class (KomaOp op)
{
  g_return_val_if_fail (op < KOMA_N_OPS, NULL);

  return classes[op];
}
