/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

/**
 * KomaCpuPack8:
 *
 * The right side of a product of 8 bits, or a depthwise filter, and where it goes.
 */
typedef struct
{
  const KomaCpuKernels *kernels;
  const guint8         *b;          /* element (i, j) at i * k_stride + j * n_stride */
  guint8                flip;       /* makes them uint8: 0, or 0x80 of int8 */
  gint32                zero_point; /* of uint8 */
  gsize                 k_stride;
  gsize                 n_stride;
  const gint32         *bias;         /* (nullable) [n] */
  const float          *multipliers;  /* [n] scale of a and of column, by scale of c */
  gint32                a_zero_point; /* of uint8 */
  gsize                 k;
  gsize                 n;
  gint32               *packed;
} KomaCpuPack8;

gsize  koma_cpu_pack_8_count_rows (const KomaCpuKernels *kernels, gsize k);
void   koma_cpu_pack_8_run (const KomaCpuPack8 *pack,
                            gsize               first_column, /* a multiple of tile_n */
                            gsize               n_columns);
gint32 koma_cpu_pack_8_get_b_zero_point (const KomaCpuKernels *kernels, gint32 zero_point);

void koma_cpu_pack_8_channels (const KomaCpuPack8      *pack,
                               const KomaCpuDepthwise8 *depthwise,
                               guint                    kernel_w);

G_END_DECLS
