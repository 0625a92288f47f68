/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A training that was stopped goes on to the last bit as one that was not. */
#include "layers-train-fixture.h"
#include "optimizer-fixture.h"
#include "tests/test-main.h"

#define N_EPOCHS 5
#define STOP     2

/* One that draws numbers as it learns. */
static KomaLayersModel *
make_model (const char *optimizer)
{
  static const char *const layers[][2] = {
    { "Dense", "{'name': 'a', 'units': 4, 'inputShape': [1], 'activation': 'tanh'}" },
    { "BatchNormalization", "{'name': 'n'}" },
    { "Dropout", "{'rate': 0.25}" },
    { "Dense", "{'name': 'b', 'units': 1}" },
  };
  KomaLayersModel *model = koma_layers_model_new_sequential (NULL);
  g_autoptr (GError) error = NULL;

  koma_layers_model_set_seed (model, 3);
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    koma_layers_model_add (model, koma_layer_new (layers[i][0], layers[i][1], &error), &error);
    g_assert_no_error (error);
  }
  train_compile (model, optimizer, 0.05);
  return model;
}

static void
fit (Train           *self,
     KomaLayersModel *model,
     guint            from,
     guint            to)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (to, 3);
  g_autoptr (KomaHistory) history = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (options, "initial-epoch", from, NULL);
  history = koma_layers_model_fit (model, &self->x, 1, &self->y, 1, options, NULL, &error);
  g_assert_no_error (error);
}

static void
assert_same (KomaTensor *a,
             KomaTensor *b)
{
  gsize             n[2] = { 0 };
  g_autofree float *values[2] = { koma_tensor_read_floats (a, &n[0], NULL),
                                  koma_tensor_read_floats (b, &n[1], NULL) };

  g_assert_cmpmem (values[0], n[0] * sizeof (float), values[1], n[1] * sizeof (float));
  g_free (values[1]);
}

/* Weights, and what was noted of them. */
static void
assert_same_models (KomaLayersModel *a,
                    KomaLayersModel *b)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GPtrArray) noted = koma_layers_model_get_optimizer_weights (a, NULL);
  g_autoptr (GPtrArray) other = koma_layers_model_get_optimizer_weights (b, NULL);
  guint n = 0;

  g_assert_true (koma_layers_model_get_n_weights (a, &n, NULL));
  g_assert_cmpuint (n, ==, 8);
  for (guint i = 0; i < n; i++)
    assert_same (koma_layers_model_get_weight (a, i, NULL),
                 koma_layers_model_get_weight (b, i, NULL));
  g_assert_cmpuint (noted->len, ==, other->len);
  for (guint i = 0; i < noted->len; i++)
    assert_same (noted->pdata[i], other->pdata[i]);
  g_assert_cmpuint (koma_layers_model_get_iterations (a), ==, N_EPOCHS * 3);
  g_assert_cmpuint (koma_layers_model_get_iterations (b), ==, N_EPOCHS * 3);
}

/* Its tensors, as a program keeps them in files of its own. */
static KomaLayersModel *
take_over (KomaLayersModel *from,
           const char      *optimizer)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GPtrArray) noted = koma_layers_model_get_optimizer_weights (from, NULL);
  KomaLayersModel *model = make_model (optimizer);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_assert_true (koma_layers_model_get_n_weights (from, &n, NULL));
  for (guint i = 0; i < n; i++)
    g_assert_true (koma_layers_model_set_weight (
      model, i, koma_layers_model_get_weight (from, i, NULL), NULL));
  g_assert_true (koma_layers_model_set_optimizer_weights (
    model, (KomaTensor **) noted->pdata, noted->len, koma_layers_model_get_iterations (from),
    &error));
  g_assert_no_error (error);
  return model;
}

static void
test_weights (Train        *self,
              gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (optimizer_names); i++) {
    g_autoptr (KomaLayersModel) whole = make_model (optimizer_names[i]);
    g_autoptr (KomaLayersModel) first = make_model (optimizer_names[i]);
    g_autoptr (KomaLayersModel) second = NULL;
    g_autoptr (GPtrArray) none = koma_layers_model_get_optimizer_weights (first, NULL);

    g_assert_cmpuint (none->len, ==, 0);
    fit (self, whole, 0, N_EPOCHS);
    fit (self, first, 0, STOP);
    second = take_over (first, optimizer_names[i]);
    fit (self, second, STOP, N_EPOCHS);
    assert_same_models (whole, second);
    /* It may go on in the same model, too, which has what computes already. */
    fit (self, first, STOP, N_EPOCHS);
    assert_same_models (whole, first);
  }
}

static void
test_file (Train        *self,
           gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (optimizer_names); i++) {
    g_autoptr (KomaLayersModel) whole = make_model (optimizer_names[i]);
    g_autoptr (KomaLayersModel) first = make_model (optimizer_names[i]);
    g_autoptr (KomaLayersModel) second = NULL;

    fit (self, whole, 0, N_EPOCHS);
    fit (self, first, 0, STOP);
    g_assert_true (koma_layers_model_save (first, self->folder, TRUE, NULL));
    second = koma_layers_model_load (self->folder, NULL);
    koma_layers_model_set_seed (second, 3);
    g_assert_cmpuint (koma_layers_model_get_iterations (second), ==, STOP * 3);
    fit (self, second, STOP, N_EPOCHS);
    assert_same_models (whole, second);
  }
}

/* What was noted stays then. */
static void
test_refused (Train        *self,
              gconstpointer data)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaLayersModel) model = make_model ("momentum");
  g_autoptr (GPtrArray) noted = NULL;
  KomaTensor  *swapped[6] = { 0 };
  KomaTensor **weights = NULL;

  assert_refused (koma_layers_model_get_optimizer_weights (self->model, &error),
                  KOMA_ERROR_ARGUMENT);
  assert_refused (koma_layers_model_set_optimizer_weights (self->model, NULL, 0, 1, &error),
                  KOMA_ERROR_ARGUMENT);
  fit (self, model, 0, 1);
  noted = koma_layers_model_get_optimizer_weights (model, NULL);
  g_assert_cmpuint (noted->len, ==, 6);
  weights = (KomaTensor **) noted->pdata;
  assert_refused (koma_layers_model_set_optimizer_weights (model, weights, 5, 9, &error),
                  KOMA_ERROR_ARGUMENT);
  for (guint i = 0; i < 6; i++)
    swapped[i] = weights[5 - i];
  assert_refused (koma_layers_model_set_optimizer_weights (model, swapped, 6, 9, &error),
                  KOMA_ERROR_SHAPE);
  g_assert_cmpuint (koma_layers_model_get_iterations (model), ==, 3);
  /* None are taken for a training that begins, and compiling forgets. */
  g_assert_true (koma_layers_model_set_optimizer_weights (model, NULL, 0, 9, NULL));
  g_assert_cmpuint (koma_layers_model_get_iterations (model), ==, 9);
  fit (self, model, 0, 1);
  g_assert_cmpuint (koma_layers_model_get_iterations (model), ==, 12);
  train_compile (model, "adam", 0.1);
  g_assert_cmpuint (koma_layers_model_get_iterations (model), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  TRAIN_ADD ("go-on/weights", test_weights);
  TRAIN_ADD ("go-on/file", test_file);
  TRAIN_ADD ("go-on/refused", test_refused);
  return g_test_run ();
}
