/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

static double
get_mean (const double *x,
          gsize         n)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += x[i];
  return sum / n;
}

static double
get_variance (const double *x,
              gsize         n)
{
  const double mean = get_mean (x, n);
  double       sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += (x[i] - mean) * (x[i] - mean);
  return sum / n;
}

void
oracle_layer_norm (const OracleCall *call)
{
  const OracleTensor *in = call->in;
  const double        epsilon = koma_attrs_get_float (call->attrs, "epsilon", 0.001);
  const gsize         n = in[0].shape.dims[in[0].shape.rank - 1];

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    const double *line = in[0].data + i / n * n;
    const double  centred = in[0].data[i] - get_mean (line, n);
    const double  y = centred / sqrt (get_variance (line, n) + epsilon);

    call->out->data[i] = y * (call->n_in > 1 ? in[1].data[i % n] : 1) +
                         (call->n_in > 2 ? in[2].data[i % n] : 0);
  }
}
