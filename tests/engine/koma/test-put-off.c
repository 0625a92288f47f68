/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Element-wise ops on large tensors run when somebody reads what they give. */
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

#define N_COLUMNS 1400
#define N         (100 * N_COLUMNS)

/* 100 rows, of numbers from -1 to 1 that differ by @step. */
static KomaTensor *
new_large (guint step)
{
  g_autofree float *values = g_new (float, N);

  for (guint i = 0; i < N; i++)
    values[i] = (float) ((int) (i * step % 201) - 100) / 100;
  return koma_tensor_new_2d (values, N, 100, N_COLUMNS, NULL);
}

static void
assert_same (KomaTensor *one,
             KomaTensor *other)
{
  gsize             n = 0;
  g_autofree float *first = koma_tensor_read_floats (one, &n, NULL);
  g_autofree float *second = koma_tensor_read_floats (other, &n, NULL);

  g_assert_cmpuint (n, ==, koma_tensor_get_size (one));
  g_assert_cmpmem (first, n * sizeof (float), second, n * sizeof (float));
}

/* Computed, and the same tensor. */
static KomaTensor *
now (KomaTensor *tensor)
{
  g_autofree float *values = koma_tensor_read_floats (tensor, &(gsize){ 0 }, NULL);

  g_assert_nonnull (values);
  return tensor;
}

static guint
count_programs (void)
{
  return koma_environment_get_n_programs (koma_environment_get ());
}

static void
forget_programs (void)
{
  koma_environment_drop_programs (koma_environment_get ());
}

/* relu (a b + a): to the last bit what its ops are one after the other, and one program. */
static void
test_chain (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = new_large (7);
  KomaTensor                 *b = new_large (11);
  KomaTensor                 *apart = now (koma_tensor_mul (a, b, NULL));
  KomaTensor                 *y = NULL;

  apart = now (koma_tensor_relu (now (koma_tensor_add (apart, a, NULL)), NULL));
  forget_programs ();
  y = koma_tensor_relu (koma_tensor_add (koma_tensor_mul (a, b, NULL), a, NULL), NULL);
  g_assert_cmpuint (count_programs (), ==, 0);
  assert_same (y, apart);
  g_assert_cmpuint (count_programs (), ==, 1);
}

/* Rows, scalars, other types; a comparison that chooses. */
static void
test_kinds (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = new_large (7);
  const int                   size[] = { 1, N_COLUMNS };
  KomaTensor                 *row = koma_tensor_slice (a, (int[]){ 0, 0 }, 2, size, 2, NULL);
  KomaTensor                 *two = koma_tensor_new_scalar (2, NULL);
  KomaTensor                 *is_more = NULL;
  KomaTensor                 *results[2] = { NULL };

  for (guint i = 0; i < 2; i++) {
    KomaTensor *x = koma_tensor_mul (koma_tensor_add (a, row, NULL), two, NULL);
    KomaTensor *whole = koma_tensor_cast (x, KOMA_DTYPE_INT32, NULL);

    if (i == 1) {
      now (x);
      now (whole);
    }
    is_more = koma_tensor_greater (x, a, NULL);
    results[i] = koma_tensor_where (is_more, koma_tensor_cast (whole, KOMA_DTYPE_FLOAT32, NULL),
                                    koma_tensor_neg (x, NULL), NULL);
  }
  assert_same (results[0], results[1]);
}

/* What was put off is read all the same: before, between, and behind what was made of it. */
static void
test_between (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = new_large (7);
  KomaTensor                 *expected = now (koma_tensor_square (a, NULL));
  KomaTensor                 *x = koma_tensor_square (a, NULL);
  KomaTensor                 *y = koma_tensor_add (x, a, NULL);
  KomaTensor                 *z = koma_tensor_mul (x, x, NULL);

  assert_same (z, koma_tensor_mul (expected, expected, NULL));
  assert_same (x, expected);
  assert_same (y, koma_tensor_add (expected, a, NULL));
}

