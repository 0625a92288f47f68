/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* Where an element of a side of the result lies: before + fraction · (after - before). */
typedef struct
{
  gsize before;
  gsize after;
  float fraction;
} KomaCpuResizePosition;

KomaCpuResizePosition *koma_cpu_resize_positions (const KomaCpuStep *step,
                                                  guint              side,
                                                  gsize              n,
                                                  gsize              stride,
                                                  GError           **error);
gsize                 *koma_cpu_resize_nearest_positions (const KomaCpuStep *step,
                                                          guint              side,
                                                          gsize              n,
                                                          gsize              stride,
                                                          GError           **error);

G_END_DECLS
