/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Where element @i of the updates goes. Returns: FALSE if that is nowhere */
static gboolean
find_place (const OracleCall   *call,
            const OracleTensor *indices,
            const OracleTensor *updates,
            gsize               i,
            gint64             *at)
{
  gboolean wraps = koma_attrs_get_int (call->attrs, "negative_indices", 0) != 0;
  guint    last = indices->shape.rank - 1;
  guint    n_numbers = indices->shape.dims[last];
  gint64   update_at[KOMA_MAX_RANK] = { 0 };
  gint64   index_at[KOMA_MAX_RANK] = { 0 };

  oracle_unravel (&updates->shape, i, update_at);
  for (guint d = 0; d < last; d++)
    index_at[d] = update_at[d];
  for (guint d = n_numbers; d < call->out->shape.rank; d++)
    at[d] = update_at[last + d - n_numbers];
  for (guint k = 0; k < n_numbers; k++) {
    gint64 size = call->out->shape.dims[k];

    index_at[last] = k;
    at[k] = indices->data[oracle_ravel (&indices->shape, index_at)];
    if (at[k] < 0 && wraps)
      at[k] += size;
    if (at[k] < 0 || at[k] >= size)
      return FALSE;
  }
  return TRUE;
}

void
oracle_scatter (const OracleCall *call)
{
  guint               first = call->op == KOMA_OP_SCATTER_ND ? 0 : 1;
  const OracleTensor *updates = &call->in[first + 1];

  for (gsize i = 0; i < oracle_count (call->out) && first == 1; i++)
    call->out->data[i] = call->in[0].data[i];
  for (gsize i = 0; i < oracle_count (updates); i++) {
    gint64  at[KOMA_MAX_RANK] = { 0 };
    double *out = NULL;

    if (!find_place (call, &call->in[first], updates, i, at))
      continue;
    out = &call->out->data[oracle_ravel (&call->out->shape, at)];
    if (call->op == KOMA_OP_TENSOR_SCATTER_UPDATE)
      *out = updates->data[i];
    else if (updates->dtype == KOMA_DTYPE_INT32)
      *out = oracle_wrap (*out + updates->data[i]);
    else
      *out += updates->data[i];
  }
}
