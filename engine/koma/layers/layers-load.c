/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/formats/archive.h"
#include "engine/formats/format.h"
#include "engine/formats/json.h"
#include "engine/formats/keras/h5.h"
#include "engine/formats/keras/model.h"
#include "engine/formats/keras/plain.h"
#include "engine/formats/tfjs/weights.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "layers-file.h"
#include "layers-names.h"
#include "layers-settings.h"
#include "layers-state.h"
#include "layers-train.h"

/* What a file holds. */
typedef struct
{
  JsonNode   *node;     /* (owned) */
  JsonObject *topology; /* (borrowed) (nullable) */
  JsonObject *training; /* (borrowed) (nullable) */
  GHashTable *stored;   /* (owned) char * → KomaArray */
} Source;

static void
source_clear (Source *self)
{
  g_clear_pointer (&self->node, json_node_unref);
  g_clear_pointer (&self->stored, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Source, source_clear)

/* The model's entry: the topology itself, or wrapped as Keras saves it. */
static JsonObject *
find_entry (JsonObject *topology,
            GError    **error)
{
  JsonObject *wrapped = koma_json_get_object (topology, "model_config");
  JsonObject *entry = wrapped != NULL ? wrapped : topology;
  gboolean    is_graph = koma_json_get (topology, "node") != NULL;

  if (entry != NULL &&
      (koma_keras_layer_is_functional (entry) || koma_keras_layer_is_sequential (entry)))
    return entry;
  koma_fail (error, is_graph ? KOMA_ERROR_UNSUPPORTED : KOMA_ERROR_MODEL,
             "expected a model of layers, as TensorFlow.js or Keras saves it");
  return NULL;
}

static gboolean
read_json (const char *path,
           Source     *source,
           GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  JsonObject      *root = NULL;

  source->node =
    koma_keras_make_plain (koma_json_load (path, KOMA_MAX_TOPOLOGY_BYTES, NULL, error));
  root = koma_json_node_object (source->node);
  source->topology = koma_json_get_object (root, "modelTopology");
  source->training = koma_json_get_object (root, "trainingConfig");
  if (source->node == NULL || find_entry (source->topology, error) == NULL)
    return FALSE;
  source->stored = koma_tfjs_weights_read (folder, koma_json_get_array (root, "weightsManifest"),
                                           NULL, NULL, NULL, error);
  return source->stored != NULL;
}

static gboolean
read_keras (const char *path,
            Source     *source,
            GError    **error)
{
  g_autoptr (KomaContentHash) checksum = koma_content_hash_new ();

  if (!koma_keras_h5_read (path, checksum, &source->node, &source->stored, error))
    return FALSE;
  source->topology = koma_json_node_object (source->node);
  return TRUE;
}

/* A .keras file is an archive. */
static gboolean
read_archive (const char *path,
              Source     *source,
              GError    **error)
{
  g_auto (KomaUnpacked) unpacked = { 0 };

  if (!koma_archive_unpack (path, koma_archive_read, &unpacked, error))
    return FALSE;
  for (guint i = 0; i < unpacked.paths->len; i++)
    if (g_str_has_suffix (g_ptr_array_index (unpacked.paths, i), "/" KOMA_KERAS_WEIGHTS_NAME))
      return read_keras (g_ptr_array_index (unpacked.paths, i), source, error);
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "the archive holds no model of Keras");
}

static gboolean
read_source (const char *path,
             Source     *source,
             GError    **error)
{
  const KomaFormat *format = NULL;

  if (koma_archive_is (path))
    return read_archive (path, source, error);
  format = koma_formats_find (path, NULL);
  return format == &koma_format_keras ? read_keras (path, source, error)
                                      : read_json (path, source, error);
}

static char **
read_metrics (JsonArray *array)
{
  g_autoptr (GStrvBuilder) metrics = g_strv_builder_new ();

  for (guint i = 0; i < koma_json_array_length (array); i++)
    if (koma_json_node_string (koma_json_element (array, i)) != NULL)
      g_strv_builder_add (metrics, koma_json_node_string (koma_json_element (array, i)));
  return g_strv_builder_end (metrics);
}

