/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/cpu/product-8.h"
#include "pack.h"
#include "packed.h"
#include "split.h"

G_BEGIN_DECLS

/* Rows are made in a block on the stack of the unit. So all steps of a network
 * use the same cache lines; with a buffer for each they would evict each other.
 * The size is half of the smallest stack that a libc gives a thread. */
#define KOMA_CPU_PRODUCT_STACK_BYTES  (64 * 1024)
#define KOMA_CPU_PRODUCT_VECTOR_BYTES 64 /* of the longest vector */

/**
 * KomaCpuMakeRows:
 *
 * Makes rows [@first_row, @first_row + @n_rows) of the left side of the
 * product with index @product: [n_rows][k] of float32 or of 8 bits, with room for one
 * vector more.
 */
typedef void (*KomaCpuMakeRows) (const KomaCpuStep *step,
                                 gsize              product,
                                 gsize              first_row,
                                 gsize              n_rows,
                                 gpointer           ret_rows);

/* As koma_cpu_inner_line_find(): says of rows of the left side whether they need not be made. */
typedef gboolean (*KomaCpuFindLine) (const KomaCpuStep *step,
                                     gsize              first_row,
                                     KomaCpuConvLine   *line);

/* Packs columns of the right side with index @index, with koma_cpu_product_pack(). */
typedef void (*KomaCpuPackColumns) (const KomaCpuStep *step,
                                    gsize              index,
                                    gsize              first_column,
                                    gsize              n_columns);

/**
 * KomaCpuProduct:
 *
 * A step's matrix product, or several of one shape (groups of a convolution,
 * batches of a MatMul), as units of work. It is the first member of the step's data.
 */
typedef struct
{
  /* Set before init. */
  gsize              n_products;
  gsize              n_packed;        /* right sides: @n_products, or 1 for all */
  gboolean           is_packed_ahead; /* not at every run: by init, or see _keep () */
  gboolean           is_whole;        /* right sides are inputs 1 and 2 as they are … */
  gboolean           is_turned;       /* … but [n, k] */
  KomaCpuPackColumns pack_columns;
  KomaCpuMakeRows    make_rows; /* (nullable): the left side lies in memory */
  KomaCpuFindLine    find_line; /* (nullable): all rows are made; only for one product of float32 */

  /* Set by init. */
  const KomaCpuKernels *kernels;
  gboolean              is_8_bit;    /* not float32 */
  KomaCpuProduct8       integers;    /* of 8 bits */
  KomaCpuSplit          split;       /* its m, n, k are set before */
  gsize                 packed_rows; /* words of a packed column */
  gsize                 packed_words;
  gsize                 pack_columns_per_unit; /* if not by init */
  guint32              *packed;                /* [n_packed][packed_words]; NULL: … */
  const KomaArena      *shared;                /* … in what the steps of this arena share */
  KomaCpuPacked        *common;                /* (nullable) (owned) what @packed is of */
  gboolean              is_to_pack;            /* until it is: yet, by this step */
  gboolean              converts_rows;
  gsize                 block_rows;
  gsize                 block_bytes;
  guint8               *blocks; /* (nullable) [n_units][block_bytes] */
} KomaCpuProduct;

/* One unit. */
typedef struct
{
  gsize            unit;
  gsize            product;
  KomaCpuSplitPart part;
  gpointer         packed; /* the product's right side */
} KomaCpuProductUnit;

gboolean koma_cpu_product_init (KomaCpuProduct  *product,
                                KomaCpuStep     *step,
                                KomaCpuSplitRule rule,
                                GError         **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_cpu_product_clear (KomaCpuProduct *product);

/* Of constants that a brief session packs in each run, until they are kept. */
gsize    koma_cpu_product_get_late_bytes (const KomaCpuStep *step); /* 0: of none */
gboolean koma_cpu_product_keep (KomaCpuStep *step,
                                GError     **error) G_GNUC_WARN_UNUSED_RESULT;

gpointer           koma_cpu_product_get_packed (const KomaCpuProduct *product,
                                                gsize                 index);
void               koma_cpu_product_pack (const KomaCpuProduct *product,
                                          gsize                 index,
                                          const KomaCpuPack    *pack,
                                          gsize                 first_column,
                                          gsize                 n_columns);
KomaCpuProductUnit koma_cpu_product_get_unit (const KomaCpuProduct *product,
                                              gsize                 unit);
void               koma_cpu_product_run (const KomaCpuProduct     *product,
                                         const KomaCpuProductUnit *unit,
                                         const KomaCpuGemm        *gemm,
                                         const KomaCpuStep        *step);
void               koma_cpu_product_run_part (const KomaCpuProduct     *product,
                                              const KomaCpuProductUnit *unit,
                                              const KomaCpuGemm        *gemm,
                                              const KomaCpuStep        *step);

G_END_DECLS
