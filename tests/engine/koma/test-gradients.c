/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Gradients of tensors by tape and by function, with numbers computed by hand. */
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

static KomaTensor *
vector (float a,
        float b)
{
  return g_object_ref_sink (koma_tensor_new_1d ((float[]){ a, b }, 2, NULL));
}

/* x² + x² */
static KomaTensor *
twice_square (GPtrArray *xs,
              gpointer   user_data,
              GError   **error)
{
  KomaTensor *square = koma_tensor_square (xs->pdata[0], error);

  return koma_tensor_add (square, square, error);
}

static void
test_tape (void)
{
  g_autoptr (KomaTensor) x = vector (1, -3);
  g_autoptr (KomaTensor) b = vector (10, 20);
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (KomaTensor) y = NULL;
  g_autoptr (GPtrArray) gradients = NULL;
  g_autoptr (GError) error = NULL;
  KomaTensor *xs[2] = { x, b };

  g_assert_true (koma_tape_watch (tape, x, &error));
  g_assert_true (koma_tape_watch (tape, b, &error));
  y = koma_tensor_add (koma_tensor_square (x, &error), b, &error);
  g_object_ref_sink (y);
  assert_memory (4, 2, 32);
  koma_tape_end (tape);
  gradients = koma_tape_gradient (tape, y, x, xs, 2, &error);
  g_assert_no_error (error);
  assert_floats (gradients->pdata[0], 2, 18);
  assert_floats (gradients->pdata[1], 1, -3);
  assert_floats (y, 11, 29);
}

