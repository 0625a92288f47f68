/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Averages of a layer that the call of a layer of one's own applies are moved by training, and
 * saved. */
#include <float.h>

#include "engine/koma/koma.h"
#include "own-layer-fixture.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define N             5 /* samples */
#define N_IN          3
#define UNITS         2
#define NORMALIZATION "{'momentum': 0.5, 'name': 'normal'}"

typedef struct
{
  KomaScope  *scope;
  KomaTensor *x;
  KomaTensor *y;
} Samples;

static void
set_up (Samples      *self,
        gconstpointer data)
{
  self->scope = koma_scope_begin ();
  self->x = koma_tensor_new_random_uniform (KOMA_DIMS (N, N_IN), -1, 1, 1, NULL);
  self->y = koma_tensor_new_random_uniform (KOMA_DIMS (N, UNITS), -1, 1, 2, NULL);
}

static void
tear_down (Samples      *self,
           gconstpointer data)
{
  g_clear_object (&self->scope);
}

/* A BatchNormalization, then what the layer computes itself. */
static KomaLayer *
make_normalizing (const char *class_name,
                  const char *config,
                  gpointer    user_data,
                  GError    **error)
{
  OwnLayer *layer = own_layer_new (UNITS);

  layer->inner = g_object_ref_sink (koma_layer_new ("BatchNormalization", NORMALIZATION, error));
  layer->n_inner = N_IN;
  return KOMA_LAYER (layer);
}

static KomaLayersModel *
make_model (KomaLayer *first, /* (nullable) */
            KomaLayer *last)
{
  KomaLayersModel *model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (0.1, NULL);
  g_autoptr (GError) error = NULL;

  koma_layers_model_set_seed (model, 4);
  koma_layers_model_add (model, koma_layer_new_input (KOMA_DIMS (N_IN)), &error);
  if (first != NULL)
    koma_layers_model_add (model, first, &error);
  koma_layers_model_add (model, last, &error);
  koma_layers_model_compile_with (model, sgd, "meanSquaredError", NULL, &error);
  g_assert_no_error (error);
  return model;
}

static void
train (KomaLayersModel *model,
       Samples         *samples)
{
  g_autoptr (GError) error = NULL;
  gsize              n = 0;
  g_autofree double *results =
    koma_layers_model_train_on_batch (model, &samples->x, 1, &samples->y, 1, &n, &error);

  g_assert_no_error (error);
  g_assert_nonnull (results);
}

static float *
predict (KomaLayersModel *model,
         Samples         *samples)
{
  g_autoptr (GError) error = NULL;
  gsize  n = 0;
  float *values = koma_tensor_read_floats (
    koma_layers_model_predict (model, &samples->x, 1, 32, &error), &n, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, N * UNITS);
  return values;
}

static void
assert_answers (KomaLayersModel *a,
                KomaLayersModel *b,
                Samples         *samples,
                float            tolerance)
{
  g_autofree float *p = predict (a, samples);
  g_autofree float *q = predict (b, samples);

  for (guint i = 0; i < N * UNITS; i++)
    g_assert_cmpfloat_with_epsilon (p[i], q[i], tolerance);
}

/* As two layers in a row. */
static void
test_row (Samples      *self,
          gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OwnLayer) outer = OWN_LAYER (make_normalizing (NULL, NULL, NULL, &error));
  g_autoptr (KomaLayersModel) model = make_model (NULL, KOMA_LAYER (outer));
  g_autoptr (OwnLayer) plain = own_layer_new (UNITS);
  g_autoptr (KomaLayersModel) row = make_model (
    koma_layer_new ("BatchNormalization", NORMALIZATION, &error), KOMA_LAYER (plain));

  g_assert_true (koma_variable_assign (plain->kernel, KOMA_TENSOR (outer->kernel), &error));
  assert_answers (model, row, self, 1e-6f);
  for (guint i = 0; i < 4; i++) {
    train (model, self);
    train (row, self);
    assert_answers (model, row, self, 1e-5f);
  }
}

static void
test_file (Samples      *self,
           gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("koma-own-XXXXXX", &error);
  g_autoptr (KomaLayer) outer = make_normalizing (NULL, NULL, NULL, &error);
  g_autoptr (KomaLayersModel) model = make_model (NULL, outer);
  g_autoptr (KomaLayersModel) loaded = NULL;

  koma_layer_register ("OwnLayer", make_normalizing, NULL, NULL);
  train (model, self);
  g_assert_true (koma_layers_model_save (model, folder, TRUE, &error));
  loaded = koma_layers_model_load (folder, &error);
  g_assert_no_error (error);
  assert_answers (model, loaded, self, FLT_MIN);
  train (model, self);
  train (loaded, self);
  assert_answers (model, loaded, self, FLT_MIN);
  remove_tree (folder);
}

/* It moves them at once where no model is trained. */
static void
test_call (Samples      *self,
           gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayer) outer = make_normalizing (NULL, NULL, NULL, &error);
  g_autoptr (KomaLayersModel) model = make_model (NULL, outer);
  g_autofree float *before = predict (model, self);
  g_autofree float *after = NULL;
  g_autoptr (GPtrArray) ys = koma_layer_call_training (outer, &self->x, 1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ys->len, ==, 1);
  after = predict (model, self);
  g_assert_cmpfloat (before[0], !=, after[0]);
}

#define ADD(name, func) \
  g_test_add ("/own-layers-averages/" name, Samples, NULL, set_up, func, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("row", test_row);
  ADD ("file", test_file);
  ADD ("call", test_call);
  return g_test_run ();
}
