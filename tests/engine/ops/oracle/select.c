/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_select (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    guint  input = 0;

    oracle_unravel (&call->out->shape, i, at);
    input = oracle_get_broadcast (call, 0, at) != 0 ? 1 : 2;
    call->out->data[i] = oracle_get_broadcast (call, input, at);
  }
}
