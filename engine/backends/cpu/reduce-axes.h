/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "loop-nest.h"
#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* Columns that are reduced together, and the partial results kept of a row:
 * enough for the compiler to fill its vectors, few enough for a stack. */
#define KOMA_CPU_REDUCE_TILE  64
#define KOMA_CPU_REDUCE_LANES 16
/* Elements that are added up in their own type before the sum goes into a total
 * of higher precision: so the mean of a large picture keeps its last digits. */
#define KOMA_CPU_REDUCE_BLOCK 64

typedef struct _KomaCpuReduce KomaCpuReduce;

/* Computes @n_columns (at most a tile) neighbouring elements of the result from
 * the elements at @in and all those that are reduced with them. */
typedef void (*KomaCpuReduceFunc) (const KomaCpuReduce *reduce,
                                   const void          *in,
                                   void                *out,
                                   gsize                n_columns);

typedef struct
{
  KomaCpuReduceFunc columns; /* the innermost dimension is kept */
  KomaCpuReduceFunc row;     /* it is reduced; n_columns is 1 */
} KomaCpuReduceFuncs;

/* The loops that the dimensions make. */
struct _KomaCpuReduce
{
  KomaCpuLoopNest   kept;
  KomaCpuLoopNest   reduced;
  gsize             n_reduced; /* elements that make one of the result */
  KomaCpuReduceFunc func;
  gsize             n_tiles; /* of the innermost kept loop; items are tiles */
  gsize             tile_columns;
  KomaCpuUnits      units;
};

gboolean koma_cpu_reduce_prepare (KomaCpuStep                     *step,
                                  const KomaCpuReduceFuncs *const *funcs, /* [KOMA_N_DTYPES] */
                                  GError                         **error);

G_END_DECLS
