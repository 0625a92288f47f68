/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_fused_batch_norm (const OracleCall *call)
{
  const OracleTensor *in = call->in;
  double              epsilon = koma_attrs_get_float (call->attrs, "epsilon", 0.0001);
  gsize               n_channels = oracle_count (&in[1]);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    gsize c = i % n_channels;

    call->out->data[i] = (in[0].data[i] - in[3].data[c]) / sqrt (in[4].data[c] + epsilon) *
                           in[1].data[c] +
                         in[2].data[c];
  }
}
