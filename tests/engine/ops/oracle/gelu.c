/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

void
oracle_gelu (const OracleCall *call)
{
  gboolean is_approximate = koma_attrs_get_int (call->attrs, "approximate", 0) != 0;

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    double x = call->in[0].data[i];
    double inner = sqrt (2 / G_PI) * (x + 0.044715 * x * x * x);

    call->out->data[i] = x / 2 * (1 + (is_approximate ? tanh (inner) : erf (x / sqrt (2))));
  }
}
