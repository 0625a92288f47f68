/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model learns which arm of a spiral a point is on; it is saved, and loaded again. */
#include <koma/koma.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N_ARMS    3
#define N_POINTS  60
#define N_SAMPLES (N_ARMS * N_POINTS)

static gboolean
make_samples (KomaTensor **ret_x,
              KomaTensor **ret_y,
              GError     **error)
{
  float       points[N_SAMPLES][2];
  int         arms[N_SAMPLES];
  KomaTensor *numbers = NULL;

  for (int i = 0; i < N_SAMPLES; i++) {
    const double radius = (i % N_POINTS + 1) / (double) N_POINTS;
    const double angle = 2 * G_PI * (i / N_POINTS) / N_ARMS + 3 * radius;

    points[i][0] = radius * cos (angle);
    points[i][1] = radius * sin (angle);
    arms[i] = i / N_POINTS;
  }
  *ret_x = koma_tensor_new_2d (points[0], 2 * N_SAMPLES, N_SAMPLES, 2, error);
  numbers = koma_tensor_new_ints (arms, N_SAMPLES, KOMA_DIMS (N_SAMPLES), error);
  *ret_y = koma_tensor_one_hot (numbers, N_ARMS, 1, 0, error);
  return *ret_y != NULL;
}

static KomaLayersModel *
make_model (GError **error)
{
  static const char *const metrics[] = { "accuracy", NULL };
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential ("spiral");

  koma_layers_model_set_seed (model, 1);
  if (!koma_layers_model_add (model, koma_layer_new_input (KOMA_DIMS (2)), error) ||
      !koma_layers_model_add (model, koma_layer_new_dense (24, "tanh"), error) ||
      !koma_layers_model_add (model, koma_layer_new_dense (24, "tanh"), error) ||
      !koma_layers_model_add (model, koma_layer_new_dense (N_ARMS, "softmax"), error) ||
      !koma_layers_model_compile (model, "adam", "categoricalCrossentropy", metrics, error) ||
      !koma_layers_model_set_option (model, "learningRate", 0.02, error))
    return NULL;
  return g_steal_pointer (&model);
}

static gboolean
train (KomaLayersModel *model,
       KomaTensor      *x,
       KomaTensor      *y,
       GError         **error)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (150, 32);
  g_autoptr (KomaHistory) history =
    koma_layers_model_fit (model, &x, 1, &y, 1, options, NULL, error);
  const double      *loss = NULL;
  g_autofree double *results = NULL;
  gsize              n = 0;

  if (history == NULL)
    return FALSE;
  loss = koma_history_get_values (history, "loss", &n);
  printf ("epochs: %u\n", koma_history_get_n_epochs (history));
  printf ("the loss fell: %s\n", loss[n - 1] < loss[0] / 10 ? "yes" : "no");
  results = koma_layers_model_evaluate (model, &x, 1, &y, 1, 32, &n, error);
  if (results != NULL)
    printf ("accuracy: %.2f\n", results[1]);
  return results != NULL;
}

static gboolean
save_and_load (KomaLayersModel *model,
               KomaTensor      *x,
               GError         **error)
{
  g_autoptr (KomaLayersModel) loaded = NULL;
  g_autofree float *found = NULL;
  g_autofree float *wanted = NULL;
  gsize             n = 0;

  /* As TensorFlow.js has it: a folder with model.json and weights.bin. */
  if (!koma_layers_model_save (model, "spiral", FALSE, error))
    return FALSE;
  loaded = koma_layers_model_load ("spiral", error);
  if (loaded == NULL)
    return FALSE;
  found = koma_tensor_read_floats (koma_layers_model_predict (loaded, &x, 1, 32, error), &n, error);
  wanted = koma_tensor_read_floats (koma_layers_model_predict (model, &x, 1, 32, error), &n, error);
  if (found == NULL || wanted == NULL)
    return FALSE;
  printf ("the loaded one predicts the same: %s\n",
          memcmp (found, wanted, n * sizeof (float)) == 0 ? "yes" : "no");
  return TRUE;
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = make_model (&error);
  KomaTensor *x = NULL;
  KomaTensor *y = NULL;

  if (model != NULL && make_samples (&x, &y, &error) && train (model, x, y, &error) &&
      save_and_load (model, x, &error))
    return 0;
  fprintf (stderr, "%s\n", error->message);
  return 1;
}
