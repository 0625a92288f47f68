/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "strided-copy.h"

gboolean
koma_cpu_transpose_prepare (KomaCpuStep *step,
                            GError     **error)
{
  const KomaShape *in = koma_cpu_step_in_shape (step, 0);
  const guint     *perm = step->node->params.perm;
  gsize            strides[KOMA_MAX_RANK] = { 0 };
  KomaCpuLoopNest  nest = { 0 };

  koma_shape_strides (in, strides);
  koma_cpu_loop_nest_init (&nest);
  for (guint d = 0; d < in->rank; d++)
    koma_cpu_loop_nest_add (&nest, in->dims[perm[d]], strides[perm[d]], 0);
  koma_cpu_strided_copy_prepare (step, &nest, 0);
  return TRUE;
}
