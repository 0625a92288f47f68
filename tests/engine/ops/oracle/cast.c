/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_cast (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    double value = call->in[0].data[i];

    if (call->out->dtype == KOMA_DTYPE_BOOL)
      value = value != 0;
    else if (call->out->dtype == KOMA_DTYPE_INT32)
      value = isnan (value) ? 0 : CLAMP (trunc (value), G_MININT32, G_MAXINT32);
    call->out->data[i] = value;
  }
}
