/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* Positions of a result in its input, along one side. */
typedef struct
{
  double ratio;
  double half; /* 0.5 where positions are those of pixel centres, or 0 */
  gsize  in_size;
} KomaCpuResizeScale;

KomaCpuResizeScale koma_cpu_resize_scale_make (const KomaCpuStep *step,
                                               guint              dimension);

G_END_DECLS
