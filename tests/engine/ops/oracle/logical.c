/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

static gboolean
compute (KomaOp op,
         double a,
         double b)
{
  switch ((int) op) {
  case KOMA_OP_LOGICAL_AND:
    return a != 0 && b != 0;
  case KOMA_OP_LOGICAL_OR:
    return a != 0 || b != 0;
  case KOMA_OP_LOGICAL_XOR:
    return a != b;
  default:
    g_assert_not_reached ();
  }
}

void
oracle_logical (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    call->out->data[i] = compute (call->op, oracle_get_broadcast (call, 0, at),
                                  oracle_get_broadcast (call, 1, at));
  }
}