/* What somebody still has gets its data when what was made of it does. */
static void
test_held (void)
{
  g_autoptr (KomaTensor) a = g_object_ref_sink (new_large (7));
  g_autoptr (KomaTensor) expected = g_object_ref_sink (now (koma_tensor_square (a, NULL)));
  g_autoptr (KomaTensor) x = g_object_ref_sink (koma_tensor_square (a, NULL));
  g_autoptr (KomaTensor) unread = g_object_ref_sink (koma_tensor_exp (x, NULL));
  g_autoptr (KomaTensor) y = g_object_ref_sink (koma_tensor_add (unread, x, NULL));

  g_clear_object (&unread);
  forget_programs ();
  now (y);
  g_assert_cmpuint (count_programs (), ==, 1);
  assert_same (x, expected);
  g_assert_cmpuint (count_programs (), ==, 1);
  assert_memory (4, 4, 4 * N * sizeof (float));
}

/* What has been read meanwhile is not computed again: one program squares, and the other adds. */
static void
test_read_first (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = new_large (7);
  KomaTensor                 *b = new_large (11);
  KomaTensor                 *squares = now (koma_tensor_square (a, NULL));
  KomaTensor                 *expected = now (koma_tensor_add (squares, a, NULL));
  KomaTensor                 *x = NULL;
  KomaTensor                 *y = NULL;

  forget_programs ();
  x = koma_tensor_square (a, NULL);
  y = koma_tensor_add (x, a, NULL);
  now (x);
  koma_tensor_dispose_data (a);
  assert_same (y, expected);
  g_assert_cmpuint (count_programs (), ==, 2);
  /* Both in one are a third. */
  x = koma_tensor_square (b, NULL);
  y = koma_tensor_add (x, b, NULL);
  koma_tensor_dispose_data (x);
  now (y);
  g_assert_cmpuint (count_programs (), ==, 3);
}

/* Other ops compute it on their way, and it is there then; a shape of its own shares it. */
static void
test_readers (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = new_large (7);
  KomaTensor                 *expected = now (koma_tensor_square (a, NULL));
  KomaTensor                 *x = koma_tensor_square (a, NULL);
  KomaTensor                 *sum = koma_tensor_sum (x, KOMA_ALL_AXES, FALSE, NULL);
  KomaMemory                  before = { 0 };
  KomaMemory                  after = { 0 };
  KomaTensor                 *flat = NULL;

  assert_same (sum, koma_tensor_sum (expected, KOMA_ALL_AXES, FALSE, NULL));
  koma_environment_get_memory (koma_environment_get (), &before);
  assert_same (x, expected);
  flat = koma_tensor_reshape (x, (int[]){ -1 }, 1, NULL);
  koma_environment_get_memory (koma_environment_get (), &after);
  g_assert_cmpuint (after.n_data_buffers, ==, before.n_data_buffers);
  x = koma_tensor_square (a, NULL);
  assert_same (koma_tensor_reshape (x, (int[]){ -1 }, 1, NULL), flat);
  g_assert_cmpint (koma_tensor_get_rank (flat), ==, 1);
  assert_same (koma_tensor_mat_mul (koma_tensor_square (a, NULL), a, TRUE, FALSE, NULL),
               koma_tensor_mat_mul (expected, a, TRUE, FALSE, NULL));
}

/* A loop that reads nothing for long takes no more memory for it. */
static void
test_loop (void)
{
  g_autoptr (KomaVariable) x = NULL;
  KomaMemory memory = { 0 };
  float      expected = 1;

  {
    g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();

    x = koma_variable_new (koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, (int[]){ N }, 1, NULL), FALSE,
                           NULL, NULL);
  }
  {
    g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
    KomaTensor                 *half = koma_tensor_new_scalar (0.5, NULL);
    KomaTensor                 *y = KOMA_TENSOR (x);

    for (guint i = 0; i < 100; i++) {
      KomaTensor *next = koma_tensor_add (koma_tensor_mul (y, half, NULL), half, NULL);

      if (i > 0)
        koma_tensor_dispose_data (y);
      y = next;
      expected = expected * 0.5f + 0.5f;
    }
    koma_environment_get_memory (koma_environment_get (), &memory);
    g_assert_cmpuint (memory.n_bytes, <, 205 * N * sizeof (float));
    assert_same (koma_tensor_max (y, KOMA_ALL_AXES, FALSE, NULL),
                 koma_tensor_new_scalar (expected, NULL));
  }
  koma_tensor_dispose_data (KOMA_TENSOR (x));
  assert_memory (0, 0, 0);
}

