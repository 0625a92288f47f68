/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A Keras model: TensorFlow.js has it as the topology of model.json, with its weights in shards;
 * h5.c reads Keras' own files. Each layer is lowered into TensorFlow's ops, so that passes and
 * backends know one set of ops only. */
#include "keras.h"
#include "model.h"

#include "engine/formats/json.h"
#include "engine/formats/tfjs/weights.h"
#include "engine/passes/passes.h"

/* The model's entry: the topology itself, or wrapped as Keras saves it. */
static JsonObject *
find_model (JsonObject *topology)
{
  JsonObject *wrapped = koma_json_get_object (topology, "model_config");

  return wrapped != NULL ? wrapped : topology;
}

/* Names of outputs: those of the layers that make them. */
static void
add_outputs (KomaKerasBuilder *builder,
             GArray           *outputs)
{
  KomaGraph *graph = builder->nodes.graph;

  for (guint i = 0; i < outputs->len; i++) {
    KomaValueId value = g_array_index (outputs, KomaValueId, i);

    if (value != KOMA_VALUE_NONE)
      koma_graph_add_output (graph, koma_graph_get_value (graph, value)->name, value);
  }
}

static gboolean
lower (KomaKerasBuilder *builder,
       JsonObject       *model,
       GError          **error)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  if (!koma_keras_layer_is_functional (model) && !koma_keras_layer_is_sequential (model))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "topology is “%s”, expected Sequential, Model or Functional",
                      koma_keras_layer_get_class (model));
  if (!koma_keras_lower_layer (builder, model, inputs, 0, outputs, error))
    return FALSE;
  add_outputs (builder, outputs);
  return TRUE;
}

/**
 * koma_keras_build:
 * @builder: (out): initialised for building
 * @topology: (nullable): the model, or an object that holds it as Keras saves it
 *
 * Builds a Keras model at a batch size: its graph has known shapes, and its weights are inputs
 * behind those of the model. Thread: any.
 *
 * Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE, %KOMA_ERROR_UNSUPPORTED, %KOMA_ERROR_MEMORY. They
 * name the layer.
 */
gboolean
koma_keras_build (KomaKerasBuilder *builder,
                  JsonObject       *topology,
                  GError          **error)
{
  return lower (builder, find_model (topology), error) &&
         koma_pass_infer (builder->nodes.graph, error);
}

/**
 * koma_keras_lower_model:
 * @topology: (nullable): the model, or an object that holds it as Keras saves it
 * @weights: (transfer full) (element-type utf8 KomaArray): by their names
 * @raw: receives graph, op_counts (classes of layers) and unsupported
 *
 * Lowers a Keras model. Thread: any.
 *
 * Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY. A layer that Koma does not know
 * is no error, it is listed in @raw's unsupported.
 */
gboolean
koma_keras_lower_model (JsonObject   *topology,
                        GHashTable   *weights,
                        KomaRawModel *raw,
                        GError      **error)
{
  KomaKerasBuilder builder = { 0 };
  gboolean         is_lowered = FALSE;

  raw->op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  raw->unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  koma_keras_builder_init (&builder, weights, raw);
  is_lowered = lower (&builder, find_model (topology), error);
  if (is_lowered)
    raw->graph = g_steal_pointer (&builder.nodes.graph);
  koma_keras_builder_clear (&builder);
  return is_lowered;
}

/**
 * koma_keras_read:
 * @raw: as with koma_keras_lower_model(); receives the format, too
 *
 * Reads the layers model that @json is. Thread: any.
 *
 * Errors: those of koma_keras_lower_model(), and what reading the weights gives.
 */
gboolean
koma_keras_read (const KomaTfjsModelJson *json,
                 KomaModelProgress        progress,
                 gpointer                 user_data,
                 KomaRawModel            *raw,
                 GError                 **error)
{
  GHashTable *weights = koma_tfjs_weights_read (json->folder, json->manifest, progress, user_data,
                                                json->checksum, error);

  if (weights == NULL || !koma_keras_lower_model (json->topology, weights, raw, error))
    return FALSE;
  raw->format = g_strdup ("TensorFlow.js layers model");
  return TRUE;
}
