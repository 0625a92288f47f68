/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Of what is within its range. */
void
oracle_check_indices (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++)
    call->out->data[i] = call->in[0].data[i];
}
