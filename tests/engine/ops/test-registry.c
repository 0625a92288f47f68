/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What is looked up by name: ops, element types, backends. */
#include <string.h>

#include "engine/backends/backends.h"
#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/graph/op.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/runtime/cpu-count.h"
#include "engine/runtime/flags.h"
#include "tests/test-main.h"

static void
test_ops (void)
{
  KomaOp op = KOMA_N_OPS;

  for (guint i = 0; i < KOMA_N_OPS; i++) {
    const KomaOpClass *klass = koma_op_get_class (i);

    g_assert_true (koma_op_from_name (koma_op_get_name (i), &op));
    g_assert_cmpuint (op, ==, i);
    g_assert_nonnull (klass->infer);
    g_assert_cmpuint (klass->min_inputs, >=, 1);
    g_assert_cmpuint (klass->min_inputs, <=, klass->max_inputs);
    if (i > 0)
      g_assert_cmpstr (koma_op_get_name (i - 1), !=, koma_op_get_name (i));
  }
  op = KOMA_OP_ADD;
  g_assert_false (koma_op_from_name ("conv2d", &op));
  g_assert_false (koma_op_from_name ("", &op));
  g_assert_cmpuint (op, ==, KOMA_OP_ADD);
}

static void
test_dtypes (void)
{
  static const char *const tensorflow_names[] = { "DT_FLOAT", "DT_INT32", "DT_BOOL", "DT_UINT8",
                                                  "DT_INT8", "DT_HALF" };
  static const gsize       sizes[] = { 4, 4, 1, 1, 1, 2 };
  KomaDType                dtype = KOMA_N_DTYPES;

  for (guint i = 0; i < KOMA_N_DTYPES; i++) {
    g_assert_cmpuint (koma_dtype_size (i), ==, sizes[i]);
    g_assert_true (koma_dtype_from_name (koma_dtype_name (i), &dtype));
    g_assert_cmpuint (dtype, ==, i);
    g_assert_true (koma_dtype_from_name (tensorflow_names[i], &dtype));
    g_assert_cmpuint (dtype, ==, i);
  }
  g_assert_false (koma_dtype_from_name ("complex64", &dtype));
  g_assert_cmpuint (dtype, ==, KOMA_DTYPE_FLOAT16);
}

/* Any order; cpu is always there and takes everything. */
static void
test_backends (void)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);

    g_assert_nonnull (backend->title);
    g_assert_nonnull (backend->probe);
    g_assert_nonnull (backend->supports);
    g_assert_nonnull (backend->compile);
    g_assert_nonnull (backend->run);
    g_assert_nonnull (backend->free);
    g_assert_true (koma_backends_find (backend->name, NULL) == backend);
  }
  g_assert_nonnull (koma_backends_find_available ("cpu", NULL));
}

/* Plain C comes first where the processor has AVX2 or AVX-512, and there is XNNPACK; last
 * everywhere else. */
static void
test_first_choice (void)
{
  const guint last = koma_backends_get_n () - 1;

  for (int level = 1; level <= 3; level++) {
    gboolean is_cpu_first = FALSE;

    g_assert_true (koma_flags_set (KOMA_FLAG_CPU_LEVEL, level, NULL));
#ifdef KOMA_HAVE_XNNPACK
    is_cpu_first = level > 1 && koma_cpu_kernels_choose ("avx2", NULL) != NULL;
#endif
    g_assert_cmpstr (koma_backends_get (is_cpu_first ? 0 : last)->name, ==, "cpu");
    g_assert_true (koma_backends_find_available (NULL, NULL) == koma_backends_get (0));
    test_backends ();
  }
  koma_flags_reset (KOMA_FLAG_CPU_LEVEL);
}

static void
test_unknown_backend (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_backends_find ("abacus", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
  for (guint i = 0; i < koma_backends_get_n (); i++)
    g_assert_nonnull (strstr (error->message, koma_backends_get (i)->name));
  g_clear_error (&error);
  g_assert_null (koma_backends_find_available ("", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
}

static void
test_cpu_count (void)
{
  g_assert_cmpuint (koma_cpu_count_available (), >=, 1);
  g_assert_cmpuint (koma_cpu_count_available (), <=, KOMA_MAX_THREADS);
  g_assert_cmpuint (koma_cpu_count_available (), <=, g_get_num_processors ());
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/registry/ops", test_ops);
  g_test_add_func ("/registry/dtypes", test_dtypes);
  g_test_add_func ("/registry/backends", test_backends);
  g_test_add_func ("/registry/first-choice", test_first_choice);
  g_test_add_func ("/registry/unknown-backend", test_unknown_backend);
  g_test_add_func ("/registry/cpu-count", test_cpu_count);
  return g_test_run ();
}
