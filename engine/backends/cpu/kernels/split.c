/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "split.h"

/* Units for each thread: enough that a thread which other programs delay does
 * not delay all, few enough that starting them costs little. */
#define UNITS_PER_THREAD 4
/* A product of fewer multiply-adds is one unit: it takes 3 µs with vectors of
 * 512 bits and 20 µs with 128, and handing work to a thread that is awake takes
 * 1 or 2 µs. */
#define MIN_PARALLEL_MADDS 400000.0
/* Bytes of input rows, which each tile of columns reads again. */
#define BLOCK_BYTES (128 * 1024)

static gsize
divide_up (gsize value,
           gsize by)
{
  return (value + by - 1) / by;
}

static gsize
find_rows_per_block (const KomaCpuSplit *split)
{
  const gsize tiles = BLOCK_BYTES / split->a_bytes / split->tile_m / MAX (split->k, 1);

  return MAX (tiles, 1) * split->tile_m;
}

/* Where part @index of @n_parts begins. Parts differ by one tile at most, so
 * that no thread waits long for the last. */
static gsize
find_begin (gsize index,
            gsize n_parts,
            gsize size,
            gsize tile)
{
  return MIN (index * divide_up (size, tile) / n_parts * tile, size);
}

/**
 * koma_cpu_split_init:
 * @split: with m, n, k and a_bytes filled in; the rest is computed
 * @kernels: whose tiles units are made of
 * @n_threads: 1 or more
 * @rule: what may be cut
 *
 * Cuts a product for @n_threads. Cutting rows makes every unit read all
 * weights, cutting columns all rows: the smaller of the two is read often. The
 * other way is cut as well where one alone does not make enough units.
 */
void
koma_cpu_split_init (KomaCpuSplit         *split,
                     const KomaCpuKernels *kernels,
                     guint                 n_threads,
                     KomaCpuSplitRule      rule)
{
  const double madds = (double) split->m * split->n * split->k;
  const gsize  n_units = n_threads > 1 && madds >= MIN_PARALLEL_MADDS
                           ? (gsize) n_threads * UNITS_PER_THREAD
                           : 1;
  const gsize  row_tiles = divide_up (split->m, kernels->tile_m);
  const gsize  column_tiles = divide_up (split->n, kernels->tile_n);

  split->tile_m = kernels->tile_m;
  split->tile_n = kernels->tile_n;
  if (rule == KOMA_CPU_SPLIT_FREELY && split->m < split->n) {
    split->n_column_units = MIN (column_tiles, n_units);
    split->n_row_units = MIN (row_tiles, divide_up (n_units, MAX (column_tiles, 1)));
  } else {
    split->n_row_units = MIN (row_tiles, n_units);
    split->n_column_units = MIN (column_tiles, divide_up (n_units, MAX (row_tiles, 1)));
  }
  split->rows_per_block = find_rows_per_block (split);
}

/**
 * koma_cpu_split_get_n_units:
 * @split: an initialised one
 *
 * Returns: units of work; 0 when the product is empty
 */
gsize
koma_cpu_split_get_n_units (const KomaCpuSplit *split)
{
  return split->n_row_units * split->n_column_units;
}

/**
 * koma_cpu_split_get_part:
 * @split: an initialised one
 * @unit: less than the number of units
 *
 * Returns: the rows and columns of @unit
 */
KomaCpuSplitPart
koma_cpu_split_get_part (const KomaCpuSplit *split,
                         gsize               unit)
{
  const gsize row = unit / split->n_column_units;
  const gsize column = unit % split->n_column_units;
  const gsize first_row = find_begin (row, split->n_row_units, split->m, split->tile_m);
  const gsize first_column = find_begin (column, split->n_column_units, split->n, split->tile_n);

  return (KomaCpuSplitPart){
    .first_row = first_row,
    .n_rows = find_begin (row + 1, split->n_row_units, split->m, split->tile_m) - first_row,
    .first_column = first_column,
    .n_columns = find_begin (column + 1, split->n_column_units, split->n, split->tile_n) -
                 first_column,
  };
}
