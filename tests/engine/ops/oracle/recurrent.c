/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "oracle.h"

/* A shape without batch and steps. */
static KomaShape
get_row_shape (const KomaShape *shape,
               guint            n_dropped)
{
  return koma_shape_make (shape->rank - n_dropped, &shape->dims[n_dropped]);
}

/* Element @i of the row of a state, of x at one step: x may be broadcast. */
static double
get_x (const OracleCall *call,
       gint64            batch,
       gint64            t,
       gsize             i)
{
  const OracleTensor *x = &call->in[0];
  const KomaShape     row = get_row_shape (&x->shape, 2);
  const KomaShape     full = get_row_shape (&call->out[1].shape, 1);
  gint64              at[KOMA_MAX_RANK] = { 0 };

  oracle_unravel (&full, i, at);
  return x->data[(batch * x->shape.dims[1] + t) * koma_shape_count (&row) +
                 oracle_ravel_broadcast (&row, &full, at)];
}

/* One row of one batch at one step; the formulas of op-body.h. */
static void
compute_row (const OracleCall *call,
             gint64            batch,
             gint64            t,
             double *const    *states, /* [n_states] rows, old values */
             gsize             n,
             double *const    *updates) /* [n_states] rows */
{
  const char         *body = koma_attrs_get_string (call->attrs, "body_name", "");
  const OracleTensor *w = &call->in[call->n_in - 1];

  for (gsize i = 0; i < n; i++) {
    double x = get_x (call, batch, t, i);

    if (strcmp (body, "sum") == 0) {
      updates[0][i] = states[0][i] + x;
    } else if (strcmp (body, "pair") == 0) {
      updates[0][i] = states[0][i] + x * states[1][i];
      updates[1][i] = -states[0][i];
    } else {
      const gsize n_columns = (gsize) w->shape.dims[1];

      for (gsize k = 0; k < n; k++)
        x += states[0][k] * w->data[k * n_columns + i % n_columns];
      updates[0][i] = tanh (x);
    }
  }
}

/* The outputs behind the first hold the states all along. */
void
oracle_recurrent (const OracleCall *call)
{
  const guint    n_states = call->n_out - 1;
  const gboolean has_mask = koma_attrs_get_int (call->attrs, "has_mask", 0) != 0;
  const gint64   n_steps = call->in[0].shape.dims[1];
  const gint64   n_batch = call->in[0].shape.dims[0];
  const gsize    row = oracle_count (&call->out[1]) / (gsize) MAX (n_batch, 1);
  double        *updates[2] = { g_new0 (double, row), g_new0 (double, row) };

  for (guint s = 0; s < n_states; s++)
    memcpy (call->out[1 + s].data, call->in[1 + s].data,
            oracle_count (&call->out[1 + s]) * sizeof (double));
  for (gint64 b = 0; b < n_batch; b++) {
    double *states[2] = { call->out[1].data + b * row,
                          call->out[n_states].data + b * row };

    for (gint64 t = 0; t < n_steps; t++) {
      compute_row (call, b, t, states, row, updates);
      for (guint s = 0; s < n_states; s++)
        if (!has_mask || call->in[1 + n_states].data[b * n_steps + t] != 0)
          memcpy (states[s], updates[s], row * sizeof (double));
      memcpy (call->out[0].data + (b * n_steps + t) * row, states[0], row * sizeof (double));
    }
  }
  g_free (updates[0]);
  g_free (updates[1]);
}