/* What nobody reads is never computed; what it is made of may go before it is read. */
static void
test_disposal (void)
{
  g_autoptr (KomaTensor) a = g_object_ref_sink (new_large (7));
  g_autoptr (KomaTensor) copy = g_object_ref_sink (now (koma_tensor_square (a, NULL)));
  g_autoptr (KomaTensor) x = g_object_ref_sink (koma_tensor_square (a, NULL));
  g_autoptr (KomaTensor) unread = g_object_ref_sink (koma_tensor_exp (a, NULL));

  forget_programs ();
  g_clear_object (&unread);
  koma_tensor_dispose_data (a);
  g_assert_cmpuint (count_programs (), ==, 0);
  assert_same (x, copy);
  g_clear_object (&a);
  g_clear_object (&x);
  g_clear_object (&copy);
  assert_memory (0, 0, 0);
}

static KomaTensor *
sum_of_squares (GPtrArray *xs,
                gpointer   data,
                GError   **error)
{
  return koma_tensor_sum (koma_tensor_square (xs->pdata[0], error), KOMA_ALL_AXES, FALSE, error);
}

/* Gradients by what was put off, and an optimizer's step, whose one result is. */
static void
test_gradients (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.25, NULL);
  KomaTensor *a = new_large (7);
  KomaTensor *x = koma_tensor_square (a, NULL);
  KomaTensor *expected = now (koma_tensor_square (a, NULL));
  g_autoptr (KomaVariable) w = koma_variable_new (koma_tensor_neg (x, NULL), TRUE, NULL, NULL);
  KomaTensor *step = NULL;
  KomaTensor *gradient = koma_grad (sum_of_squares, NULL, koma_tensor_square (a, NULL), NULL, NULL);

  assert_same (gradient, koma_tensor_add (expected, expected, NULL));
  assert_same (KOMA_TENSOR (w), koma_tensor_neg (expected, NULL));
  g_assert_true (koma_optimizer_apply_gradients (sgd, &w, 1, &gradient, 1, NULL));
  step = koma_tensor_mul (gradient, koma_tensor_new_scalar (0.25, NULL), NULL);
  assert_same (KOMA_TENSOR (w), koma_tensor_sub (koma_tensor_neg (expected, NULL), step, NULL));
  koma_tensor_dispose_data (KOMA_TENSOR (w));
}

static gpointer
read_there (gpointer tensor)
{
  return koma_tensor_read_floats (tensor, &(gsize){ 0 }, NULL);
}

/* One that was put off is handed to another thread as any other. */
static void
test_thread (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = new_large (7);
  KomaTensor                 *expected = now (koma_tensor_square (a, NULL));
  g_autofree float           *there =
    g_thread_join (g_thread_new ("reader", read_there, koma_tensor_square (a, NULL)));
  g_autofree float *here = koma_tensor_read_floats (expected, &(gsize){ 0 }, NULL);

  g_assert_nonnull (there);
  g_assert_cmpmem (there, N * sizeof (float), here, N * sizeof (float));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/put-off/chain", test_chain);
  g_test_add_func ("/put-off/kinds", test_kinds);
  g_test_add_func ("/put-off/between", test_between);
  g_test_add_func ("/put-off/held", test_held);
  g_test_add_func ("/put-off/read-first", test_read_first);
  g_test_add_func ("/put-off/readers", test_readers);
  g_test_add_func ("/put-off/loop", test_loop);
  g_test_add_func ("/put-off/disposal", test_disposal);
  g_test_add_func ("/put-off/gradients", test_gradients);
  g_test_add_func ("/put-off/thread", test_thread);
  return g_test_run ();
}
