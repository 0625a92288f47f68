/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_concat (const OracleCall *call)
{
  guint axis = oracle_axis (call->in[call->n_in - 1].data[0], call->out->shape.rank);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    guint  k = 0;

    oracle_unravel (&call->out->shape, i, at);
    for (; at[axis] >= call->in[k].shape.dims[axis]; k++)
      at[axis] -= call->in[k].shape.dims[axis];
    call->out->data[i] = call->in[k].data[oracle_ravel (&call->in[k].shape, at)];
  }
}