/* Ops on what no tape watches are computed at once. */
static void
test_tape_unwatched (void)
{
  g_autoptr (KomaTensor) x = vector (1, 2);
  g_autoptr (KomaTensor) other = vector (3, 4);
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (KomaTensor) y = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_tape_watch (tape, x, &error));
  y = g_object_ref_sink (koma_tensor_square (other, &error));
  assert_memory (3, 3, 24);
  g_assert_null (koma_tape_gradient (tape, y, NULL, &x, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (koma_tape_gradient (tape, x, NULL, &y, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (koma_tape_gradient (tape, x, NULL, (KomaTensor *[]){ NULL }, 1, &error));
  g_assert_no_error (error);
  koma_tape_end (tape);
  g_assert_false (koma_tape_watch (tape, x, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

static void
test_grad (void)
{
  g_autoptr (KomaTensor) x = vector (1, -3);
  g_autoptr (KomaTensor) dy = vector (1, 0.5f);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) dx = NULL;
  g_autoptr (KomaTensor) with_dy = NULL;

  dx = g_object_ref_sink (koma_grad (twice_square, NULL, x, NULL, &error));
  assert_memory (3, 3, 24);
  assert_floats (dx, 4, -12);
  with_dy = g_object_ref_sink (koma_grad (twice_square, NULL, x, dy, &error));
  assert_floats (with_dy, 4, -6);
}

static void
test_refused (void)
{
  g_autoptr (KomaTensor) x = vector (1, -3);
  g_autoptr (KomaTensor) three =
    g_object_ref_sink (koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, KOMA_DIMS (3), NULL));
  g_autoptr (KomaTensor) ints =
    g_object_ref_sink (koma_tensor_new_zeros (KOMA_DTYPE_INT32, KOMA_DIMS (2), NULL));
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_grad (twice_square, NULL, x, three, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_clear_error (&error);
  g_assert_null (koma_grad (twice_square, NULL, ints, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

static KomaTensor *
same (GPtrArray *xs,
      gpointer   user_data,
      GError   **error)
{
  return xs->pdata[0];
}

/* Nothing is computed: the gradient is dy, or a constant. */
static void
test_identity (void)
{
  g_autoptr (KomaTensor) x = vector (1, -3);
  g_autoptr (KomaTensor) dy = vector (2, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) dx = g_object_ref_sink (koma_grad (same, NULL, x, dy, &error));
  g_autoptr (KomaTensor) ones = g_object_ref_sink (koma_grad (same, NULL, x, NULL, &error));

  g_assert_no_error (error);
  assert_floats (dx, 2, 5);
  assert_floats (ones, 1, 1);
}

static KomaTensor *
constant (GPtrArray *xs,
          gpointer   user_data,
          GError   **error)
{
  return koma_tensor_new_scalar (1, error);
}

static KomaTensor *
failing (GPtrArray *xs,
         gpointer   three,
         GError   **error)
{
  return koma_tensor_add (koma_tensor_square (xs->pdata[0], error), three, error);
}

static KomaTensor *
call_step (KomaTensor *x,
           GError    **error)
{
  return koma_tensor_step (x, 0.5, error);
}

static KomaTensor *
is_greater (KomaTensor *x,
            GError    **error)
{
  KomaTensor *zero = koma_tensor_new_scalar (0, error);

  return koma_tensor_cast (koma_tensor_greater_equal (x, zero, error), KOMA_DTYPE_FLOAT32, error);
}

typedef KomaTensor *(*Op) (KomaTensor *x, GError **error);

static KomaTensor *
apply (GPtrArray *xs,
       gpointer   op,
       GError   **error)
{
  return (*(const Op *) op) (xs->pdata[0], error);
}

/* What moves in steps has a gradient of zeros. */
static void
test_steps (void)
{
  static const Op ops[] = { koma_tensor_ceil, koma_tensor_floor, koma_tensor_round,
                            koma_tensor_sign, call_step, is_greater };
  g_autoptr (KomaTensor) x = vector (1.5f, -2.5f);

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaTensor) dx = NULL;

    dx = koma_grad (apply, (gpointer) &ops[i], x, NULL, &error);
    g_assert_no_error (error);
    g_object_ref_sink (dx);
    assert_floats (dx, 0, 0);
  }
}

/* Nothing is left of a function that fails. */
static void
test_not_connected (void)
{
  g_autoptr (KomaTensor) x = vector (1, -3);
  g_autoptr (KomaTensor) three =
    g_object_ref_sink (koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, KOMA_DIMS (3), NULL));
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_grad (constant, NULL, x, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (koma_grad (failing, three, x, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  assert_memory (2, 2, 20);
}

/* The derivative of 2x² is 4x, which is squared: 16x². */
static KomaTensor *
square_of_slope (GPtrArray *xs,
                 gpointer   user_data,
                 GError   **error)
{
  return koma_tensor_square (koma_grad (twice_square, NULL, xs->pdata[0], NULL, error), error);
}

static void
test_nested (void)
{
  g_autoptr (KomaTensor) x = vector (1, -3);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) dx =
    g_object_ref_sink (koma_grad (square_of_slope, NULL, x, NULL, &error));

  g_assert_no_error (error);
  assert_floats (dx, 32, -96);
  assert_memory (2, 2, 16);
}

static KomaTensor *
loss_of_variable (GPtrArray *xs,
                  gpointer   variable,
                  GError   **error)
{
  return koma_tensor_square (variable, error);
}

static void
test_variables (void)
{
  g_autoptr (KomaTensor) two = g_object_ref_sink (koma_tensor_new_scalar (3, NULL));
  g_autoptr (KomaVariable) variable = koma_variable_new (two, TRUE, NULL, NULL);
  g_autoptr (KomaVariable) unused = koma_variable_new (two, TRUE, NULL, NULL);
  g_autoptr (KomaVariable) fixed G_GNUC_UNUSED = koma_variable_new (two, FALSE, NULL, NULL);
  g_autoptr (KomaVariable) wide = NULL;
  g_autoptr (KomaTensor) value = NULL;
  g_autoptr (KomaTensor) x = vector (1, 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) gradients =
    koma_variable_grads (loss_of_variable, variable, NULL, 0, &value, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (gradients->len, ==, 2);
  assert_floats (gradients->pdata[0], 6);
  g_assert_null (gradients->pdata[1]);
  assert_floats (value, 9);
  g_assert_null (koma_variable_grads (loss_of_variable, variable, &unused, 1, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  wide = koma_variable_new (x, TRUE, NULL, NULL);
  g_assert_null (koma_variable_grads (loss_of_variable, wide, &wide, 1, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

/* dy, and nothing of the square. */
static GPtrArray *
pass_through (KomaTensor *dy,
              GPtrArray  *xs,
              gpointer    n_calls,
              GError    **error)
{
  GPtrArray *dxs = g_ptr_array_new_with_free_func (g_object_unref);

  ++*(guint *) n_calls;
  g_ptr_array_add (dxs, g_object_ref_sink (koma_tensor_add (dy, xs->pdata[0], error)));
  return dxs;
}

static KomaTensor *
square (GPtrArray *xs,
        gpointer   user_data,
        GError   **error)
{
  return koma_tensor_square (xs->pdata[0], error);
}

static KomaTensor *
custom (GPtrArray *xs,
        gpointer   n_calls,
        GError   **error)
{
  return koma_custom_grad (square, pass_through, n_calls, NULL, (KomaTensor *const *) xs->pdata, 1,
                           error);
}

static void
test_custom (void)
{
  guint n_calls = 0;
  g_autoptr (KomaTensor) x = vector (5, -3);
  g_autoptr (KomaTensor) value = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) gradients =
    koma_value_and_grads (custom, &n_calls, &x, 1, NULL, &value, &error);
  g_autoptr (KomaTensor) plain = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (n_calls, ==, 1);
  assert_floats (value, 25, 9);
  assert_floats (gradients->pdata[0], 6, -2);
  plain = koma_custom_grad (square, pass_through, &n_calls, NULL, &x, 1, &error);
  assert_floats (plain, 25, 9);
  g_assert_cmpuint (n_calls, ==, 1);
}

/* What it computes has custom gradients itself, many more than there were before. */
static GPtrArray *
multiply_by_customs (KomaTensor *dy,
                     GPtrArray  *xs,
                     gpointer    n_calls,
                     GError    **error)
{
  GPtrArray  *dxs = g_ptr_array_new ();
  KomaTensor *dx = dy;

  for (guint i = 0; i < 20; i++)
    dx = koma_tensor_add (dx, custom (xs, n_calls, error), error);
  g_ptr_array_add (dxs, dx);
  return dxs;
}

static KomaTensor *
custom_of_customs (GPtrArray *xs,
                   gpointer   n_calls,
                   GError   **error)
{
  return koma_custom_grad (square, multiply_by_customs, n_calls, NULL,
                           (KomaTensor *const *) xs->pdata, 1, error);
}

static void
test_custom_of_customs (void)
{
  guint n_calls = 0;
  g_autoptr (KomaTensor) x = vector (5, -3);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) gradient = koma_grad (custom_of_customs, &n_calls, x, NULL, &error);

  g_assert_no_error (error);
  assert_floats (gradient, 1 + 20 * 25, 1 + 20 * 9);
  g_assert_cmpuint (n_calls, ==, 0);
}

/* A loop that traces the same formula compiles it once, and keeps nothing. */
static void
test_compiled_once (void)
{
  KomaEnvironment *environment = koma_environment_get ();
  g_autoptr (KomaTensor) x = vector (1, -3);
  g_autoptr (GError) error = NULL;

  koma_environment_drop_programs (environment);
  for (guint i = 0; i < 20; i++) {
    g_object_unref (koma_grad (square_of_slope, NULL, x, NULL, &error));
    g_assert_no_error (error);
  }
  g_assert_cmpuint (koma_environment_get_n_programs (environment), ==, 1);
  assert_memory (1, 1, 8);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gradients/tape", test_tape);
  g_test_add_func ("/gradients/tape-unwatched", test_tape_unwatched);
  g_test_add_func ("/gradients/grad", test_grad);
  g_test_add_func ("/gradients/identity", test_identity);
  g_test_add_func ("/gradients/refused", test_refused);
  g_test_add_func ("/gradients/steps", test_steps);
  g_test_add_func ("/gradients/not-connected", test_not_connected);
  g_test_add_func ("/gradients/nested", test_nested);
  g_test_add_func ("/gradients/variables", test_variables);
  g_test_add_func ("/gradients/custom", test_custom);
  g_test_add_func ("/gradients/custom-of-customs", test_custom_of_customs);
  g_test_add_func ("/gradients/compiled-once", test_compiled_once);
  return g_test_run ();
}
