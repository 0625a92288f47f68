/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model learns: which of two inputs is 1, but not both. */
#include <koma/koma.h>

static KomaLayersModel *
make_model (GError **error)
{
  static const char *const metrics[] = { "accuracy", NULL };
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential ("xor");

  koma_layers_model_set_seed (model, 1);
  if (!koma_layers_model_add (model, koma_layer_new_input (KOMA_DIMS (2)), error) ||
      !koma_layers_model_add (model, koma_layer_new_dense (8, "tanh"), error) ||
      !koma_layers_model_add (model, koma_layer_new_dense (1, "sigmoid"), error) ||
      !koma_layers_model_compile (model, "adam", "binaryCrossentropy", metrics, error) ||
      !koma_layers_model_set_option (model, "learningRate", 0.1, error))
    return NULL;
  return g_steal_pointer (&model);
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (100, 4);
  g_autoptr (KomaLayersModel) model = make_model (&error);
  g_autoptr (KomaHistory) history = NULL;
  g_autofree double *results = NULL;
  gsize              n_results = 0;
  KomaTensor        *x = koma_tensor_new_2d (KOMA_VALUES (0, 0, 0, 1, 1, 0, 1, 1), 4, 2, &error);
  KomaTensor        *y = koma_tensor_new_2d (KOMA_VALUES (0, 1, 1, 0), 4, 1, &error);
  KomaTensor        *answers = NULL;

  if (model == NULL)
    g_error ("%s", error->message);
  history = koma_layers_model_fit (model, &x, 1, &y, 1, options, NULL, &error);
  if (history == NULL)
    g_error ("%s", error->message);
  results = koma_layers_model_evaluate (model, &x, 1, &y, 1, 4, &n_results, &error);
  if (results == NULL)
    g_error ("%s", error->message);
  g_print ("accuracy: %g\n", results[1]);
  answers = koma_layers_model_predict (model, &x, 1, 4, &error);
  if (!koma_tensor_print (koma_tensor_round (answers, &error), FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
