/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What test-tfjs-layers.py asks of Koma.
 *
 *   layers-exchange make NAME OUT    a new model, compiled, saved in the folder OUT
 *   layers-exchange train IN OUT     loads a model, predicts, trains it by some steps, predicts,
 *                                    and saves it; the predictions are OUT/before.f32, after.f32
 *
 * exchange.js does "train" in the same way with TensorFlow.js. */
#include "engine/koma/koma.h"

#include <string.h>

#define N_SAMPLES 6
#define N_STEPS   5
#define MAX_RANK  6

typedef struct
{
  const char *name;
  const char *optimizer;
  const char *loss;
  struct
  {
    const char *class_name;
    const char *config;
  } layers[6];
} Example;

static const Example examples[] = {
  { "dense",
    "adam",
    "meanSquaredError",
    { { "Dense",
        "{'units': 6, 'activation': 'tanh', 'inputShape': [4], 'kernelRegularizer': "
        "{'class_name': 'L1L2', 'config': {'l1': 0, 'l2': 0.01}}}" },
      { "Dense", "{'units': 2}" } } },
  { "pictures",
    "momentum",
    "categoricalCrossentropy",
    { { "Conv2D", "{'filters': 4, 'kernelSize': 3, 'padding': 'same', 'inputShape': [8, 8, 2]}" },
      { "BatchNormalization", "{'momentum': 0.9}" },
      { "ReLU", NULL },
      { "MaxPooling2D", "{'poolSize': 2}" },
      { "Flatten", NULL },
      { "Dense", "{'units': 3, 'activation': 'softmax'}" } } },
  { "depthwise",
    "rmsprop",
    "meanAbsoluteError",
    { { "DepthwiseConv2D", "{'kernelSize': 3, 'depthMultiplier': 2, 'inputShape': [6, 6, 2]}" },
      { "GlobalAveragePooling2D", NULL },
      { "Dense", "{'units': 1, 'activation': 'sigmoid'}" } } },
  { "sequence",
    "adagrad",
    "binaryCrossentropy",
    { { "LSTM", "{'units': 3, 'inputShape': [5, 2]}" },
      { "Dense", "{'units': 1, 'activation': 'sigmoid'}" } } },
};

static gboolean
add_layers (KomaLayersModel *model,
            const Example   *example,
            GError         **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (example->layers) && example->layers[i].class_name != NULL;
       i++)
    if (!koma_layers_model_add (model,
                                koma_layer_new (example->layers[i].class_name,
                                                example->layers[i].config, error),
                                error))
      return FALSE;
  return TRUE;
}

static gboolean
make (const char *name,
      const char *out,
      GError    **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++) {
    g_autoptr (KomaLayersModel) model = NULL;

    if (strcmp (examples[i].name, name) != 0)
      continue;
    model = koma_layers_model_new_sequential (name);
    koma_layers_model_set_seed (model, 1);
    return add_layers (model, &examples[i], error) &&
           koma_layers_model_compile (model, examples[i].optimizer, examples[i].loss, NULL,
                                      error) &&
           koma_layers_model_save (model, out, TRUE, error);
  }
  return FALSE;
}

/* Numbers in [0, 1), by a formula that exchange.js has too. */
static KomaTensor *
make_samples (const int *shape, /* without the samples */
              guint      rank,
              guint32    seed)
{
  int               whole[MAX_RANK] = { N_SAMPLES };
  gsize             n = N_SAMPLES;
  g_autofree float *values = NULL;

  for (guint d = 0; d < rank; d++) {
    whole[d + 1] = shape[d];
    n *= shape[d];
  }
  values = g_new (float, n);
  for (gsize i = 0; i < n; i++)
    values[i] = (float) ((((guint32) i + seed) * 2654435761u >> 16) / 65536.0);
  return g_object_ref_sink (koma_tensor_new (values, n, whole, rank + 1, NULL));
}

static gboolean
predict (KomaLayersModel *model,
         KomaTensor      *x,
         const char      *out,
         const char      *name,
         KomaTensor     **ret_y,
         GError         **error)
{
  g_autofree char  *path = g_build_filename (out, name, NULL);
  g_autofree float *values = NULL;
  gsize             n = 0;
  KomaTensor       *y = koma_layers_model_predict (model, &x, 1, N_SAMPLES, error);

  if (y == NULL)
    return FALSE;
  *ret_y = g_object_ref_sink (y);
  values = koma_tensor_read_floats (y, &n, error);
  return values != NULL &&
         g_file_set_contents (path, (const char *) values, n * sizeof *values, error);
}

static gboolean
run_steps (KomaLayersModel *model,
           KomaTensor      *x,
           KomaTensor      *y,
           GError         **error)
{
  for (guint i = 0; i < N_STEPS; i++) {
    gsize              n = 0;
    g_autofree double *results =
      koma_layers_model_train_on_batch (model, &x, 1, &y, 1, &n, error);

    if (results == NULL)
      return FALSE;
  }
  return TRUE;
}

/* The shape of the input stands in the file; it is read from the first argument behind. */
static gboolean
train (const char *in,
       const char *out,
       const char *dims,
       GError    **error)
{
  g_autoptr (KomaLayersModel) model = koma_layers_model_load (in, error);
  g_autoptr (KomaTensor) x = NULL;
  g_autoptr (KomaTensor) before = NULL;
  g_autoptr (KomaTensor) after = NULL;
  g_autoptr (KomaTensor) y = NULL;
  g_auto (GStrv) sizes = g_strsplit (dims, ",", MAX_RANK - 1);
  int        shape[MAX_RANK] = { 0 };
  const int *found = NULL;
  guint      rank = 0;

  if (model == NULL || g_mkdir_with_parents (out, 0777) != 0)
    return FALSE;
  for (guint i = 0; sizes[i] != NULL; i++)
    shape[i] = atoi (sizes[i]);
  x = make_samples (shape, g_strv_length (sizes), 1);
  if (!predict (model, x, out, "before.f32", &before, error))
    return FALSE;
  found = koma_tensor_get_shape (before, &rank);
  y = make_samples (found + 1, rank - 1, 99);
  return run_steps (model, x, y, error) && predict (model, x, out, "after.f32", &after, error) &&
         koma_layers_model_save (model, out, TRUE, error);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  gboolean is_done = FALSE;

  if (argc == 4 && strcmp (argv[1], "make") == 0)
    is_done = make (argv[2], argv[3], &error);
  else if (argc == 5 && strcmp (argv[1], "train") == 0)
    is_done = train (argv[2], argv[3], argv[4], &error);
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  return is_done ? 0 : 1;
}
