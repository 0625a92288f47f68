/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* result[p.., i.., s..] = x[p.., indices[batch.., i..], s..] */
void
oracle_gather (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *indices = &call->in[1];
  guint               axis = call->n_in > 2 ? oracle_axis (call->in[2].data[0], x->shape.rank) : 0;
  guint               batch_dims = oracle_axis (koma_attrs_get_int (call->attrs, "batch_dims", 0),
                                                indices->shape.rank);
  guint               n_inner = indices->shape.rank - batch_dims;

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 out_at[KOMA_MAX_RANK] = { 0 };
    gint64 at[KOMA_MAX_RANK] = { 0 };
    gint64 index_at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, out_at);
    for (guint d = 0; d < indices->shape.rank; d++)
      index_at[d] = out_at[d < batch_dims ? d : axis + d - batch_dims];
    for (guint d = 0; d < x->shape.rank; d++)
      if (d != axis)
        at[d] = out_at[d < axis ? d : d - 1 + n_inner];
    at[axis] = indices->data[oracle_ravel (&indices->shape, index_at)];
    if (at[axis] < 0 && koma_attrs_get_int (call->attrs, "negative_indices", 0))
      at[axis] += x->shape.dims[axis];
    call->out->data[i] = at[axis] < 0 || at[axis] >= x->shape.dims[axis]
                           ? 0
                           : x->data[oracle_ravel (&x->shape, at)];
  }
}
