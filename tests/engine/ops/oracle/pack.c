/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_pack (const OracleCall *call)
{
  guint axis = oracle_axis (koma_attrs_get_int (call->attrs, "axis", 0), call->out->shape.rank);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    gint64 in_at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    for (guint d = 0; d + 1 < call->out->shape.rank; d++)
      in_at[d] = at[d < axis ? d : d + 1];
    call->out->data[i] = call->in[at[axis]].data[oracle_ravel (&call->in[0].shape, in_at)];
  }
}
