/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

static double
cast_to_byte (double    value,
              KomaDType from,
              KomaDType to)
{
  const double least = to == KOMA_DTYPE_INT8 ? -128 : 0;

  if (from == KOMA_DTYPE_FLOAT32)
    return isnan (value) ? 0 : CLAMP (trunc (value), least, least + 255);
  return value - 256 * floor ((value - least) / 256);
}

void
oracle_cast (const OracleCall *call)
{
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    double value = call->in[0].data[i];

    if (call->out->dtype == KOMA_DTYPE_BOOL)
      value = value != 0;
    else if (call->out->dtype == KOMA_DTYPE_UINT8 || call->out->dtype == KOMA_DTYPE_INT8)
      value = cast_to_byte (value, call->in[0].dtype, call->out->dtype);
    else if (call->out->dtype == KOMA_DTYPE_INT32)
      value = isnan (value) ? 0 : CLAMP (trunc (value), G_MININT32, G_MAXINT32);
    call->out->data[i] = value;
  }
}
