/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Losses and metrics that are functions. */
#include "engine/koma/koma.h"
#include "tests/test-main.h"

typedef struct
{
  guint n_calls;
  guint n_freed;
} Counter;

static void
free_counter (gpointer data)
{
  ((Counter *) data)->n_freed++;
}

/* The formula of "meanSquaredError". */
static KomaTensor *
square (GPtrArray *xs,
        gpointer   user_data,
        GError   **error)
{
  Counter *counter = user_data;

  counter->n_calls++;
  g_assert_cmpuint (xs->len, ==, 2);
  return koma_tensor_square (koma_tensor_sub (xs->pdata[0], xs->pdata[1], error), error);
}

static KomaTensor *
add_one (GPtrArray *xs,
         gpointer   user_data,
         GError   **error)
{
  KomaTensor *one = koma_tensor_new_scalar (1, error);

  return koma_tensor_add (koma_tensor_mean (koma_tensor_sub (xs->pdata[0], xs->pdata[1], error),
                                            KOMA_ALL_AXES, FALSE, error),
                          one, error);
}

static KomaTensor *
give_constant (GPtrArray *xs,
               gpointer   user_data,
               GError   **error)
{
  return koma_tensor_new_scalar (1, error);
}

static KomaTensor *
fail (GPtrArray *xs,
      gpointer   user_data,
      GError   **error)
{
  return koma_tensor_mat_mul (xs->pdata[0], xs->pdata[1], FALSE, FALSE, error);
}

static KomaLayersModel *
make_model (void)
{
  g_autoptr (GError) error = NULL;
  KomaLayersModel *model = koma_layers_model_new_sequential (NULL);

  koma_layers_model_set_seed (model, 3);
  koma_layers_model_add (model, koma_layer_new ("Dense", "{'units': 2, 'inputShape': [3]}", &error),
                         &error);
  koma_layers_model_compile (model, "adam", "meanSquaredError", NULL, &error);
  g_assert_no_error (error);
  return model;
}

typedef struct
{
  KomaTensor *x;
  KomaTensor *y;
} Data;

static Data
make_data (void)
{
  g_autoptr (GError) error = NULL;
  const Data data = { koma_tensor_new_random_uniform (KOMA_DIMS (8, 3), -1, 1, 1, &error),
                      koma_tensor_new_random_uniform (KOMA_DIMS (8, 2), -1, 1, 2, &error) };

  g_assert_no_error (error);
  return data;
}

static KomaHistory *
fit (KomaLayersModel *model,
     Data             data,
     GError         **error)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (4, 4);

  return koma_layers_model_fit (model, &data.x, 1, &data.y, 1, options, NULL, error);
}

/* A function gives the same training as the loss by its name, and is called once. */
static void
test_loss (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  Counter    counter = { 0 };
  const Data data = make_data ();
  g_autoptr (KomaLayersModel) named = make_model ();
  KomaLayersModel *own = make_model ();
  g_autoptr (KomaHistory) a = fit (named, data, &error);
  g_autoptr (KomaHistory) b = NULL;
  const double *expected = NULL;
  const double *found = NULL;
  gsize         n = 0;

  koma_layers_model_set_loss_function (own, 0, square, &counter, free_counter, &error);
  b = fit (own, data, &error);
  g_assert_no_error (error);
  expected = koma_history_get_values (a, "loss", &n);
  found = koma_history_get_values (b, "loss", &n);
  g_assert_cmpuint (n, ==, 4);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], 1e-6);
  g_assert_cmpfloat (found[3], <, found[0]);
  g_assert_cmpuint (counter.n_calls, ==, 1);
  g_assert_false (koma_layers_model_save (own, "nowhere", TRUE, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_cmpuint (counter.n_freed, ==, 0);
  g_object_unref (own);
  g_assert_cmpuint (counter.n_freed, ==, 1);
}

static void
test_metric (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  Counter counter = { 0 };
  Data    data = make_data ();
  gsize   n = 0;
  g_autoptr (KomaLayersModel) model = make_model ();
  g_autofree double *results = NULL;
  g_auto (GStrv) names = NULL;
  KomaTensor       *p = NULL;
  KomaTensor       *expected = NULL;
  g_autofree float *number = NULL;

  koma_layers_model_add_metric_function (model, "square", square, &counter, free_counter, &error);
  koma_layers_model_add_metric_function (model, "bias", add_one, NULL, NULL, &error);
  results = koma_layers_model_evaluate (model, &data.x, 1, &data.y, 1, 8, &n, &error);
  g_assert_no_error (error);
  names = koma_layers_model_get_result_names (model, &error);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (names[1], ==, "square");
  g_assert_cmpstr (names[2], ==, "bias");
  g_assert_cmpfloat_with_epsilon (results[1], results[0], 1e-6);
  p = koma_layers_model_predict (model, &data.x, 1, 8, &error);
  expected = koma_tensor_mean (koma_tensor_sub (data.y, p, &error), KOMA_ALL_AXES, FALSE, &error);
  number = koma_tensor_read_floats (expected, &n, &error);
  g_assert_cmpfloat_with_epsilon (results[2], number[0] + 1, 1e-6);
  koma_layers_model_compile (model, "sgd", "meanSquaredError", NULL, &error);
  g_assert_cmpuint (counter.n_freed, ==, 1);
}

static void
assert_refused (KomaLayersModel *model,
                Data             data,
                const char      *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (fit (model, data, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_refused (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  const Data data = make_data ();
  g_autoptr (KomaLayersModel) model = make_model ();
  g_autoptr (KomaLayersModel) open = koma_layers_model_new_sequential (NULL);

  koma_layers_model_set_loss_function (model, 0, give_constant, NULL, NULL, &error);
  assert_refused (model, data, "loss: The value of the function does not depend on its arguments");
  koma_layers_model_set_loss_function (model, 0, fail, NULL, NULL, &error);
  assert_refused (model, data,
                  "loss: koma_tensor_mat_mul: MatMul: [4,2] has 2 columns, but [4,2] has 4 rows");
  g_assert_false (koma_layers_model_set_loss_function (model, 1, fail, NULL, NULL, &error));
  g_assert_cmpstr (error->message, ==, "The model has 1 outputs, and none of number 1");
  g_clear_error (&error);
  g_assert_false (koma_layers_model_set_loss_function (open, 0, fail, NULL, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layers-functions/loss", test_loss);
  g_test_add_func ("/layers-functions/metric", test_metric);
  g_test_add_func ("/layers-functions/refused", test_refused);
  return g_test_run ();
}
