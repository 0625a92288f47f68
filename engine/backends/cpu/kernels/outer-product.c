/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "outer-product.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"

/* Units are made for this many threads, whatever there are; see split.c for the rest. */
#define MAX_UNITS      16
#define MIN_UNIT_MADDS 400000.0
/* Made rows are on the stack where this many fit, see product.c; each tile of c is loaded
 * and stored once for a block. */
#define STACK_BYTES      (64 * 1024)
#define MIN_BLOCK_ROWS   16
#define MAX_BLOCK_ROWS   256
#define MAX_VECTOR_ELEMS 16
/* All partial sums of a product. */
#define MAX_PARTIAL_BYTES (8.0 * 1024 * 1024)

static gsize
divide_up (gsize value,
           gsize by)
{
  return (value + by - 1) / by;
}

/* Where part @index of @n_parts begins, in whole tiles. */
static gsize
find_begin (gsize index,
            gsize n_parts,
            gsize size,
            gsize tile)
{
  return MIN (index * divide_up (size, tile) / n_parts * tile, size);
}

/* Rows that are made are cut in chunks of k first, so that none is made twice; of others c is
 * cut first, so that there is nothing to be added up. */
static void
cut (KomaCpuOuterProduct *self)
{
  const double madds = (double) self->m * self->n * self->k;
  const gsize  n_units =
    divide_up (CLAMP (madds * self->n_products / MIN_UNIT_MADDS, 1, MAX_UNITS), self->n_products);
  const double partial_bytes = (double) self->m * self->n * sizeof (float);
  const gsize  max_chunks = MIN (MAX (MAX_PARTIAL_BYTES / partial_bytes, 1),
                                 MAX (self->k / MIN_BLOCK_ROWS, 1));
  const gsize  row_tiles = divide_up (self->m, self->kernels->tile_m);
  const gsize  column_tiles = divide_up (self->n, self->kernels->tile_n);

  if (self->make_rows != NULL) {
    self->n_chunks = MIN (n_units, max_chunks);
    self->n_row_units = 1;
    self->n_column_units = MIN (column_tiles, n_units / self->n_chunks);
  } else {
    self->n_row_units = MIN (row_tiles, n_units);
    self->n_column_units = MIN (column_tiles, n_units / self->n_row_units);
    self->n_chunks = MIN (n_units / (self->n_row_units * self->n_column_units), max_chunks);
  }
}

static gsize
count_units (const KomaCpuOuterProduct *self)
{
  return self->n_products * self->n_chunks * self->n_row_units * self->n_column_units;
}

typedef struct
{
  gsize begin;
  gsize end;
} Part;

static Part
get_part (gsize index,
          gsize n_parts,
          gsize size,
          gsize tile)
{
  return (Part){
    .begin = find_begin (index, n_parts, size, tile),
    .end = find_begin (index + 1, n_parts, size, tile),
  };
}

static void
run_blocks (const KomaCpuStep *step,
            KomaCpuOuter      *outer,
            gsize              product,
            gsize              unit,
            Part               rows)
{
  const KomaCpuOuterProduct *self = step->data;
  const float               *a = outer->a;
  const float               *b = outer->b;
  _Alignas(64) float         on_stack[STACK_BYTES / sizeof (float) + MAX_VECTOR_ELEMS];
  float                     *made = on_stack;

  if (self->blocks != NULL)
    made = self->blocks + unit * self->block_elems;
  for (gsize row = rows.begin; row == rows.begin || row < rows.end; row += self->block_rows) {
    outer->k = MIN (self->block_rows, rows.end - row);
    outer->b = b + row * outer->b_stride;
    if (self->make_rows != NULL)
      self->make_rows (step, product, row, outer->k, made);
    outer->a = self->make_rows != NULL ? made : a + row * outer->a_stride;
    self->kernels->outer (outer);
    outer->is_added = TRUE;
  }
}

