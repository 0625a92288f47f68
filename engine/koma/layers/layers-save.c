/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model is saved as TensorFlow.js does it. The weights are written under a name that model.json
 * does not refer to yet, then model.json is replaced, then the weights of before are deleted: at
 * any moment the folder holds a whole model. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "engine/formats/json.h"
#include "engine/formats/keras/model.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "layers-file.h"
#include "layers-names.h"
#include "layers-state.h"
#include "own-layer-private.h"

static const char *const weight_files[] = { "weights.bin", "weights-1.bin" };

typedef struct
{
  JsonArray  *entries; /* of the manifest */
  GByteArray *bytes;
  GHashTable *names; /* of layers */
} Weights;

/* (transfer full) */
static char *
write_name (const Weights          *self,
            const KomaLayersWeight *weight)
{
  const char *layer =
    g_hash_table_lookup (self->names, koma_keras_layer_get_identity (weight->layer));

  /* Weights of a layer within the layer have the name of that. */
  if (layer == NULL || g_str_equal (weight->name, weight->label))
    return g_strdup (weight->name);
  return g_strconcat (layer, "/", weight->label, NULL);
}

static void
add_entry (Weights         *self,
           const char      *name,
           KomaDType        dtype,
           const KomaShape *shape,
           gboolean         is_of_optimizer)
{
  JsonObject *entry = json_object_new ();
  JsonArray  *dims = json_array_new ();

  for (guint d = 0; d < shape->rank; d++)
    json_array_add_int_element (dims, shape->dims[d]);
  json_object_set_string_member (entry, "name", name);
  json_object_set_array_member (entry, "shape", dims);
  json_object_set_string_member (entry, "dtype", koma_dtype_name (dtype));
  if (is_of_optimizer)
    json_object_set_string_member (entry, "group", "optimizer");
  json_array_add_object_element (self->entries, entry);
}

/* Little-endian numbers of 4 bytes. */
static void
add_bytes (Weights      *self,
           gconstpointer data,
           gsize         n)
{
  const guint8 *bytes = data;

  for (gsize i = 0; i < n; i++) {
    guint32 bits = 0;

    memcpy (&bits, bytes + 4 * i, 4);
    bits = GUINT32_TO_LE (bits);
    g_byte_array_append (self->bytes, (const guint8 *) &bits, 4);
  }
}

static gboolean
add_weights (KomaLayersModel *model,
             Weights         *self,
             GError         **error)
{
  g_autoptr (GArray) order = koma_layers_model_order_weights (model);

  for (guint i = 0; i < order->len; i++) {
    const guint             index = g_array_index (order, guint, i);
    const KomaLayersWeight *weight = &g_array_index (model->weights, KomaLayersWeight, index);
    g_autoptr (KomaArray) array = koma_layers_model_copy_weight (model, index, error);
    g_autofree char *name = NULL;

    if (array == NULL)
      return FALSE;
    name = write_name (self, weight);
    add_entry (self, name, KOMA_DTYPE_FLOAT32, &weight->shape, FALSE);
    add_bytes (self, array->data, array->count);
  }
  return TRUE;
}

/* Without a step the optimizer has noted nothing. As TensorFlow.js: first one slot of all weights,
 * then the next. */
static void
add_slots (KomaLayersModel *model,
           Weights         *self)
{
  const KomaOptimizerRule *rule = model->optimizer.rule;
  const gint32             n_steps = (gint32) koma_layers_model_get_n_steps (model);
  const KomaShape          scalar = KOMA_SHAPE_SCALAR;
  g_autoptr (GArray) order = koma_layers_model_order_weights (model);

  add_entry (self, "iter", KOMA_DTYPE_INT32, &scalar, TRUE);
  add_bytes (self, &n_steps, 1);
  for (guint k = 0; k < koma_optimizer_settings_get_n_slots (&model->optimizer); k++)
    for (guint i = 0; i < order->len; i++) {
      const guint             index = g_array_index (order, guint, i);
      const KomaLayersWeight *weight = &g_array_index (model->weights, KomaLayersWeight, index);
      const float            *slot = koma_layers_model_get_slot (model, index, k);
      g_autofree char        *own = write_name (self, weight);
      g_autofree char        *name = g_strconcat (own, "/", rule->slots[k], NULL);

      if (slot == NULL)
        continue;
      add_entry (self, name, KOMA_DTYPE_FLOAT32, &weight->shape, TRUE);
      add_bytes (self, slot, koma_shape_count (&weight->shape));
    }
}

