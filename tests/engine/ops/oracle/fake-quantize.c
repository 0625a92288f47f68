/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_fake_quantize (const OracleCall *call)
{
  const float  scale = koma_attrs_get_float (call->attrs, "scale", 0);
  const double low = koma_attrs_get_int (call->attrs, "low", 0);
  const double high = koma_attrs_get_int (call->attrs, "high", 0);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    float  quotient = call->in[0].data[i] / scale;
    double level = nearbyint (quotient);

    call->out->data[i] = scale * oracle_min (oracle_max (level, low), high);
  }
}
