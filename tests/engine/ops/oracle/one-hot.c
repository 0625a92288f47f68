/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_one_hot (const OracleCall *call)
{
  const OracleTensor *indices = &call->in[0];
  const KomaShape    *out = &call->out->shape;
  guint               axis = oracle_axis (koma_attrs_get_int (call->attrs, "axis", -1), out->rank);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 out_at[KOMA_MAX_RANK] = { 0 };
    gint64 at[KOMA_MAX_RANK] = { 0 };
    double index = 0;

    oracle_unravel (out, i, out_at);
    for (guint d = 0; d < indices->shape.rank; d++)
      at[d] = out_at[d < axis ? d : d + 1];
    index = indices->data[oracle_ravel (&indices->shape, at)];
    if (index < 0 && koma_attrs_get_int (call->attrs, "negative_indices", 0))
      index += out->dims[axis];
    call->out->data[i] = call->in[out_at[axis] == index ? 2 : 3].data[0];
  }
}