static JsonObject *
write_topology (KomaLayersModel *model,
                const Weights   *weights)
{
  JsonObject *topology = json_object_new ();
  g_autoptr (JsonObject) entry = koma_layers_names_write (weights->names, model->entry);

  json_object_set_string_member (topology, "class_name",
                                 koma_json_get_string (entry, "class_name"));
  json_object_set_object_member (topology, "config",
                                 json_object_ref (koma_json_get_object (entry, "config")));
  json_object_set_string_member (topology, "keras_version", "tfjs-layers 4.22.0");
  json_object_set_string_member (topology, "backend", "tensor_flow.js");
  return topology;
}

static JsonObject *
write_optimizer (KomaLayersModel *model)
{
  const KomaOptimizerRule *rule = model->optimizer.rule;
  JsonObject              *optimizer = json_object_new ();
  JsonObject              *config = json_object_new ();

  for (guint i = 0; rule->options[i].name != NULL; i++) {
    const KomaOptimizerOption *option = &rule->options[i];
    const double               value = model->optimizer.options[i];

    if (strcmp (option->name, "centered") == 0 || strcmp (option->name, "use_nesterov") == 0)
      json_object_set_boolean_member (config, option->name, value != 0);
    else
      json_object_set_double_member (config, option->name, value);
  }
  json_object_set_string_member (optimizer, "class_name", model->optimizer.name);
  json_object_set_object_member (optimizer, "config", config);
  return optimizer;
}

static JsonObject *
write_training (KomaLayersModel *model)
{
  JsonObject *training = json_object_new ();
  JsonArray  *losses = json_array_new ();
  JsonArray  *metrics = json_array_new ();

  for (guint i = 0; i < model->losses->len; i++) {
    g_autofree char *name =
      koma_loss_get_name ((KomaLoss) GPOINTER_TO_UINT (g_ptr_array_index (model->losses, i)));

    json_array_add_string_element (losses, name);
  }
  for (guint i = 0; model->metrics != NULL && model->metrics[i] != NULL; i++)
    json_array_add_string_element (metrics, model->metrics[i]);
  json_object_set_object_member (training, "optimizer_config", write_optimizer (model));
  if (model->losses->len == 1)
    json_object_set_string_member (training, "loss", json_array_get_string_element (losses, 0));
  else
    json_object_set_array_member (training, "loss", json_array_ref (losses));
  json_object_set_array_member (training, "metrics", metrics);
  json_array_unref (losses);
  return training;
}

static JsonArray *
write_manifest (const Weights *weights,
                const char    *file)
{
  JsonArray  *manifest = json_array_new ();
  JsonArray  *paths = json_array_new ();
  JsonObject *group = json_object_new ();

  if (weights->bytes->len > 0)
    json_array_add_string_element (paths, file);
  json_object_set_array_member (group, "paths", paths);
  json_object_set_array_member (group, "weights", json_array_ref (weights->entries));
  json_array_add_object_element (manifest, group);
  return manifest;
}

static char *
write_json (KomaLayersModel *model,
            const Weights   *weights,
            const char      *file,
            gboolean         includes_optimizer)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  JsonObject *root = json_object_new ();

  json_object_set_string_member (root, "format", "layers-model");
  json_object_set_string_member (root, "generatedBy", "Koma");
  json_object_set_null_member (root, "convertedBy");
  json_object_set_object_member (root, "modelTopology", write_topology (model, weights));
  if (includes_optimizer)
    json_object_set_object_member (root, "trainingConfig", write_training (model));
  json_object_set_array_member (root, "weightsManifest", write_manifest (weights, file));
  json_node_take_object (node, root);
  return json_to_string (node, FALSE);
}

