/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ops read their operands and write their results where these stay: nobody else's numbers change,
 * whatever is disposed of, shared or computed again meanwhile. */
#include <string.h>

#include "engine/koma/koma.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/tensor/tensor-private.h"
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

#define N     4 /* elements of small ones */
#define LARGE 100000

static KomaTensor *
own (KomaTensor *tensor)
{
  g_assert_nonnull (tensor);
  return g_object_ref_sink (tensor);
}

static KomaTensor *
filled (int    n,
        double value)
{
  return own (koma_tensor_new_fill (KOMA_DTYPE_FLOAT32, KOMA_DIMS (n), value, NULL));
}

static void
assert_all (KomaTensor *tensor,
            float       value)
{
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_floats (tensor, &n, NULL);

  g_assert_nonnull (values);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (values[i], value, 1e-5);
}

static gconstpointer
get_data (KomaTensor *tensor)
{
  return koma_tensor_get_array (tensor, NULL)->data;
}

/* A result is not the memory of the program: it stays when the same op is computed again. */
static void
test_results (void)
{
  g_autoptr (KomaTensor) a = filled (LARGE, 2);
  g_autoptr (KomaTensor) b = filled (LARGE, 3);
  g_autoptr (KomaTensor) first = own (koma_tensor_mul (a, b, NULL));
  g_autoptr (KomaTensor) second = own (koma_tensor_mul (b, b, NULL));
  g_autoptr (KomaTensor) third = own (koma_tensor_mul (first, second, NULL));

  assert_all (first, 6);
  assert_all (second, 9);
  assert_all (third, 54);
  assert_all (a, 2);
  assert_all (b, 3);
}

static void
test_same_operand (void)
{
  g_autoptr (KomaTensor) a = filled (LARGE, 3);
  g_autoptr (KomaTensor) sum = own (koma_tensor_add (a, a, NULL));
  g_autoptr (KomaTensor) product = own (koma_tensor_mul (sum, sum, NULL));

  assert_all (a, 3);
  assert_all (sum, 6);
  assert_all (product, 36);
}

static void
test_disposed (void)
{
  g_autoptr (KomaTensor) a = filled (LARGE, 3);
  g_autoptr (KomaTensor) b = own (koma_tensor_square (a, NULL));
  g_autoptr (KomaTensor) c = NULL;
  g_autoptr (KomaTensor) d = NULL;

  koma_tensor_dispose_data (a);
  c = own (koma_tensor_add (b, b, NULL));
  koma_tensor_dispose_data (b);
  d = own (koma_tensor_neg (c, NULL));
  assert_all (c, 18);
  assert_all (d, -18);
}

/* The memory of what was disposed of is the next result's, unless somebody still has it. */
static void
test_recycled (void)
{
  KomaEnvironment *environment = koma_environment_get ();
  g_autoptr (KomaTensor) a = filled (LARGE, 3);
  g_autoptr (KomaTensor) b = own (koma_tensor_square (a, NULL));
  g_autoptr (KomaTensor) view = own (koma_tensor_reshape (b, KOMA_DIMS (100, LARGE / 100), NULL));
  g_autoptr (KomaTensor) c = NULL;
  g_autoptr (KomaTensor) d = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gconstpointer data = get_data (b);
  gsize         kept_bytes = 0;

  g_assert_true (get_data (view) == data);
  g_clear_object (&b);
  c = own (koma_tensor_neg (a, NULL));
  g_assert_true (get_data (c) != data);
  assert_all (view, 9);
  bytes = koma_tensor_read_bytes (view, NULL);
  g_clear_object (&view);
  kept_bytes = koma_environment_get_kept_bytes (environment);
  g_clear_pointer (&bytes, g_bytes_unref);
  g_assert_cmpuint (koma_environment_get_kept_bytes (environment), ==,
                    kept_bytes + LARGE * sizeof (float));
  assert_memory (2, 2, 2 * LARGE * sizeof (float));
  d = own (koma_tensor_neg (c, NULL));
  g_assert_true (get_data (d) == data);
  g_assert_cmpuint (koma_environment_get_kept_bytes (environment), ==, kept_bytes);
  assert_all (c, -3);
  assert_all (d, 3);
  g_clear_object (&d);
  g_clear_object (&c);
  c = filled (LARGE, 5);
  g_assert_true (get_data (c) != get_data (a));
  g_assert_cmpuint (koma_environment_get_kept_bytes (environment), ==,
                    kept_bytes + LARGE * sizeof (float));
  g_clear_object (&c);
  c = own (koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, KOMA_DIMS (LARGE), NULL));
  assert_all (c, 0);
  koma_environment_drop_programs (environment);
  g_assert_cmpuint (koma_environment_get_kept_bytes (environment), ==, 0);
}

static void
test_views (void)
{
  g_autoptr (KomaTensor) a =
    own (koma_tensor_new (KOMA_VALUES (1, 2, 3, 4, 5, 6), KOMA_DIMS (6), NULL));
  g_autoptr (KomaTensor) view = own (koma_tensor_reshape (a, KOMA_DIMS (2, 3), NULL));
  g_autoptr (KomaTensor) doubled = own (koma_tensor_add (view, view, NULL));
  g_autoptr (KomaTensor) back = own (koma_tensor_reshape (doubled, KOMA_DIMS (6), NULL));
  g_autoptr (KomaTensor) sum = NULL;

  g_clear_object (&view);
  g_clear_object (&doubled);
  sum = own (koma_tensor_add (back, a, NULL));
  g_clear_object (&back);
  assert_floats (sum, 3, 6, 9, 12, 15, 18);
}

