/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_lrn (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  gint64              n = x->shape.dims[3];
  gint64              size = koma_attrs_get_int (call->attrs, "size", 0);
  gint64              radius = koma_attrs_get_int (call->attrs, "depth_radius", 5);
  gint64              before = size > 0 ? (size - 1) / 2 : radius;
  gint64              after = size > 0 ? size - 1 - before : radius;

  for (gsize i = 0; i < oracle_count (x); i++) {
    gint64 c = i % n;
    double sum = 0;

    for (gint64 k = MAX (c - before, 0); k <= MIN (c + after, n - 1); k++)
      sum += x->data[i - c + k] * x->data[i - c + k];
    call->out->data[i] = x->data[i] / pow (koma_attrs_get_float (call->attrs, "bias", 1) +
                                             koma_attrs_get_float (call->attrs, "alpha", 1) * sum,
                                           koma_attrs_get_float (call->attrs, "beta", 0.5));
  }
}
