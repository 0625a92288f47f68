/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_depth_to_space (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  gint64              block = koma_attrs_get_int (call->attrs, "block_size", 0);
  gint64              out_c = call->out->shape.dims[3];
  const char         *mode = koma_attrs_get_string (call->attrs, "mode", "DCR");

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    if (g_str_equal (mode, "CRD"))
      at[3] = at[3] * block * block + at[1] % block * block + at[2] % block;
    else
      at[3] += (at[1] % block * block + at[2] % block) * out_c;
    at[1] /= block;
    at[2] /= block;
    call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
  }
}
