/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-train-fixture.h"

#include "tests/remove-tree.h"

KomaTensor *
train_make (const float *values,
            int          n0,
            int          n1)
{
  g_autoptr (GError) error = NULL;
  KomaTensor *tensor = koma_tensor_new (values, (gsize) (n0 * n1), KOMA_DIMS (n0, n1), &error);

  g_assert_no_error (error);
  return g_object_ref_sink (tensor);
}

void
train_set_up (Train        *self,
              gconstpointer data)
{
  float x[N] = { 0 };
  float y[N] = { 0 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N; i++) {
    x[i] = (float) i / N;
    y[i] = 2 * x[i] + 1;
  }
  self->x = train_make (x, N, 1);
  self->y = train_make (y, N, 1);
  self->model = koma_layers_model_new_sequential (NULL);
  koma_layers_model_set_seed (self->model, 1);
  koma_layers_model_add (
    self->model,
    koma_layer_new ("Dense", "{'name': 'd', 'units': 1, 'inputShape': [1]}", &error), &error);
  g_assert_no_error (error);
  self->folder = g_dir_make_tmp ("koma-layers-XXXXXX", &error);
  g_assert_no_error (error);
}

void
train_tear_down (Train        *self,
                 gconstpointer data)
{
  remove_tree (self->folder);
  g_free (self->folder);
  g_object_unref (self->model);
  g_object_unref (self->x);
  g_object_unref (self->y);
}

void
train_compile (KomaLayersModel *model,
               const char      *optimizer,
               double           rate)
{
  const char *const metrics[] = { "mae", NULL };
  g_autoptr (GError) error = NULL;

  koma_layers_model_compile (model, optimizer, "meanSquaredError", metrics, &error);
  g_assert_no_error (error);
  g_assert_true (koma_layers_model_set_option (model, "learningRate", rate, &error));
}

void
train_set_weights (KomaLayersModel *model,
                   float            kernel,
                   float            bias)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) k = train_make (&kernel, 1, 1);
  g_autoptr (KomaTensor) b = g_object_ref_sink (koma_tensor_new (&bias, 1, KOMA_DIMS (1), &error));

  g_assert_true (koma_layers_model_set_weight (model, 0, k, &error));
  g_assert_true (koma_layers_model_set_weight (model, 1, b, &error));
}

float
train_get_weight (KomaLayersModel *model,
                  guint            index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTensor) tensor = koma_layers_model_get_weight (model, index, &error);
  g_autofree float *values = NULL;
  gsize             n = 0;

  g_assert_no_error (error);
  g_object_ref_sink (tensor);
  values = koma_tensor_read_floats (tensor, &n, &error);
  g_assert_no_error (error);
  return values[0];
}

KomaHistory *
train_fit (Train          *self,
           KomaFitOptions *options)
{
  g_autoptr (GError) error = NULL;
  KomaHistory *history = koma_layers_model_fit (self->model, &self->x, 1, &self->y, 1, options,
                                                NULL, &error);

  g_assert_no_error (error);
  return history;
}
