/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Dtypes that numbers are stored in: they are kept where elements move alone, and computed with as
 * int32 or float32. */
#include <math.h>

#include "tests/engine/koma/memory-fixture.h"

static KomaTensor *
new_bytes (void)
{
  const double values[] = { 1, 200, 255 };

  return koma_tensor_new_typed (KOMA_DTYPE_UINT8, values, 3, KOMA_DIMS (3), NULL);
}

static void
assert_ints (KomaTensor *tensor,
             KomaDType   dtype,
             const int  *wanted,
             gsize       n_wanted)
{
  gsize           n = 0;
  g_autofree int *found = koma_tensor_read_ints (tensor, &n, NULL);

  g_assert_cmpint (koma_tensor_get_dtype (tensor), ==, dtype);
  g_assert_cmpmem (found, n * sizeof *found, wanted, n_wanted * sizeof *wanted);
}

#define ASSERT_INTS(tensor, dtype, ...)                         \
  assert_ints ((tensor), (dtype), (const int[]){ __VA_ARGS__ }, \
               G_N_ELEMENTS (((const int[]){ __VA_ARGS__ })))

static void
test_bytes_computed (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *bytes = new_bytes ();

  ASSERT_INTS (koma_tensor_add (bytes, bytes, NULL), KOMA_DTYPE_INT32, 2, 400, 510);
  ASSERT_INTS (koma_tensor_square (bytes, NULL), KOMA_DTYPE_INT32, 1, 40000, 65025);
  ASSERT_INTS (koma_tensor_sum (bytes, NULL, 0, FALSE, NULL), KOMA_DTYPE_INT32, 456);
  ASSERT_INTS (koma_tensor_max (bytes, NULL, 0, FALSE, NULL), KOMA_DTYPE_INT32, 255);
  ASSERT_INTS (koma_tensor_greater (bytes, koma_tensor_reverse (bytes, NULL, 0, NULL), NULL),
               KOMA_DTYPE_BOOL, 0, 0, 1);
  assert_floats (koma_tensor_mul (bytes, koma_tensor_new_scalar (0.5f, NULL), NULL), 0.5f, 100,
                 127.5f);
  assert_floats (koma_tensor_sqrt (bytes, NULL), 1, sqrtf (200), sqrtf (255));
}

static void
test_bytes_kept (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *bytes = new_bytes ();
  KomaTensor                 *both[] = { bytes, bytes };

  assert_memory (1, 1, 3);
  ASSERT_INTS (koma_tensor_concat (both, 2, 0, NULL), KOMA_DTYPE_UINT8, 1, 200, 255, 1, 200, 255);
  ASSERT_INTS (koma_tensor_slice (bytes, (int[]){ 1 }, 1, (int[]){ 2 }, 1, NULL),
               KOMA_DTYPE_UINT8, 200, 255);
  ASSERT_INTS (koma_tensor_clone (bytes, NULL), KOMA_DTYPE_UINT8, 1, 200, 255);
  ASSERT_INTS (koma_tensor_cast (bytes, KOMA_DTYPE_INT8, NULL), KOMA_DTYPE_INT8, 1, -56, -1);
  ASSERT_INTS (koma_tensor_cast (koma_tensor_new_1d ((float[]){ 1.5f, 300, -2 }, 3, NULL),
                                 KOMA_DTYPE_UINT8, NULL),
               KOMA_DTYPE_UINT8, 1, 255, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/storage-dtypes/bytes/computed", test_bytes_computed);
  g_test_add_func ("/storage-dtypes/bytes/kept", test_bytes_kept);
  return g_test_run ();
}
