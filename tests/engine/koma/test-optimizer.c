/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of one's own that train variables: what a step gives, what it takes, what it refuses. */
#include <math.h>

#include "tests/engine/koma/memory-fixture.h"
#include "tests/engine/koma/optimizer-fixture.h"
#include "tests/test-main.h"

static void
test_sgd (void)
{
  g_autoptr (KomaOptimizer) optimizer = koma_optimizer_new_sgd (0.25, NULL);
  g_autoptr (KomaVariable) x = new_variable (1, -4, TRUE);

  g_assert_cmpfloat (minimize (optimizer, x), ==, 17);
  assert_floats (KOMA_TENSOR (x), 0.5f, -2);
  g_assert_true (koma_optimizer_set_learning_rate (optimizer, 0.5, NULL));
  g_assert_cmpfloat (minimize (optimizer, x), ==, 4.25);
  assert_floats (KOMA_TENSOR (x), 0, 0);
  g_assert_cmpuint (koma_optimizer_get_iterations (optimizer), ==, 2);
  g_assert_cmpfloat (koma_optimizer_get_learning_rate (optimizer), ==, 0.5);
}

/* By its authors' formula in double; the moments stay from step to step. */
static void
test_adam (void)
{
  g_autoptr (KomaOptimizer) optimizer =
    koma_optimizer_new ("adam", "{'learningRate': 0.1, 'beta1': 0.8}", NULL);
  g_autoptr (KomaVariable) x = new_variable (3, -2, TRUE);
  double w = 3, m = 0, v = 0;

  for (guint t = 1; t <= 10; t++) {
    const double g = 2 * w;

    m = 0.8 * m + 0.2 * g;
    v = 0.999 * v + 0.001 * g * g;
    w -= 0.1 * (m / (1 - pow (0.8, t))) / (sqrt (v / (1 - pow (0.999, t))) + 1e-7);
    minimize (optimizer, x);
    g_assert_cmpfloat_with_epsilon (read_float (x, 0), w, 1e-5);
  }
}

static void
test_all_descend (void)
{
  const char *settings = "{'learningRate': 0.01}";

  for (guint i = 0; i < G_N_ELEMENTS (optimizer_names); i++) {
    g_autoptr (KomaOptimizer) optimizer = koma_optimizer_new (optimizer_names[i], settings, NULL);
    g_autoptr (KomaVariable) x = new_variable (1, -1, TRUE);
    float before = minimize (optimizer, x);

    for (guint step = 0; step < 3; step++) {
      const float loss = minimize (optimizer, x);

      g_test_message ("%s: %g", optimizer_names[i], loss);
      g_assert_cmpfloat (loss, <, before);
      before = loss;
    }
  }
}

static void
check_new (KomaOptimizer *optimizer, /* (transfer full) */
           const char    *name)
{
  g_assert_cmpstr (koma_optimizer_get_name (optimizer), ==, name);
  g_assert_cmpfloat (koma_optimizer_get_learning_rate (optimizer), ==, 0.125);
  g_object_unref (optimizer);
}

static void
test_readable (void)
{
  g_autoptr (KomaOptimizer) nesterov = koma_optimizer_new_momentum (0.125, 0.5, TRUE, NULL);
  g_autoptr (KomaOptimizer) plain = koma_optimizer_new_momentum (0.125, 0.5, FALSE, NULL);

  g_assert_cmpfloat (koma_optimizer_get_option (nesterov, "momentum"), ==, 0.5);
  g_assert_cmpfloat (koma_optimizer_get_option (nesterov, "useNesterov"), ==, 1);
  g_assert_cmpfloat (koma_optimizer_get_option (plain, "use_nesterov"), ==, 0);
  g_assert_true (isnan (koma_optimizer_get_option (plain, "rho")));
  check_new (g_object_ref (plain), "Momentum");
  check_new (koma_optimizer_new_sgd (0.125, NULL), "SGD");
  check_new (koma_optimizer_new_adagrad (0.125, NULL), "Adagrad");
  check_new (koma_optimizer_new_adadelta (0.125, NULL), "Adadelta");
  check_new (koma_optimizer_new_rmsprop (0.125, NULL), "RMSProp");
  check_new (koma_optimizer_new_adam (0.125, NULL), "Adam");
  check_new (koma_optimizer_new_adamax (0.125, NULL), "Adamax");
}