/* Which of the files of weights the model.json that is there refers to: its index, or -1. */
static int
find_used (const char *json)
{
  g_autoptr (JsonNode) node = koma_json_load (json, KOMA_MAX_TOPOLOGY_BYTES, NULL, NULL);
  JsonArray *manifest = koma_json_get_array (koma_json_node_object (node), "weightsManifest");
  JsonArray *paths = koma_json_get_array (
    koma_json_node_object (koma_json_element (manifest, 0)), "paths");

  for (guint i = 0; i < G_N_ELEMENTS (weight_files); i++)
    if (g_strcmp0 (koma_json_node_string (koma_json_element (paths, 0)), weight_files[i]) == 0)
      return (int) i;
  return -1;
}

static gboolean
write_files (KomaLayersModel *model,
             const Weights   *weights,
             const char      *folder,
             gboolean         includes_optimizer,
             GError         **error)
{
  g_autofree char *json = g_build_filename (folder, "model.json", NULL);
  const int        used = find_used (json);
  const char      *file = weight_files[used == 0 ? 1 : 0];
  g_autofree char *bin = g_build_filename (folder, file, NULL);
  g_autofree char *text = write_json (model, weights, file, includes_optimizer);

  if ((weights->bytes->len > 0 &&
       !g_file_set_contents_full (bin, (const char *) weights->bytes->data, weights->bytes->len,
                                  G_FILE_SET_CONTENTS_CONSISTENT, 0666, error)) ||
      !g_file_set_contents_full (json, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666, error))
    return FALSE;
  if (used >= 0) {
    g_autofree char *before = g_build_filename (folder, weight_files[used], NULL);

    (void) g_unlink (before);
  }
  return TRUE;
}

static gboolean
has_functions (const KomaLayersModel *self)
{
  gboolean are_there = self->own_metrics->len > 0;

  for (guint i = 0; i < self->own_losses->len; i++)
    are_there = are_there || self->own_losses->pdata[i] != NULL;
  return are_there;
}

/* Of layers of one's own. */
static gboolean
write_configs (KomaLayersModel *self,
               GError         **error)
{
  for (guint i = 0; i < self->layers->len; i++)
    if (!koma_layer_write_config (self->layers->pdata[i], error))
      return FALSE;
  return TRUE;
}

/**
 * koma_layers_model_save:
 * @self: a model
 * @folder: is made where it is not there; other files in it are left alone
 * @includes_optimizer: whether optimizer, loss, metrics, and what the optimizer has noted are
 *   saved, so that the training can go on
 *
 * Saves the model as TensorFlow.js loads it: model.json and its weights. Another model in the
 * folder is replaced; at any moment one of the two is there whole. States are not saved. Thread:
 * the owner's; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the optimizer is to be saved and the model is not compiled,
 * %KOMA_ERROR_UNSUPPORTED if its loss or a metric is a function; those
 * of koma_layers_model_get_n_weights(); #GFileError.
 *
 * Returns: whether all files were written
 */
gboolean
koma_layers_model_save (KomaLayersModel *self,
                        const char      *folder,
                        gboolean         includes_optimizer,
                        GError         **error)
{
  Weights  weights = { .entries = json_array_new (), .bytes = g_byte_array_new () };
  gboolean is_saved = FALSE;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  weights.names = koma_layers_names_new (self->entry);
  if (includes_optimizer && self->losses == NULL)
    koma_fail (error, KOMA_ERROR_ARGUMENT, "The model is not compiled: it has no optimizer");
  else if (includes_optimizer && has_functions (self))
    koma_fail (error, KOMA_ERROR_UNSUPPORTED,
               "A loss or a metric that is a function can not be saved with the optimizer");
  else if (g_mkdir_with_parents (folder, 0777) != 0)
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno), "%s: %s", folder,
                 g_strerror (errno));
  else if (koma_layers_model_ensure_weights (self, error) && write_configs (self, error) &&
           add_weights (self, &weights, error)) {
    if (includes_optimizer && (self->trainer != NULL || self->stored_slots != NULL))
      add_slots (self, &weights);
    is_saved = write_files (self, &weights, folder, includes_optimizer, error);
  }
  json_array_unref (weights.entries);
  g_byte_array_unref (weights.bytes);
  g_hash_table_unref (weights.names);
  return is_saved;
}
