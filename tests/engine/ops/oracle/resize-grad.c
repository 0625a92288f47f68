/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "resize-weights.h"

static double *
make_weights (const OracleCall *call,
              guint             d)
{
  return oracle_make_resize_weights (&(OracleSide){
    .attrs = call->attrs,
    .d = d,
    .in = call->out->shape.dims[d],
    .out = call->in[0].shape.dims[d],
    .is_nearest = call->op == KOMA_OP_RESIZE_NEAREST_GRAD,
  });
}

/* What each element gave, it gets back. */
void
oracle_resize_grad (const OracleCall *call)
{
  g_autofree double *rows = make_weights (call, 1);
  g_autofree double *columns = make_weights (call, 2);
  gint64             h = call->out->shape.dims[1];
  gint64             w = call->out->shape.dims[2];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&call->out->shape, i, at);
    call->out->data[i] =
      oracle_weigh_plane (&call->in[0], at, &rows[at[1]], h, &columns[at[2]], w);
  }
}