static gboolean
compile (KomaLayersModel *self,
         JsonObject      *training,
         GError         **error)
{
  JsonObject *optimizer = koma_json_get_object (training, "optimizer_config");
  const char *name = koma_json_get_string (optimizer, "class_name");
  JsonArray  *several = koma_json_get_array (training, "loss");
  const char *loss = koma_json_get_string (training, "loss");
  g_auto (GStrv) metrics = read_metrics (koma_json_get_array (training, "metrics"));
  g_auto (GStrv) losses = read_metrics (several);

  if (name == NULL || (loss == NULL && losses[0] == NULL))
    return koma_fail (error, KOMA_ERROR_MODEL, "“trainingConfig” has no optimizer or no loss");
  return koma_layers_model_compile (self, name, loss != NULL ? loss : losses[0],
                                    (const char *const *) metrics, error) &&
         (loss != NULL ||
          koma_layers_model_set_losses (self, (const char *const *) losses, error)) &&
         koma_layers_read_optimizer (koma_json_get_object (optimizer, "config"), FALSE,
                                     &self->optimizer, error);
}

/* What the optimizer had noted, under the names that TensorFlow.js saves it: "dense/kernel/m". */
static gboolean
take_slots (KomaLayersModel *self,
            GHashTable      *stored,
            GError         **error)
{
  const KomaOptimizerRule *rule = self->optimizer.rule;
  KomaArray               *steps = g_hash_table_lookup (stored, "iter");

  if (steps == NULL || steps->count != 1 || steps->dtype != KOMA_DTYPE_INT32)
    return TRUE;
  self->n_stored_steps = koma_array_get_int (steps, 0);
  self->stored_slots = koma_layers_model_new_slots ();
  for (guint i = 0; i < self->weights->len; i++) {
    const KomaLayersWeight *weight = &g_array_index (self->weights, KomaLayersWeight, i);

    for (guint k = 0; k < rule->n_slots; k++) {
      g_autofree char *name = g_strconcat (weight->name, "/", rule->slots[k], NULL);
      KomaArray       *slot = g_hash_table_lookup (stored, name);

      if (slot != NULL && (slot->dtype != KOMA_DTYPE_FLOAT32 ||
                           !koma_shape_equal (&slot->shape, &weight->shape)))
        return koma_fail (error, KOMA_ERROR_MODEL, "“%s” is not of the shape of its weight", name);
      g_ptr_array_add (self->stored_slots, slot != NULL ? koma_array_ref (slot) : NULL);
    }
  }
  return TRUE;
}

static KomaLayersModel *
read_model (const char *path,
            GError    **error)
{
  g_auto (Source) source = { 0 };
  JsonObject *entry = NULL;
  g_autoptr (KomaLayersModel) self = NULL;

  if (read_source (path, &source, error))
    entry = find_entry (source.topology, error);
  if (entry != NULL) {
    koma_layers_names_join (entry);
    self = koma_layers_model_new_from_entry (entry, g_hash_table_ref (source.stored), error);
  }
  if (self == NULL || (source.training != NULL && (!compile (self, source.training, error) ||
                                                   !take_slots (self, source.stored, error))))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * koma_layers_model_load:
 * @path: of the model.json of TensorFlow.js, or the folder that it is in; of a .h5 or .keras file
 *   of Keras
 *
 * Loads a model of layers, to be trained further, evaluated or used. One of TensorFlow.js is
 * compiled if it was saved so, and goes on where it stopped if what its optimizer had noted was
 * saved too.
 * Thread: the one that will use it; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_MODEL if the files are damaged; %KOMA_ERROR_UNSUPPORTED if it is no layers
 * model, or Koma does not know a layer or what it is trained with; %KOMA_ERROR_SHAPE,
 * %KOMA_ERROR_MEMORY; #GFileError.
 *
 * Returns: (transfer full) (nullable): the model
 */
KomaLayersModel *
koma_layers_model_load (const char *path,
                        GError    **error)
{
  g_autofree char *inside = g_build_filename (path, "model.json", NULL);
  const char      *file = g_file_test (path, G_FILE_TEST_IS_DIR) ? inside : path;
  KomaLayersModel *self = read_model (file, error);

  if (self == NULL)
    g_prefix_error (error, "%s: ", file);
  return self;
}
