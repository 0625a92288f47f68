/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "join-rows.h"

gboolean
koma_cpu_pack_prepare (KomaCpuStep *step,
                       GError     **error)
{
  koma_cpu_join_rows_prepare (step, step->node->n_inputs, step->node->params.axis.axis);
  return TRUE;
}