static void
run_product (const KomaCpuStep *step,
             gsize              unit)
{
  const KomaCpuOuterProduct *self = step->data;
  const gsize                tile_n = self->kernels->tile_n;
  const gsize                tile_m = self->kernels->tile_m;
  const gsize                column = unit % self->n_column_units;
  const gsize                row = unit / self->n_column_units % self->n_row_units;
  const gsize                sum = unit / (self->n_column_units * self->n_row_units);
  const gsize                product = sum / self->n_chunks;
  const Part                 columns = get_part (column, self->n_column_units, self->n, tile_n);
  const Part                 rows = get_part (row, self->n_row_units, self->m, tile_m);
  const Part                 pixels = get_part (sum % self->n_chunks, self->n_chunks, self->k, 1);
  KomaCpuOuter               outer = { .a_stride = self->m };

  self->find_operands (step, product, &outer);
  if (self->partials != NULL) {
    outer.c = self->partials + sum * self->m * self->n;
    outer.c_stride = self->n;
  }
  outer.c += rows.begin * outer.c_stride + columns.begin;
  outer.b += columns.begin;
  if (self->make_rows == NULL)
    outer.a += rows.begin;
  outer.m = rows.end - rows.begin;
  outer.n = columns.end - columns.begin;
  run_blocks (step, &outer, product, unit, pixels);
}

static void
sum_row (const KomaCpuStep *step,
         gsize              product,
         gsize              row)
{
  const KomaCpuOuterProduct *self = step->data;
  const gsize                first_row = product * self->n_chunks * self->m + row;
  const float               *partial = self->partials + first_row * self->n;
  KomaCpuOuter               outer = { 0 };
  float *restrict c = NULL;

  self->find_operands (step, product, &outer);
  c = outer.c + row * outer.c_stride;
  memcpy (c, partial, self->n * sizeof (float));
  for (gsize chunk = 1; chunk < self->n_chunks; chunk++) {
    partial += self->m * self->n;
    for (gsize i = 0; i < self->n; i++)
      c[i] += partial[i];
  }
}

/* Items are the rows of all products. */
static void
run_sum (const KomaCpuStep *step,
         gsize              unit)
{
  const KomaCpuOuterProduct *self = step->data;
  const KomaCpuRange         range = koma_cpu_units_get_range (&self->sums, unit);

  for (gsize i = range.begin; i < range.end; i++)
    sum_row (step, i / self->m, i % self->m);
}

static float *
alloc_many (gsize    count,
            gsize    elems,
            GError **error)
{
  gsize size = 0;

  if (!g_size_checked_mul (&size, count, elems) ||
      !g_size_checked_mul (&size, size, sizeof (float))) {
    koma_fail (error, KOMA_ERROR_MEMORY,
               "%" G_GSIZE_FORMAT " buffers of %" G_GSIZE_FORMAT " numbers are too large",
               count, elems);
    return NULL;
  }
  return koma_memory_alloc (size, error);
}

/* A block has room for one vector past its end, see #KomaCpuMakeRows. */
static gboolean
alloc_blocks (KomaCpuOuterProduct *self,
              GError             **error)
{
  self->block_rows = CLAMP (STACK_BYTES / sizeof (float) / self->m, MIN_BLOCK_ROWS,
                            MAX_BLOCK_ROWS);
  self->block_elems = self->block_rows * self->m + MAX_VECTOR_ELEMS;
  if (self->make_rows == NULL || self->block_rows * self->m * sizeof (float) <= STACK_BYTES)
    return TRUE;
  self->blocks = alloc_many (count_units (self), self->block_elems, error);
  return self->blocks != NULL;
}

/**
 * koma_cpu_outer_product_prepare:
 * @self: zeroed, but for what is set before
 * @step: with @self as its data; @run and the numbers of units are set
 * @error: return location
 *
 * Errors: those of koma_cpu_kernels_choose(); %KOMA_ERROR_MEMORY.
 */
gboolean
koma_cpu_outer_product_prepare (KomaCpuOuterProduct *self,
                                KomaCpuStep         *step,
                                GError             **error)
{
  self->kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  if (self->kernels == NULL)
    return FALSE;
  if (self->n_products * self->m * self->n == 0)
    return TRUE;

  cut (self);
  if (!alloc_blocks (self, error))
    return FALSE;
  step->run = run_product;
  step->n_units = count_units (self);
  if (self->n_chunks == 1)
    return TRUE;

  self->partials = alloc_many (self->n_products * self->n_chunks, self->m * self->n, error);
  step->run_first = run_product;
  step->n_first_units = step->n_units;
  step->run = run_sum;
  self->sums = koma_cpu_units_make (self->n_products * self->m,
                                    (double) self->n * (double) self->n_chunks);
  step->n_units = koma_cpu_units_get_n (&self->sums);
  return self->partials != NULL;
}

/**
 * koma_cpu_outer_product_clear:
 * @self: prepared, half prepared or zeroed
 */
void
koma_cpu_outer_product_clear (KomaCpuOuterProduct *self)
{
  g_clear_pointer (&self->partials, koma_memory_free);
  g_clear_pointer (&self->blocks, koma_memory_free);
}
