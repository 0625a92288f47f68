/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "product.h"

#include "engine/koma-error.h"
#include "engine/runtime/memory.h"

/* Rows are made in a block on the stack of the unit. So all steps of a network
 * use the same cache lines; with a buffer for each they would evict each other.
 * The size is half of the smallest stack that a libc gives a thread. */
#define STACK_BYTES      (64 * 1024)
#define STACK_ELEMS      (STACK_BYTES / sizeof (float))
#define MAX_VECTOR_ELEMS 16

static gboolean
alloc_elems (gsize    count,
             gsize    elems,
             float  **ret_buffer,
             GError **error)
{
  gsize n_elems = 0;
  gsize size = 0;

  if (!g_size_checked_mul (&n_elems, count, elems) ||
      !g_size_checked_mul (&size, n_elems, sizeof (float)))
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "%" G_GSIZE_FORMAT " buffers of %" G_GSIZE_FORMAT " elements are too large",
                      count, elems);
  *ret_buffer = koma_memory_alloc (size, error);
  return *ret_buffer != NULL;
}

static gboolean
alloc_packed (KomaCpuProduct *product,
              GError        **error)
{
  const gsize k = product->split.k;
  const gsize n = product->split.n;

  if (!koma_cpu_pack_count (product->kernels, k, n, &product->packed_elems))
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "weights of %" G_GSIZE_FORMAT " by %" G_GSIZE_FORMAT " are too large", k, n);
  return alloc_elems (product->n_packed, product->packed_elems, &product->packed, error);
}

/* A block has room for one vector past its end, see #KomaCpuMakeRows. */
static gboolean
alloc_blocks (KomaCpuProduct *product,
              GError        **error)
{
  const gsize tile_m = product->kernels->tile_m;
  const gsize k = MAX (product->split.k, 1);

  if (STACK_ELEMS / k >= tile_m) {
    product->block_rows = STACK_ELEMS / k / tile_m * tile_m;
    return TRUE;
  }
  product->block_rows = tile_m;
  product->block_elems = tile_m * k + MAX_VECTOR_ELEMS;
  return alloc_elems (koma_cpu_product_get_n_units (product), product->block_elems,
                      &product->blocks, error);
}

/**
 * koma_cpu_product_init:
 * @product: zeroed, but for what is set before
 * @step: the step that it is for
 * @rule: how it may be cut
 * @error: return location
 *
 * Chooses kernels and units and allocates; packing is the caller's.
 *
 * Errors: those of koma_cpu_kernels_choose(); %KOMA_ERROR_MEMORY.
 */
gboolean
koma_cpu_product_init (KomaCpuProduct    *product,
                       const KomaCpuStep *step,
                       KomaCpuSplitRule   rule,
                       GError           **error)
{
  guint n_threads = step->spec->n_threads;

  product->kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  if (product->kernels == NULL)
    return FALSE;

  /* Many products are units enough. */
  if (product->n_products >= 2 * (gsize) n_threads)
    n_threads = 1;
  koma_cpu_split_init (&product->split, product->kernels, n_threads,
                       product->is_packed_ahead ? rule : KOMA_CPU_SPLIT_COLUMNS);
  product->block_rows = product->split.rows_per_block;
  if (product->make_rows != NULL && !alloc_blocks (product, error))
    return FALSE;
  return alloc_packed (product, error);
}

/**
 * koma_cpu_product_clear:
 * @product: initialised, half initialised or zeroed
 */
void
koma_cpu_product_clear (KomaCpuProduct *product)
{
  g_clear_pointer (&product->packed, koma_memory_free);
  g_clear_pointer (&product->blocks, koma_memory_free);
}

/**
 * koma_cpu_product_get_n_units:
 * @product: an initialised one
 *
 * Returns: units of all its products together
 */
gsize
koma_cpu_product_get_n_units (const KomaCpuProduct *product)
{
  return product->n_products * koma_cpu_split_get_n_units (&product->split);
}

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
    .packed = product->packed + (product->n_packed > 1 ? index * product->packed_elems : 0),
  };
}

static void
run_made_rows (const KomaCpuProduct     *product,
               const KomaCpuProductUnit *unit,
               const KomaCpuGemm        *gemm,
               const KomaCpuStep        *step)
{
  _Alignas(64) float on_stack[STACK_ELEMS + MAX_VECTOR_ELEMS];
  float             *rows = product->blocks != NULL
                              ? product->blocks + unit->unit * product->block_elems
                              : on_stack;
  KomaCpuGemm        block = *gemm;

  block.a = rows;
  block.a_stride = block.k;
  for (gsize row = 0; row < unit->part.n_rows; row += product->block_rows) {
    block.m = MIN (product->block_rows, unit->part.n_rows - row);
    block.c = gemm->c + row * gemm->c_stride;
    product->make_rows (step, unit->product, unit->part.first_row + row, block.m, rows);
    product->kernels->gemm (&block);
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
    block.a = gemm->a + row * gemm->a_stride;
    block.c = gemm->c + row * gemm->c_stride;
    product->kernels->gemm (&block);
  }
}

/**
 * koma_cpu_product_run:
 * @product: an initialised one
 * @unit: which unit of it
 * @gemm: the whole product's a (unless rows are made), a_stride, c, c_stride
 *   and clamp; the rest is filled in
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
  KomaCpuGemm             whole = *gemm;

  whole.n = part->n_columns;
  whole.k = product->split.k;
  whole.b = unit->packed + part->first_column * (1 + whole.k);
  whole.c += part->first_row * whole.c_stride + part->first_column;
  if (product->make_rows != NULL) {
    run_made_rows (product, unit, &whole, step);
  } else {
    whole.a += part->first_row * whole.a_stride;
    run_rows (product, unit, &whole);
  }
}
