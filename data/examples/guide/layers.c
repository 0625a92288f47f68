/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model made of layers: what comes next after 80 steps of 4 numbers each. */
#include <koma/koma.h>

#define LEARNING_RATE 0.01

/* One layer with 20 outputs. */
static KomaLayersModel *
make_model (GError **error)
{
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaOptimizer) optimizer = koma_optimizer_new_sgd (LEARNING_RATE, error);
  KomaLayer *rnn = koma_layer_new ("SimpleRNN",
                                   "{'units': 20,"
                                   " 'recurrentInitializer': 'GlorotNormal',"
                                   " 'inputShape': [80, 4]}",
                                   error);

  if (!koma_layers_model_add (model, rnn, error) ||
      !koma_layers_model_compile_with (model, optimizer, "categoricalCrossentropy", NULL, error))
    return NULL;
  return g_steal_pointer (&model);
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaHistory) history = NULL;
  g_autoptr (KomaLayersModel) model = make_model (&error);
  /* 20 samples, each of a class of its own. */
  KomaTensor *data = koma_tensor_new_random_uniform (KOMA_DIMS (20, 80, 4), -1, 1, 7, &error);
  KomaTensor *labels = koma_tensor_new_eye (KOMA_DTYPE_FLOAT32, 20, 20, &error);
  KomaTensor *result = NULL;
  const int  *shape = NULL;
  guint       rank = 0;

  if (model != NULL)
    history = koma_layers_model_fit (model, &data, 1, &labels, 1, NULL, NULL, &error);
  if (history != NULL)
    result = koma_layers_model_predict (model, &data, 1, 32, &error);
  if (result == NULL)
    g_error ("%s", error->message);
  g_print ("epochs: %u\n", koma_history_get_n_epochs (history));
  shape = koma_tensor_get_shape (result, &rank);
  g_print ("result: %d x %d\n", shape[0], shape[1]);
  return 0;
}
