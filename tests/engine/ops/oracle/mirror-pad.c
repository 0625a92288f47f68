/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_mirror_pad (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  const char         *mode = koma_attrs_get_string (call->attrs, "mode", "");
  gint64              edge = g_str_equal (mode, "SYMMETRIC") ? 1 : 0;

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    for (guint d = 0; d < x->shape.rank; d++) {
      gint64 size = x->shape.dims[d];

      at[d] -= (gint64) call->in[1].data[2 * d];
      if (g_str_equal (mode, "EDGE"))
        at[d] = CLAMP (at[d], 0, size - 1);
      if (g_str_equal (mode, "WRAP"))
        at[d] = ((at[d] % size) + size) % size;
      if (at[d] < 0)
        at[d] = -at[d] - edge;
      if (at[d] >= size)
        at[d] = 2 * (size - 1) - at[d] + edge;
    }
    call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
  }
}
