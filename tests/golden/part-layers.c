/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "part-models.h"
#include "samples.h"

static gboolean
write_outputs (GPtrArray  *tensors,
               JsonArray  *outputs,
               const char *folder,
               GError    **error)
{
  if (tensors->len != json_array_get_length (outputs))
    return koma_fail (error, KOMA_ERROR_MODEL, "%u outputs, expected %u", tensors->len,
                      json_array_get_length (outputs));
  for (guint i = 0; i < tensors->len; i++) {
    JsonObject *output = json_array_get_object_element (outputs, i);

    if (!samples_write (g_ptr_array_index (tensors, i), folder,
                        json_object_get_string_member (output, "file"), error))
      return FALSE;
  }
  return TRUE;
}

static GPtrArray *
list_weights (KomaLayersModel *model,
              GError         **error)
{
  g_autoptr (GPtrArray) weights = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = 0;

  if (!koma_layers_model_get_n_weights (model, &n, error))
    return NULL;
  for (guint i = 0; i < n; i++) {
    KomaTensor *weight = koma_layers_model_get_weight (model, i, error);

    if (weight == NULL)
      return NULL;
    g_ptr_array_add (weights, g_object_ref_sink (weight));
  }
  return g_steal_pointer (&weights);
}

static gboolean
run_mode (KomaLayersModel *model,
          JsonObject      *run,
          GPtrArray       *inputs,
          const char      *folder,
          GError         **error)
{
  const gboolean is_training =
    strcmp (json_object_get_string_member (run, "mode"), "train") == 0;
  KomaTensor **x = (KomaTensor **) inputs->pdata;
  KomaTensor  *first = inputs->pdata[0];
  guint        rank = 0;
  const guint  batch = (guint) koma_tensor_get_shape (first, &rank)[0];
  g_autoptr (GPtrArray) outputs =
    is_training ? koma_layers_model_apply (model, x, inputs->len, TRUE, error)
                : koma_layers_model_predict_all (model, x, inputs->len, batch, error);
  g_autoptr (GPtrArray) weights = NULL;

  if (outputs == NULL ||
      !write_outputs (outputs, json_object_get_array_member (run, "outputs"), folder, error))
    return FALSE;
  if (!json_object_has_member (run, "weights_after"))
    return TRUE;
  weights = list_weights (model, error);
  return weights != NULL &&
         write_outputs (weights, json_object_get_array_member (run, "weights_after"), folder,
                        error);
}

static gboolean
run_case (JsonObject *what,
          const char *golden,
          const char *results,
          GError    **error)
{
  const char      *name = json_object_get_string_member (what, "name");
  g_autofree char *from = g_build_filename (golden, "layers", name, NULL);
  g_autofree char *to = g_build_filename (results, "layers", name, NULL);
  JsonArray       *inputs = json_object_get_array_member (what, "inputs");
  JsonArray       *runs = json_object_get_array_member (what, "runs");
  g_autoptr (KomaLayersModel) model = koma_layers_model_load (from, error);
  g_autoptr (GPtrArray) x = g_ptr_array_new_with_free_func (g_object_unref);

  if (model == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (inputs); i++) {
    KomaTensor *tensor = samples_read (json_array_get_object_element (inputs, i), from, error);

    if (tensor == NULL)
      return FALSE;
    g_ptr_array_add (x, tensor);
  }
  g_mkdir_with_parents (to, 0777);
  for (guint i = 0; i < json_array_get_length (runs); i++)
    if (!run_mode (model, json_array_get_object_element (runs, i), x, to, error))
      return FALSE;
  return TRUE;
}

void
part_layers (const char *golden,
             const char *results)
{
  g_autofree char *path = g_build_filename (golden, "layers", "index.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *cases = NULL;

  if (!json_parser_load_from_file (parser, path, NULL))
    return;
  cases = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                        "cases");
  for (guint i = 0; i < json_array_get_length (cases); i++) {
    JsonObject *what = json_array_get_object_element (cases, i);
    g_autoptr (GError) error = NULL;

    if (!run_case (what, golden, results, &error))
      g_printerr ("layers %s: %s\n", json_object_get_string_member (what, "name"),
                  error->message);
  }
}
