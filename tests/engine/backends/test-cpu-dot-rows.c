/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The products of rows of int16 at every level of this CPU, against a loop over whole numbers. */
#include "engine/backends/cpu/kernels/kernels.h"
#include "tests/test-main.h"

#define MAX_ROWS 11 /* blocks of any level, and what is left of one */
#define GUARD    0x5a5a5a5a

static const char *const levels[] = { "baseline", "avx2", "avx2vnni",
                                      "avx512", "avx512vnni", "dotprod" };

/* Of up to @limit, so that no sum overflows. */
static gint16 *
make_rows (gsize n_rows,
           gsize n_elems,
           int   limit)
{
  gint16 *rows = g_new (gint16, n_rows * n_elems);

  for (gsize i = 0; i < n_rows * n_elems; i++)
    rows[i] = (gint16) g_test_rand_int_range (-limit, limit + 1);
  return rows;
}

static void
check_rows (const KomaCpuKernels *kernels,
            gsize                 n_rows,
            gsize                 n_elems)
{
  g_autofree gint16 *rows = make_rows (n_rows, n_elems, 2000);
  g_autofree gint16 *wanted = make_rows (1, n_elems, 500);
  gint32             sums[MAX_ROWS + 1];

  sums[n_rows] = GUARD;
  kernels->dot_rows (&(KomaCpuDotRows){ rows, n_rows, n_elems, wanted, sums });
  g_assert_cmpint (sums[n_rows], ==, GUARD);
  for (gsize row = 0; row < n_rows; row++) {
    gint64 expected = 0;

    for (gsize i = 0; i < n_elems; i++)
      expected += rows[row * n_elems + i] * wanted[i];
    g_assert_cmpint (sums[row], ==, expected);
  }
}

/* The greatest sum that there is: vectors of one number, which is 1. */
static void
check_ends (const KomaCpuKernels *kernels)
{
  gint16 rows[2 * KOMA_CPU_DOT_STEP] = { 0 };
  gint16 wanted[KOMA_CPU_DOT_STEP] = { 0 };
  gint32 sums[2] = { 0 };

  rows[KOMA_CPU_DOT_STEP - 1] = wanted[KOMA_CPU_DOT_STEP - 1] = G_MAXINT16;
  rows[2 * KOMA_CPU_DOT_STEP - 1] = -G_MAXINT16;
  kernels->dot_rows (&(KomaCpuDotRows){ rows, 2, KOMA_CPU_DOT_STEP, wanted, sums });
  g_assert_cmpint (sums[0], ==, G_MAXINT16 * G_MAXINT16);
  g_assert_cmpint (sums[1], ==, -G_MAXINT16 * G_MAXINT16);
}

static void
test_rows (gconstpointer level)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (level, NULL);

  for (gsize n_rows = 0; n_rows <= MAX_ROWS; n_rows++)
    for (gsize n_steps = 0; n_steps <= 17; n_steps++)
      check_rows (kernels, n_rows, n_steps * KOMA_CPU_DOT_STEP);
  check_ends (kernels);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (koma_cpu_kernels_choose (levels[i], NULL) != NULL) {
      g_autofree char *path = g_strdup_printf ("/cpu-dot-rows/%s", levels[i]);

      g_test_add_data_func (path, levels[i], test_rows);
    }
  return g_test_run ();
}
