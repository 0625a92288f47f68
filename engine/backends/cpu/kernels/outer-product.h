/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/cpu/units.h"
#include "product.h"

G_BEGIN_DECLS

/**
 * KomaCpuOuterProduct:
 *
 * Products aᵀ · b of a [k, m] and b [k, n], as units of work: gradients of weights, where k
 * runs over all pixels of a batch. If m and n are too small to make units of them, k is cut
 * into chunks, whose sums are added up, in their order, by units that run after those that
 * made them. How a product is cut depends on nothing but its size, so the result is the same
 * for any number of threads.
 */
typedef struct
{
  /* Set before prepare. */
  gsize n_products;
  gsize m;
  gsize n;
  gsize k;
  /* Sets a, b, c and their strides; a is left out if rows are made. */
  void (*find_operands) (const KomaCpuStep *step,
                         gsize              product,
                         KomaCpuOuter      *outer);
  KomaCpuMakeRows make_rows; /* (nullable): rows of a; NULL: they lie in memory */

  /* Set by prepare. */
  const KomaCpuKernels *kernels;
  gsize                 n_chunks; /* of k */
  gsize                 n_row_units;
  gsize                 n_column_units;
  float                *partials;    /* (nullable) [n_products][n_chunks][m][n] */
  KomaCpuUnits          sums;        /* that add them up */
  gsize                 block_rows;  /* of a and b that are multiplied at a time */
  gsize                 block_elems; /* of made rows */
  float                *blocks;      /* (nullable) [n_units][block_elems]: not on the stack */
} KomaCpuOuterProduct;

gboolean koma_cpu_outer_product_prepare (KomaCpuOuterProduct *self,
                                         KomaCpuStep         *step,
                                         GError             **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_cpu_outer_product_clear (KomaCpuOuterProduct *self);

G_END_DECLS
