/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_lookup (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    const double x = call->in[0].data[i];

    call->out->data[i] = call->in[1].data[(gsize) (x < 0 ? x + 256 : x)];
  }
}
