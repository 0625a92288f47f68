/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever the sizes: each element of a product belongs to one unit, units
 * begin at whole tiles, and none is more than a tile larger than another. */
#include <string.h>

#include "engine/backends/cpu/kernels/split.h"
#include "tests/test-main.h"

#define MAX_SIZE 200

static guint8 n_owners[MAX_SIZE][MAX_SIZE];

static void
take_part (const KomaCpuSplit *split,
           KomaCpuSplitPart    part)
{
  g_assert_cmpuint (part.first_row % split->tile_m, ==, 0);
  g_assert_cmpuint (part.first_column % split->tile_n, ==, 0);
  g_assert_cmpuint (part.n_rows, >, 0);
  g_assert_cmpuint (part.n_columns, >, 0);
  for (gsize i = 0; i < part.n_rows; i++)
    for (gsize j = 0; j < part.n_columns; j++)
      n_owners[part.first_row + i][part.first_column + j]++;
}

static void
check_split (const KomaCpuSplit *split)
{
  gsize most_rows = 0;
  gsize fewest_rows = G_MAXSIZE;

  memset (n_owners, 0, sizeof n_owners);
  for (gsize i = 0; i < koma_cpu_split_get_n_units (split); i++) {
    const KomaCpuSplitPart part = koma_cpu_split_get_part (split, i);

    take_part (split, part);
    most_rows = MAX (most_rows, part.n_rows);
    fewest_rows = MIN (fewest_rows, part.n_rows);
  }
  for (gsize i = 0; i < split->m; i++)
    for (gsize j = 0; j < split->n; j++)
      g_assert_cmpuint (n_owners[i][j], ==, 1);
  g_assert_cmpuint (most_rows - fewest_rows, <=, 2 * split->tile_m);
}

static void
test_random (void)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (NULL, NULL);

  for (guint i = 0; i < 2000; i++) {
    KomaCpuSplit split = {
      .m = g_test_rand_int_range (1, MAX_SIZE),
      .n = g_test_rand_int_range (1, MAX_SIZE),
      .k = g_test_rand_int_range (1, 5000),
      .a_bytes = 4,
    };
    const guint            n_threads = g_test_rand_int_range (1, 17);
    const KomaCpuSplitRule rule = g_test_rand_int_range (0, KOMA_CPU_SPLIT_ROWS + 1);

    koma_cpu_split_init (&split, kernels, n_threads, rule);
    check_split (&split);
    g_assert_cmpuint (split.rows_per_block, >=, split.tile_m);
    if (n_threads == 1)
      g_assert_cmpuint (koma_cpu_split_get_n_units (&split), ==, 1);
  }
}

static void
test_empty (void)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (NULL, NULL);
  KomaCpuSplit          split = { .m = 0, .n = 5, .k = 5, .a_bytes = 4 };

  koma_cpu_split_init (&split, kernels, 4, KOMA_CPU_SPLIT_FREELY);
  g_assert_cmpuint (koma_cpu_split_get_n_units (&split), ==, 0);
  split = (KomaCpuSplit){ .m = 5, .n = 0, .k = 5, .a_bytes = 4 };
  koma_cpu_split_init (&split, kernels, 4, KOMA_CPU_SPLIT_FREELY);
  g_assert_cmpuint (koma_cpu_split_get_n_units (&split), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu-split/random", test_random);
  g_test_add_func ("/cpu-split/empty", test_empty);
  return g_test_run ();
}
