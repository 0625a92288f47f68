/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pack.h"
#include "split.h"

G_BEGIN_DECLS

/**
 * KomaCpuMakeRows:
 *
 * Makes rows [@first_row, @first_row + @n_rows) of the left side of the
 * product with index @product: [n_rows][k], with room for one vector more.
 */
typedef void (*KomaCpuMakeRows) (const KomaCpuStep *step,
                                 gsize              product,
                                 gsize              first_row,
                                 gsize              n_rows,
                                 float             *ret_rows);

/**
 * KomaCpuProduct:
 *
 * A step's matrix product, or several of one shape (groups of a convolution,
 * batches of a MatMul), as units of work.
 */
typedef struct
{
  /* Set before init. */
  gsize           n_products;
  gsize           n_packed;        /* right sides: @n_products, or 1 for all */
  gboolean        is_packed_ahead; /* not by the units */
  KomaCpuMakeRows make_rows;       /* (nullable): the left side lies in memory */

  /* Set by init. */
  const KomaCpuKernels *kernels;
  KomaCpuSplit          split; /* its m, n, k are set before */
  gsize                 packed_elems;
  float                *packed; /* [n_packed][packed_elems] */
  gsize                 block_rows;
  gsize                 block_elems;
  float                *blocks; /* (nullable) [n_units][block_elems] */
} KomaCpuProduct;

/* One unit. */
typedef struct
{
  gsize            unit;
  gsize            product;
  KomaCpuSplitPart part;
  float           *packed; /* the product's right side */
} KomaCpuProductUnit;

gboolean koma_cpu_product_init (KomaCpuProduct    *product,
                                const KomaCpuStep *step,
                                KomaCpuSplitRule   rule,
                                GError           **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_cpu_product_clear (KomaCpuProduct *product);

gsize              koma_cpu_product_get_n_units (const KomaCpuProduct *product);
KomaCpuProductUnit koma_cpu_product_get_unit (const KomaCpuProduct *product,
                                              gsize                 unit);
void               koma_cpu_product_run (const KomaCpuProduct     *product,
                                         const KomaCpuProductUnit *unit,
                                         const KomaCpuGemm        *gemm,
                                         const KomaCpuStep        *step);

G_END_DECLS