/* As tf.memory () of TensorFlow.js counts its optimizers: a scalar of SGD; two of Adam, and two
 * moments of each variable. */
static void
test_memory (void)
{
  g_autoptr (KomaVariable) x = new_variable (1, -4, TRUE);
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.1, NULL);
  g_autoptr (KomaOptimizer) adam = NULL;

  assert_memory (2, 2, 12);
  for (guint i = 0; i < 3; i++)
    minimize (sgd, x);
  assert_memory (2, 2, 12);
  adam = koma_optimizer_new_adam (0.1, NULL);
  assert_memory (4, 4, 20);
  for (guint i = 0; i < 3; i++)
    minimize (adam, x);
  assert_memory (6, 6, 36);
  take_weights (adam, adam);
  assert_memory (6, 6, 36);
  minimize (adam, x);
  assert_memory (6, 6, 36);
  koma_optimizer_dispose_data (adam);
  koma_optimizer_dispose_data (sgd);
  assert_memory (1, 1, 8);
}

/* What is noted of a variable goes with it as soon as another one is noted. */
static void
test_variable_gone (void)
{
  g_autoptr (KomaOptimizer) adam = koma_optimizer_new_adam (0.1, NULL);

  for (guint i = 0; i < 3; i++) {
    g_autoptr (KomaVariable) x = new_variable (1, -4, TRUE);

    g_assert_cmpfloat (minimize (adam, x), ==, 17);
    assert_memory (5, 5, 32);
  }
}

/* The centered formula has one note more than the plain one; either is planned once. */
static void
test_one_program (void)
{
  static const char *const settings[] = { "{'centered': false}", "{'centered': true}" };
  KomaEnvironment         *environment = koma_environment_get ();

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    g_autoptr (KomaOptimizer) optimizer = koma_optimizer_new ("rmsprop", settings[i], NULL);
    g_autoptr (KomaVariable) x = new_variable (1, -4, TRUE);

    koma_environment_drop_programs (environment);
    for (guint step = 0; step < 5; step++) {
      g_assert_true (koma_optimizer_set_learning_rate (optimizer, 0.01 * (step + 1), NULL));
      minimize (optimizer, x);
    }
    g_assert_cmpuint (koma_environment_get_n_programs (environment), ==, 1);
    g_assert_cmpuint (koma_optimizer_get_iterations (optimizer), ==, 5);
  }
}

/* Without a list: all that may be trained; those the loss does not read stay as they are. */
static void
test_all_variables (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.25, NULL);
  g_autoptr (KomaVariable) frozen = new_variable (1, 1, FALSE);
  g_autoptr (KomaVariable) other = new_variable (2, 2, TRUE);
  g_autoptr (KomaVariable) x = new_variable (4, 8, TRUE);
  KomaVariable *all[] = { frozen, x };
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (koma_optimizer_minimize (sgd, sum_of_squares, x, NULL, 0, &error));
  g_assert_nonnull (koma_optimizer_minimize (sgd, sum_of_squares, x, all, 2, &error));
  g_assert_no_error (error);
  assert_floats (KOMA_TENSOR (x), 1, 2);
  assert_floats (KOMA_TENSOR (other), 2, 2);
  assert_floats (KOMA_TENSOR (frozen), 1, 1);
}

static KomaTensor *
same (GPtrArray *xs,
      gpointer   user_data,
      GError   **error)
{
  return xs->pdata[0];
}

/* The loss is a variable itself: what is returned is its value before the step, whose data is that
 * which the variable was made of. */
