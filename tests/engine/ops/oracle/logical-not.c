/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_logical_not (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++)
    call->out->data[i] = call->in[0].data[i] == 0;
}
