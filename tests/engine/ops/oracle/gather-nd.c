/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_gather_nd (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  const OracleTensor *indices = &call->in[1];
  guint               batch_dims = koma_attrs_get_int (call->attrs, "batch_dims", 0);
  gboolean            wraps = koma_attrs_get_int (call->attrs, "negative_indices", 0) != 0;
  guint               last = indices->shape.rank - 1;
  guint               n_numbers = indices->shape.dims[last];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64   out_at[KOMA_MAX_RANK] = { 0 };
    gint64   index_at[KOMA_MAX_RANK] = { 0 };
    gint64   at[KOMA_MAX_RANK] = { 0 };
    gboolean is_inside = TRUE;

    oracle_unravel (&call->out->shape, i, out_at);
    for (guint d = 0; d < last; d++)
      index_at[d] = out_at[d];
    for (guint d = 0; d < x->shape.rank; d++)
      at[d] = d < batch_dims ? out_at[d] : out_at[last + d - MIN (d, batch_dims + n_numbers)];
    for (guint k = 0; k < n_numbers; k++) {
      gint64 size = x->shape.dims[batch_dims + k];
      gint64 number = 0;

      index_at[last] = k;
      number = indices->data[oracle_ravel (&indices->shape, index_at)];
      at[batch_dims + k] = number < 0 && wraps ? number + size : number;
      is_inside = is_inside && at[batch_dims + k] >= 0 && at[batch_dims + k] < size;
    }
    call->out->data[i] = is_inside ? x->data[oracle_ravel (&x->shape, at)] : 0;
  }
}