static void
test_variable_as_loss (void)
{
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (1, NULL);
  g_autoptr (KomaTensor) three = g_object_ref_sink (koma_tensor_new_scalar (3, NULL));
  g_autoptr (KomaVariable) x = koma_variable_new (three, TRUE, NULL, NULL);
  g_autoptr (KomaTensor) loss = NULL;

  loss = g_object_ref_sink (koma_optimizer_minimize (sgd, same, NULL, &x, 1, NULL));
  assert_floats (loss, 3);
  assert_floats (KOMA_TENSOR (x), 2);
  assert_memory (4, 3, 16);
}

static void
test_apply (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.5, NULL);
  g_autoptr (KomaVariable) x = new_variable (4, 8, TRUE);
  g_autoptr (KomaVariable) left = new_variable (1, 2, TRUE);
  g_autoptr (GError) error = NULL;
  KomaVariable *variables[] = { x, left };
  KomaTensor   *gradients[] = { koma_tensor_new_1d ((float[]){ 2, -2 }, 2, NULL), NULL };

  g_assert_true (koma_optimizer_apply_gradients (sgd, variables, 2, gradients, 2, &error));
  g_assert_no_error (error);
  assert_floats (KOMA_TENSOR (x), 3, 9);
  assert_floats (KOMA_TENSOR (left), 1, 2);
  g_assert_cmpuint (koma_optimizer_get_iterations (sgd), ==, 1);
}

static void
test_new_refused (void)
{
  assert_refused (koma_optimizer_new ("nothing", NULL, &error), KOMA_ERROR_UNSUPPORTED);
  assert_refused (koma_optimizer_new ("sgd", "{'rho': 1}", &error), KOMA_ERROR_UNSUPPORTED);
  assert_refused (koma_optimizer_new ("sgd", "{'learningRate': []}", &error), KOMA_ERROR_MODEL);
  assert_refused (koma_optimizer_new ("sgd", "[]", &error), KOMA_ERROR_MODEL);
  assert_refused (koma_optimizer_new_adam (INFINITY, &error), KOMA_ERROR_SHAPE);
  assert_refused (koma_optimizer_new_momentum (1, NAN, FALSE, &error), KOMA_ERROR_SHAPE);
}

static void
test_apply_refused (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.5, NULL);
  g_autoptr (KomaVariable) x = new_variable (4, 8, TRUE);
  KomaVariable *twice[] = { x, x };
  KomaTensor   *two = koma_tensor_new_1d ((float[]){ 2, -2 }, 2, NULL);
  KomaTensor   *one = koma_tensor_new_scalar (1, NULL);
  KomaTensor   *both[] = { two, two };

  assert_refused (koma_optimizer_apply_gradients (sgd, &x, 1, &one, 1, &error), KOMA_ERROR_SHAPE);
  assert_refused (koma_optimizer_apply_gradients (sgd, &x, 1, both, 2, &error),
                  KOMA_ERROR_ARGUMENT);
  assert_refused (koma_optimizer_apply_gradients (sgd, twice, 2, both, 2, &error),
                  KOMA_ERROR_ARGUMENT);
  koma_tensor_dispose_data (two);
  assert_refused (koma_optimizer_apply_gradients (sgd, &x, 1, &two, 1, &error),
                  KOMA_ERROR_ARGUMENT);
  assert_floats (KOMA_TENSOR (x), 4, 8);
  g_assert_cmpuint (koma_optimizer_get_iterations (sgd), ==, 0);
}

static KomaTensor *
square (GPtrArray *xs,
        gpointer   user_data,
        GError   **error)
{
  return koma_tensor_square (xs->pdata[0], error);
}

static KomaTensor *
constant (GPtrArray *xs,
          gpointer   user_data,
          GError   **error)
{
  return koma_tensor_new_scalar (1, error);
}

