/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* Two nested loops of a broadcast: each row of the result is made from a row,
 * or from one repeated element, of each operand. */
typedef struct
{
  const KomaCpuStep *step;

  const void *a;
  const void *b;
  void       *out; /* [n_rows, n_columns] */
  gsize       n_rows;
  gsize       n_columns;
  gssize      a_row_stride; /* elements; 0: the same row again */
  gssize      b_row_stride;
  gboolean    is_a_repeated; /* one element for all columns */
  gboolean    is_b_repeated;
  KomaClamp   clamp;
} KomaCpuBinaryBlock;

typedef void (*KomaCpuBinaryFunc) (const KomaCpuBinaryBlock *block);

gboolean koma_cpu_binary_prepare (KomaCpuStep             *step,
                                  const KomaCpuBinaryFunc *funcs, /* [KOMA_N_DTYPES] */
                                  double                   elem_cost,
                                  GError                 **error);

G_END_DECLS
