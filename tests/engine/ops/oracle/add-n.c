/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_add_n (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++)
    for (guint k = 0; k < call->n_in; k++)
      call->out->data[i] += call->in[k].data[i];
}
