/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A unit of a product: its rows are made or converted, a block at a time, and multiplied. */
#include "pack-8.h"
#include "product.h"

/**
 * koma_cpu_product_get_unit:
 * @product: an initialised one
 * @unit: less than the number of units
 *
 * Returns: which product, which part of it, and its packed right side
 */
KomaCpuProductUnit
koma_cpu_product_get_unit (const KomaCpuProduct *product,
                           gsize                 unit)
{
  const gsize n_units = koma_cpu_split_get_n_units (&product->split);
  const gsize index = unit / n_units;

  return (KomaCpuProductUnit){
    .unit = unit,
    .product = index,
    .part = koma_cpu_split_get_part (&product->split, unit % n_units),
    .packed = koma_cpu_product_get_packed (product, product->n_packed > 1 ? index : 0),
  };
}

static void
run_gemm (const KomaCpuProduct *product,
          const KomaCpuGemm    *gemm)
{
  (product->is_8_bit ? product->kernels->gemm_8 : product->kernels->gemm) (gemm);
}

/* Rows of 8 bits in the form that the kernel takes. */
static void
convert_rows (const KomaCpuProduct *product,
              const guint8         *from,
              gsize                 stride,
              gsize                 n_rows,
              guint8               *to)
{
  const gsize k = product->split.k;
  const gsize n = stride == k ? n_rows * k : k;

  for (gsize i = 0; i < n_rows * k; i += n, from += stride, to += n * product->split.a_bytes)
    product->kernels->convert_8 (from, n, product->integers.x.flip, product->integers.x.zero, to);
}

/* Made rows are converted in place: they lie at the end of the block, which they fill then. */
static void
make_block (const KomaCpuProduct     *product,
            const KomaCpuProductUnit *unit,
            const KomaCpuGemm        *gemm,
            gsize                     row,
            gsize                     n_rows,
            guint8                   *rows,
            const KomaCpuStep        *step)
{
  const gsize k = product->split.k;
  guint8     *made = rows;

  if (product->make_rows == NULL) {
    convert_rows (product, (const guint8 *) gemm->a + row * gemm->a_stride, gemm->a_stride, n_rows,
                  rows);
    return;
  }
  if (product->converts_rows)
    made += n_rows * k * (product->split.a_bytes - 1);
  product->make_rows (step, unit->product, unit->part.first_row + row, n_rows, made);
  if (product->converts_rows)
    convert_rows (product, made, k, n_rows, rows);
}

static void
run_blocks (const KomaCpuProduct     *product,
            const KomaCpuProductUnit *unit,
            const KomaCpuGemm        *gemm,
            const KomaCpuStep        *step)
{
  _Alignas(64) guint8 on_stack[KOMA_CPU_PRODUCT_STACK_BYTES + KOMA_CPU_PRODUCT_VECTOR_BYTES];
  guint8             *rows = product->blocks != NULL
                               ? product->blocks + unit->unit * product->block_bytes
                               : on_stack;
  KomaCpuGemm         block = *gemm;

  block.a = rows;
  block.a_stride = block.k * product->split.a_bytes;
  for (gsize row = 0; row < unit->part.n_rows; row += product->block_rows) {
    block.m = MIN (product->block_rows, unit->part.n_rows - row);
    block.c = (guint8 *) gemm->c + row * gemm->c_stride;
    make_block (product, unit, gemm, row, block.m, rows, step);
    run_gemm (product, &block);
  }
}

static void
run_lines (const KomaCpuProduct     *product,
           const KomaCpuProductUnit *unit,
           const KomaCpuGemm        *gemm,
           const KomaCpuStep        *step)
{
  KomaCpuProductUnit made = *unit;
  KomaCpuGemm        rest = *gemm;
  KomaCpuConvLine    line = {
       .weights = gemm->b,
       .out_stride = gemm->c_stride / sizeof (float),
       .channels = gemm->n,
       .clamp = gemm->clamp,
  };

  for (gsize row = 0; row < unit->part.n_rows; row += line.n_pixels) {
    const gsize first_row = unit->part.first_row + row;

    rest.c = (guint8 *) gemm->c + row * gemm->c_stride;
    line.n_pixels = unit->part.n_rows - row;
    if (product->find_line (step, first_row, &line)) {
      line.out = rest.c;
      product->kernels->conv_line (&line);
    } else {
      made.part.first_row = first_row;
      made.part.n_rows = line.n_pixels;
      run_blocks (product, &made, &rest, step);
    }
  }
}

static void
run_rows (const KomaCpuProduct     *product,
          const KomaCpuProductUnit *unit,
          const KomaCpuGemm        *gemm)
{
  KomaCpuGemm block = *gemm;

  for (gsize row = 0; row < unit->part.n_rows; row += product->block_rows) {
    block.m = MIN (product->block_rows, unit->part.n_rows - row);
    block.a = (const guint8 *) gemm->a + row * gemm->a_stride;
    block.c = (guint8 *) gemm->c + row * gemm->c_stride;
    run_gemm (product, &block);
  }
}

static void
set_grids (const KomaCpuProduct *product,
           KomaCpuGemm          *gemm)
{
  const KomaCpuGridOut *out = &product->integers.out;

  gemm->clamp = (KomaClamp){ out->low, out->high };
  gemm->zero_point = out->grid.zero - out->grid.flip;
  gemm->b_zero_point =
    koma_cpu_pack_8_get_b_zero_point (product->kernels, product->integers.weights.zero);
}

/**
 * koma_cpu_product_run_part:
 * @product: an initialised one
 * @unit: one that has memory of its own where rows do not fit on the stack
 * @gemm: as koma_cpu_product_run() takes it, but a and c are those of the first row and column of
 *   the unit's part
 * @step: for make_rows
 *
 * Computes any part of a product. Thread: any.
 */
void
koma_cpu_product_run_part (const KomaCpuProduct     *product,
                           const KomaCpuProductUnit *unit,
                           const KomaCpuGemm        *gemm,
                           const KomaCpuStep        *step)
{
  KomaCpuGemm part = *gemm;

  if (product->is_8_bit)
    set_grids (product, &part);
  part.n = unit->part.n_columns;
  part.k = product->split.k;
  part.b = (const guint32 *) unit->packed + unit->part.first_column * product->packed_rows;
  if (product->find_line != NULL)
    run_lines (product, unit, &part, step);
  else if (product->make_rows != NULL || product->converts_rows)
    run_blocks (product, unit, &part, step);
  else
    run_rows (product, unit, &part);
}

/**
 * koma_cpu_product_run:
 * @product: an initialised one
 * @unit: which unit of it
 * @gemm: the whole product's a (unless rows are made), a_stride, c, c_stride
 *   and, of float32, clamp; the rest is filled in
 * @step: for make_rows
 *
 * Computes one unit. Thread: any; units are independent.
 */
void
koma_cpu_product_run (const KomaCpuProduct     *product,
                      const KomaCpuProductUnit *unit,
                      const KomaCpuGemm        *gemm,
                      const KomaCpuStep        *step)
{
  const KomaCpuSplitPart *part = &unit->part;
  const gsize             c_bytes = product->is_8_bit ? 1 : sizeof (float);
  KomaCpuGemm             own = *gemm;

  own.c = (guint8 *) gemm->c + part->first_row * gemm->c_stride + part->first_column * c_bytes;
  if (product->make_rows == NULL)
    own.a = (const guint8 *) gemm->a + part->first_row * gemm->a_stride;
  koma_cpu_product_run_part (product, unit, &own, step);
}
