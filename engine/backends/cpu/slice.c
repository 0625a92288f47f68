/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Slice and StridedSlice: each dimension has a stride in the input, which is
 * negative if it runs backwards. */
#include "strided-copy.h"

gboolean
koma_cpu_slice_prepare (KomaCpuStep *step,
                        GError     **error)
{
  const KomaOpParams *params = &step->node->params;
  const KomaShape    *in = koma_cpu_step_in_shape (step, 0);
  gsize               strides[KOMA_MAX_RANK] = { 0 };
  KomaCpuLoopNest     nest = { 0 };
  gssize              in_offset = 0;

  koma_shape_strides (in, strides);
  koma_cpu_loop_nest_init (&nest);
  for (guint d = 0; d < in->rank; d++) {
    in_offset += params->slice.begin[d] * (gssize) strides[d];
    koma_cpu_loop_nest_add (&nest, params->slice.full_shape.dims[d],
                            params->slice.step[d] * (gssize) strides[d], 0);
  }
  koma_cpu_strided_copy_prepare (step, &nest, in_offset);
  return TRUE;
}
