/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_clip (const OracleCall *call)
{
  double low = call->in[1].data[0];
  double high = call->in[2].data[0];

  for (gsize i = 0; i < oracle_count (call->out); i++)
    call->out->data[i] = oracle_min (oracle_max (call->in[0].data[i], low), high);
}