static void
test_dtypes (void)
{
  static const KomaDType dtypes[] = { KOMA_DTYPE_INT32, KOMA_DTYPE_UINT8, KOMA_DTYPE_INT8,
                                      KOMA_DTYPE_FLOAT16 };
  g_autoptr (KomaTensor) yes = NULL;
  g_autoptr (KomaTensor) no = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++) {
    g_autoptr (KomaTensor) a = own (koma_tensor_new_fill (dtypes[i], KOMA_DIMS (N), 5, NULL));
    g_autoptr (KomaTensor) sum = own (koma_tensor_add (a, a, NULL));
    g_autoptr (KomaTensor) parts = own (koma_tensor_concat ((KomaTensor *[]){ a, a }, 2, 0, NULL));

    assert_all (a, 5);
    assert_all (sum, 10);
    assert_all (parts, 5);
  }
  yes = own (koma_tensor_new_fill (KOMA_DTYPE_BOOL, KOMA_DIMS (N), 1, NULL));
  no = own (koma_tensor_logical_not (yes, NULL));
  assert_all (yes, 1);
  assert_all (no, 0);
}

static void
test_empty (void)
{
  g_autoptr (KomaTensor) a =
    own (koma_tensor_new_fill (KOMA_DTYPE_FLOAT32, KOMA_DIMS (0, 3), 1, NULL));
  g_autoptr (KomaTensor) b = own (koma_tensor_add (a, a, NULL));
  g_autoptr (KomaTensor) c = own (koma_tensor_exp (b, NULL));
  gsize             n = 1;
  g_autofree float *values = koma_tensor_read_floats (c, &n, NULL);

  g_assert_nonnull (values);
  g_assert_cmpuint (n, ==, 0);
}

static KomaTensor *
square_twice (GPtrArray *xs,
              gpointer   user_data,
              GError   **error)
{
  return koma_tensor_square (koma_tensor_mul (xs->pdata[0], xs->pdata[0], error), error);
}

/* x⁴ by d/dx: 4 x³, and what was watched stays. */
static void
test_gradient (void)
{
  g_autoptr (KomaTensor) x = filled (LARGE, 2);
  g_autoptr (KomaTensor) y = own (koma_tensor_add (x, x, NULL));
  g_autoptr (KomaTensor) dx = own (koma_grad (square_twice, NULL, y, NULL, NULL));
  g_autoptr (KomaTensor) again = own (koma_grad (square_twice, NULL, x, NULL, NULL));

  assert_all (dx, 4 * 64);
  assert_all (again, 4 * 8);
  assert_all (y, 4);
  assert_all (x, 2);
}

static gpointer
compute_there (gpointer data)
{
  g_autoptr (KomaTensor) a = filled (LARGE, 3);

  return own (koma_tensor_neg (a, NULL));
}

/* What a thread kept goes with it, and what it leaves is freed by whoever has it last. */
static void
test_thread (void)
{
  GThread *thread = g_thread_new ("compute", compute_there, NULL);
  g_autoptr (KomaTensor) tensor = g_thread_join (thread);
  g_autoptr (KomaEnvironment) environment = g_object_ref (tensor->environment);

  g_assert_true (environment != koma_environment_get ());
  g_assert_cmpuint (koma_environment_get_kept_bytes (environment), ==, 0);
  assert_all (tensor, -3);
  g_clear_object (&tensor);
  g_assert_cmpuint (koma_environment_get_kept_bytes (environment), ==, 0);
}

/* The fixture of each test: a backend. */
static void
run (gconstpointer data,
     void (*test) (void))
{
  KomaEnvironment *environment = koma_environment_get ();

  if (!koma_environment_set_backend (environment, data, NULL)) {
    g_test_skip ("not available here");
    return;
  }
  koma_environment_set_n_threads (environment, 2);
  test ();
  assert_memory (0, 0, 0);
}

#define TEST(name)                         \
  static void                              \
    name##_on_backend (gconstpointer data) \
  {                                        \
    run (data, test_##name);               \
  }

TEST (results)
TEST (same_operand)
TEST (disposed)
TEST (recycled)
TEST (views)
TEST (dtypes)
TEST (empty)
TEST (gradient)

static void
add (const char   *backend,
     const char   *name,
     GTestDataFunc test)
{
  g_autofree char *path = g_strconcat ("/shared-data/", backend, "/", name, NULL);

  g_test_add_data_func (path, backend, test);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const char *backend = koma_backends_get (i)->name;

    add (backend, "results", results_on_backend);
    add (backend, "same-operand", same_operand_on_backend);
    add (backend, "disposed", disposed_on_backend);
    add (backend, "recycled", recycled_on_backend);
    add (backend, "views", views_on_backend);
    add (backend, "dtypes", dtypes_on_backend);
    add (backend, "empty", empty_on_backend);
    add (backend, "gradient", gradient_on_backend);
  }
  g_test_add_func ("/shared-data/thread", test_thread);
  return g_test_run ();
}
