/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_classify (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    double x = call->in[0].data[i];

    call->out->data[i] = call->op == KOMA_OP_IS_NAN   ? isnan (x) != 0
                         : call->op == KOMA_OP_IS_INF ? isinf (x) != 0
                                                      : isfinite (x) != 0;
  }
}
