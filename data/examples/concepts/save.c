/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model is saved and loaded, and predicts the same. */
#include <koma/koma.h>

static KomaLayersModel *
save_and_load (KomaLayersModel *model, GError **error)
{
  if (!koma_layers_model_save (model, "saved", FALSE, error))
    return NULL;
  return koma_layers_model_load ("saved/model.json", error);
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaLayersModel) loaded = NULL;
  KomaTensor *x = koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (1, 4), &error);
  KomaTensor *before = NULL;
  KomaTensor *after = NULL;

  if (koma_layers_model_add (model, koma_layer_new_input (KOMA_DIMS (4)), &error) &&
      koma_layers_model_add (model, koma_layer_new_dense (3, "softmax"), &error))
    loaded = save_and_load (model, &error);
  if (loaded == NULL)
    g_error ("%s", error->message);
  before = koma_layers_model_predict (model, &x, 1, 1, &error);
  after = koma_layers_model_predict (loaded, &x, 1, 1, &error);
  if (!koma_tensor_print (koma_tensor_equal (before, after, &error), FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
