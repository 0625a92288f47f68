/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_CPU_SPLIT_FREELY,
  KOMA_CPU_SPLIT_ROWS, /* rows are expensive to make: never make one twice */
} KomaCpuSplitRule;

/* A matrix product [m, k] · [k, n] cut into units of work. */
typedef struct
{
  gsize m;
  gsize n;
  gsize k;
  gsize a_bytes; /* of an element of the rows */
  gsize tile_m;
  gsize tile_n;
  gsize n_row_units;
  gsize n_column_units;
  gsize rows_per_block; /* of a unit, so that they stay in the cache */
} KomaCpuSplit;

typedef struct
{
  gsize first_row;
  gsize n_rows;
  gsize first_column;
  gsize n_columns;
} KomaCpuSplitPart;

void             koma_cpu_split_init (KomaCpuSplit         *split, /* m, n, k, a_bytes set */
                                      const KomaCpuKernels *kernels,
                                      guint                 n_threads,
                                      KomaCpuSplitRule      rule);
gsize            koma_cpu_split_get_n_units (const KomaCpuSplit *split);
KomaCpuSplitPart koma_cpu_split_get_part (const KomaCpuSplit *split,
                                          gsize               unit);

G_END_DECLS
