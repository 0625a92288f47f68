/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-check.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/formats/keras/entry.h"
#include "engine/formats/keras/layers.h"
#include "engine/koma/koma-error.h"
#include "layer-names.h"
#include "layer-values.h"
#include "layers-settings.h"

static gboolean
check_activation (JsonNode              *node,
                  const char *class_name G_GNUC_UNUSED,
                  GError               **error)
{
  const char *name = koma_json_node_string (node);

  if (name == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "expected the name of an activation");
  return koma_keras_has_activation (name) ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no activation “%s”", name);
}

static gboolean
check_initializer (JsonNode              *node,
                   const char *class_name G_GNUC_UNUSED,
                   GError               **error)
{
  KomaInitializer initializer;
  gint64          seed = 0;

  return koma_layers_read_initializer (node, NULL, &initializer, &seed, error);
}

static gboolean
check_regularizer (JsonNode              *node,
                   const char *class_name G_GNUC_UNUSED,
                   GError               **error)
{
  KomaRegularizer regularizer;

  return koma_layers_read_regularizer (node, &regularizer, error);
}

static gboolean
check_constraint (JsonNode              *node,
                  const char *class_name G_GNUC_UNUSED,
                  GError               **error)
{
  KomaConstraint constraint;

  return koma_layers_read_constraint (node, &constraint, error);
}

/* {class_name, config} of a layer or a cell; settings that are wrong are told with its class. */
static gboolean
read_entry (JsonNode    *node,
            const char **ret_class_name,
            JsonObject **ret_config)
{
  JsonObject *entry = koma_json_node_object (node);

  *ret_class_name = entry != NULL ? koma_json_get_string (entry, "class_name") : NULL;
  *ret_config = entry != NULL ? koma_json_get_object (entry, "config") : NULL;
  return *ret_class_name != NULL;
}

static gboolean
check_wrapped (JsonNode   *node,
               const char *class_name,
               GError    **error)
{
  const char *inner = NULL;
  JsonObject *config = NULL;
  KomaOp      op = 0;

  if (!read_entry (node, &inner, &config))
    return koma_fail (error, KOMA_ERROR_MODEL, "expected a layer");
  if (g_str_equal (class_name, "TimeDistributed") &&
      koma_keras_layer_get_model (koma_json_node_object (node)) != NULL)
    return TRUE;
  if (koma_keras_layers_find (inner, &op) == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no layer “%s”", inner);
  return config == NULL || koma_layer_check (inner, config, error);
}

/* Of a RNN: cells have names of settings, and are no layers. */
static gboolean
check_cell (JsonNode              *node,
            const char *class_name G_GNUC_UNUSED,
            GError               **error)
{
  const char *inner = NULL;
  JsonObject *config = NULL;
  KomaOp      op = 0;

  if (!read_entry (node, &inner, &config))
    return koma_fail (error, KOMA_ERROR_MODEL, "expected a cell");
  if (!koma_layer_has_names (inner) || koma_keras_layers_find (inner, &op) != NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no cell “%s”", inner);
  return config == NULL || koma_layer_check (inner, config, error);
}

static gboolean
check_cells (JsonNode   *node,
             const char *class_name,
             GError    **error)
{
  JsonArray *cells = koma_json_node_array (node);

  for (guint i = 0; i < koma_json_array_length (cells); i++)
    if (!check_cell (json_array_get_element (cells, i), class_name, error))
      return FALSE;
  return koma_json_array_length (cells) > 0 ||
         koma_fail (error, KOMA_ERROR_MODEL, "expected one cell or more");
}

/* TensorFlow.js begins with these; settings here have no tensors. */
static gboolean
refuse_weights (JsonNode *node         G_GNUC_UNUSED,
                const char *class_name G_GNUC_UNUSED,
                GError               **error)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "a layer is given its weights after it is applied, with set_weights ()");
}

/* By the words at the end of a setting's name: "recurrent_initializer". */
static const struct
{
  const char         *words;
  KomaLayerValueCheck check; /* (nullable) */
} checks[] = {
  { "activation", check_activation },
  { "axis", koma_layer_check_axes },
  { "cell", check_cell },
  { "cells", check_cells },
  { "constraint", check_constraint },
  { "cropping", koma_layer_check_borders },
  { "data_format", koma_layer_check_data_format },
  { "depth_multiplier", koma_layer_check_size },
  { "dilation_rate", koma_layer_check_sizes },
  { "dims", koma_layer_check_order },
  { "dropout", koma_layer_check_rate },
  { "filters", koma_layer_check_size },
  { "initializer", check_initializer },
  { "input_dim", koma_layer_check_size },
  { "interpolation", koma_layer_check_interpolation },
  { "kernel_size", koma_layer_check_sizes },
  { "key_dim", koma_layer_check_size },
  { "layer", check_wrapped },
  { "merge_mode", koma_layer_check_merge_mode },
  { "n", koma_layer_check_size },
  { "num_heads", koma_layer_check_size },
  { "output_dim", koma_layer_check_size },
  { "output_padding", NULL },
  { "padding", koma_layer_check_padding },
  { "pool_size", koma_layer_check_sizes },
  { "rate", koma_layer_check_rate },
  { "regularizer", check_regularizer },
  { "shared_axes", koma_layer_check_shared_axes },
  { "size", koma_layer_check_sizes },
  { "strides", koma_layer_check_sizes },
  { "units", koma_layer_check_size },
  { "value_dim", koma_layer_check_size },
  { "weights", refuse_weights },
};

static gboolean
ends_in (const char *name,
         const char *words)
{
  const gsize n = strlen (name);
  const gsize n_words = strlen (words);

  return g_str_has_suffix (name, words) && (n == n_words || name[n - n_words - 1] == '_');
}

/* By the first that fits: "dilation_rate" is no "rate". */
static gboolean
check_value (const char *class_name,
             const char *name,
             JsonNode   *node,
             GError    **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (ends_in (name, checks[i].words))
      return checks[i].check == NULL ||
             (json_node_is_null (node) && checks[i].check != koma_layer_check_merge_mode) ||
             checks[i].check (node, class_name, error);
  return TRUE;
}

/**
 * koma_layer_check:
 * @class_name: of a layer or cell that Koma computes
 * @settings: under Keras' names
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the class has no such setting, or there is no activation,
 * initializer, regularizer, constraint, layer, padding or other word of a name; %KOMA_ERROR_MODEL
 * if a setting that the class needs is missing, a size is none, there are not as many sizes as
 * dimensions, a rate is not from 0 to 1, or a setting is damaged.
 */
gboolean
koma_layer_check (const char *class_name,
                  JsonObject *settings,
                  GError    **error)
{
  g_autoptr (GList) names = json_object_get_members (settings);

  for (GList *n = names; n != NULL; n = n->next) {
    JsonNode *node = json_object_get_member (settings, n->data);

    if (!koma_layer_check_name (class_name, n->data, error)) {
      g_prefix_error (error, "%s: ", class_name);
      return FALSE;
    }
    if (!check_value (class_name, n->data, node, error)) {
      g_prefix_error (error, "%s: “%s”: ", class_name, (const char *) n->data);
      return FALSE;
    }
  }
  if (koma_layer_check_needed (class_name, settings, error))
    return TRUE;
  g_prefix_error (error, "%s: ", class_name);
  return FALSE;
}
