/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/cpu/step.h"
#include "kernels.h"

G_BEGIN_DECLS

/**
 * KomaCpuPack:
 *
 * How the right side of a matrix product lies in memory, and where it goes.
 */
typedef struct
{
  const KomaCpuKernels *kernels;
  gconstpointer         b; /* float or 8 bits; element (i, j) at i * k_stride + j * n_stride */
  gsize                 k_stride;
  gsize                 n_stride;
  gconstpointer         bias; /* (nullable) [n] float or, of 8 bits, int32 */
  gsize                 k;
  gsize                 n;
  /* Rows of the packed matrix that @b holds, for sides made of pieces;
   * 0 and @k for a whole one. */
  gsize    first_row;
  gsize    n_rows;
  gpointer packed; /* [n / tile_n][1 + k][tile_n]; of 8 bits, see #KomaCpuGemm */
} KomaCpuPack;

gboolean koma_cpu_pack_count (const KomaCpuKernels *kernels,
                              gsize                 k,
                              gsize                 n,
                              gsize                *ret_count) G_GNUC_WARN_UNUSED_RESULT;
void     koma_cpu_pack_run (const KomaCpuPack *pack,
                            gsize              first_column, /* a multiple of tile_n */
                            gsize              n_columns);
void     koma_cpu_pack_channels (const KomaCpuPack *pack);

/* For steps; KOMA_CPU_BIAS is where most have their optional bias. */
#define KOMA_CPU_WEIGHTS 1
#define KOMA_CPU_BIAS    2

gboolean      koma_cpu_pack_is_ahead (const KomaCpuStep *step,
                                      guint              weights,
                                      guint              bias);
gconstpointer koma_cpu_pack_get_bias (const KomaCpuStep *step, /* (nullable) */
                                      guint              bias,
                                      gsize              first_channel);

G_END_DECLS
