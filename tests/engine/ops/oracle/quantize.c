/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* The place of an element in scale and zero_point. */
static gsize
find_channel (const OracleCall *call,
              gsize             index)
{
  const OracleTensor *x = &call->in[0];
  gint64              at[KOMA_MAX_RANK] = { 0 };

  if (oracle_count (&call->in[1]) == 1)
    return 0;
  oracle_unravel (&x->shape, index, at);
  return at[oracle_axis (koma_attrs_get_int (call->attrs, "axis", 1), x->shape.rank)];
}

/* The quotient is a float, as in ONNX. */
void
oracle_quantize (const OracleCall *call)
{
  const gboolean is_signed = call->out->dtype == KOMA_DTYPE_INT8;
  const double   least = is_signed ? -128 : 0;
  const double   greatest = is_signed ? 127 : 255;

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    const gsize channel = find_channel (call, i);
    float       quotient = call->in[0].data[i] / call->in[1].data[channel];
    double      y = nearbyint (quotient) + call->in[2].data[channel];

    call->out->data[i] = isnan (y) || y < least ? least : MIN (y, greatest);
  }
}

void
oracle_dequantize (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    const gsize channel = find_channel (call, i);

    call->out->data[i] =
      call->in[1].data[channel] * (call->in[0].data[i] - call->in[2].data[channel]);
  }
}