static void
test_minimize_refused (void)
{
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.5, NULL);
  g_autoptr (KomaVariable) x = new_variable (4, 8, TRUE);
  g_autoptr (KomaVariable) frozen = new_variable (4, 8, FALSE);

  assert_refused (koma_optimizer_minimize (sgd, square, NULL, &x, 1, &error), KOMA_ERROR_ARGUMENT);
  assert_refused (koma_optimizer_minimize (sgd, constant, NULL, &x, 1, &error),
                  KOMA_ERROR_ARGUMENT);
  assert_refused (koma_optimizer_minimize (sgd, sum_of_squares, NULL, &frozen, 1, &error),
                  KOMA_ERROR_ARGUMENT);
  assert_floats (KOMA_TENSOR (x), 4, 8);
  assert_memory (3, 3, 20);
  koma_optimizer_dispose_data (sgd);
  assert_refused (koma_optimizer_minimize (sgd, sum_of_squares, NULL, &x, 1, &error),
                  KOMA_ERROR_ARGUMENT);
}

static void
test_option_refused (void)
{
  g_autoptr (KomaOptimizer) momentum = koma_optimizer_new_momentum (0.1, 0.9, FALSE, NULL);
  g_autoptr (KomaVariable) x = new_variable (4, 8, TRUE);

  g_assert_true (koma_optimizer_set_option (momentum, "useNesterov", 1, NULL));
  minimize (momentum, x);
  assert_refused (koma_optimizer_set_option (momentum, "useNesterov", 0, &error),
                  KOMA_ERROR_UNSUPPORTED);
  assert_refused (koma_optimizer_set_option (momentum, "rho", 0, &error), KOMA_ERROR_UNSUPPORTED);
  assert_refused (koma_optimizer_set_learning_rate (momentum, NAN, &error), KOMA_ERROR_SHAPE);
  g_assert_true (koma_optimizer_set_option (momentum, "momentum", 0.5, NULL));
}

/* A model learns by the settings of an optimizer. */
static void
test_model (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.5, NULL);
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (GError) error = NULL;
  KomaTensor *one = koma_tensor_new_2d ((float[]){ 1 }, 1, 1, 1, NULL);
  KomaTensor *three = koma_tensor_new_2d ((float[]){ 3 }, 1, 1, 1, NULL);
  KomaLayer  *layer = koma_layer_new (
     "Dense", "{'units': 1, 'useBias': false, 'inputShape': [1], 'kernelInitializer': 'ones'}",
     &error);
  g_autofree double *results = NULL;
  gsize              n_results = 0;

  g_assert_true (koma_layers_model_add (model, layer, &error));
  g_assert_true (koma_layers_model_compile_with (model, sgd, "meanSquaredError", NULL, &error));
  results = koma_layers_model_train_on_batch (model, &one, 1, &three, 1, &n_results, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (results[0], ==, 4);
  /* 1 - 0.5 · 2 (1 - 3) */
  assert_floats (koma_layers_model_predict (model, &one, 1, 1, NULL), 3);
  g_assert_cmpuint (koma_optimizer_get_iterations (sgd), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/optimizer/sgd", test_sgd);
  g_test_add_func ("/optimizer/adam", test_adam);
  g_test_add_func ("/optimizer/all-descend", test_all_descend);
  g_test_add_func ("/optimizer/readable", test_readable);
  g_test_add_func ("/optimizer/memory", test_memory);
  g_test_add_func ("/optimizer/variable-gone", test_variable_gone);
  g_test_add_func ("/optimizer/one-program", test_one_program);
  g_test_add_func ("/optimizer/all-variables", test_all_variables);
  g_test_add_func ("/optimizer/variable-as-loss", test_variable_as_loss);
  g_test_add_func ("/optimizer/apply", test_apply);
  g_test_add_func ("/optimizer/new-refused", test_new_refused);
  g_test_add_func ("/optimizer/apply-refused", test_apply_refused);
  g_test_add_func ("/optimizer/minimize-refused", test_minimize_refused);
  g_test_add_func ("/optimizer/option-refused", test_option_refused);
  g_test_add_func ("/optimizer/model", test_model);
  return g_test_run ();
}
