/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_matrix_band_part (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  double              lower = call->in[1].data[0];
  double              upper = call->in[2].data[0];
  double              diagonal = koma_attrs_get_int (call->attrs, "diagonal", 0);

  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };
    double right = 0;

    oracle_unravel (&x->shape, i, at);
    right = at[x->shape.rank - 1] - at[x->shape.rank - 2] - diagonal;
    call->out->data[i] =
      (lower < 0 || -right <= lower) && (upper < 0 || right <= upper) ? x->data[i] : 0;
  }
}
