/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-check.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/layers.h"
#include "engine/koma/koma-error.h"
#include "layer-names.h"
#include "layers-settings.h"

static gboolean
check_activation (JsonNode *node,
                  GError  **error)
{
  const char *name = koma_json_node_string (node);

  return name == NULL || koma_keras_has_activation (name) ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no activation “%s”", name);
}

static gboolean
check_initializer (JsonNode *node,
                   GError  **error)
{
  KomaInitializer initializer;
  gint64          seed = 0;

  return koma_layers_read_initializer (node, NULL, &initializer, &seed, error);
}

static gboolean
check_regularizer (JsonNode *node,
                   GError  **error)
{
  KomaRegularizer regularizer;

  return koma_layers_read_regularizer (node, &regularizer, error);
}

static gboolean
check_constraint (JsonNode *node,
                  GError  **error)
{
  KomaConstraint constraint;

  return koma_layers_read_constraint (node, &constraint, error);
}

static gboolean
check_size (JsonNode *node,
            GError  **error)
{
  gint64 size = 0;

  return (koma_json_node_int (node, &size) && size > 0) ||
         koma_fail (error, KOMA_ERROR_MODEL, "expected a whole number above 0");
}

/* A size, or one for each dimension. */
static gboolean
check_sizes (JsonNode *node,
             GError  **error)
{
  JsonArray *sizes = koma_json_node_array (node);

  if (sizes == NULL)
    return check_size (node, error);
  for (guint i = 0; i < json_array_get_length (sizes); i++)
    if (!check_size (json_array_get_element (sizes, i), error))
      return FALSE;
  return json_array_get_length (sizes) > 0 ||
         koma_fail (error, KOMA_ERROR_MODEL, "expected whole numbers above 0");
}

static gboolean
check_rate (JsonNode *node,
            GError  **error)
{
  double rate = 0;

  return (koma_json_node_double (node, &rate) && rate >= 0 && rate <= 1) ||
         koma_fail (error, KOMA_ERROR_MODEL, "expected a number from 0 to 1");
}

/* Without one a layer has two outputs, which a layer that is applied here can not have. */
static gboolean
check_merge_mode (JsonNode *node,
                  GError  **error)
{
  const char *mode = koma_json_node_string (node);

  if (json_node_is_null (node) || g_strcmp0 (mode, "none") == 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "two outputs are not computed; expected concat, sum, mul or ave");
  return mode != NULL || koma_fail (error, KOMA_ERROR_MODEL, "expected a word");
}

static gboolean
check_wrapped (JsonNode *node,
               GError  **error)
{
  JsonObject *entry = koma_json_node_object (node);
  const char *class_name = entry != NULL ? koma_json_get_string (entry, "class_name") : NULL;
  JsonObject *config = entry != NULL ? koma_json_get_object (entry, "config") : NULL;
  KomaOp      op = 0;

  if (class_name == NULL || koma_keras_layers_find (class_name, &op) == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no layer “%s”",
                      class_name != NULL ? class_name : "");
  return config == NULL || koma_layer_check (class_name, config, error);
}

/* Of a RNN. Cells are no layers: building the model finds one that there is not. */
static gboolean
check_cell (JsonNode *node,
            GError  **error)
{
  JsonObject *entry = koma_json_node_object (node);
  const char *class_name = entry != NULL ? koma_json_get_string (entry, "class_name") : NULL;
  JsonObject *config = entry != NULL ? koma_json_get_object (entry, "config") : NULL;

  return class_name == NULL || config == NULL || koma_layer_check (class_name, config, error);
}

static gboolean
check_cells (JsonNode *node,
             GError  **error)
{
  JsonArray *cells = koma_json_node_array (node);

  for (guint i = 0; cells != NULL && i < json_array_get_length (cells); i++)
    if (!check_cell (json_array_get_element (cells, i), error))
      return FALSE;
  return TRUE;
}

/* By the end of a setting's name: "recurrent_initializer". */
static const struct
{
  const char *suffix;
  gboolean (*check) (JsonNode *node, GError **error);
} checks[] = {
  { "activation", check_activation },
  { "cell", check_cell },
  { "cells", check_cells },
  { "constraint", check_constraint },
  { "depth_multiplier", check_size },
  { "dilation_rate", check_sizes },
  { "dropout", check_rate },
  { "filters", check_size },
  { "initializer", check_initializer },
  { "input_dim", check_size },
  { "kernel_size", check_sizes },
  { "layer", check_wrapped },
  { "merge_mode", check_merge_mode },
  { "output_dim", check_size },
  { "pool_size", check_sizes },
  { "rate", check_rate },
  { "regularizer", check_regularizer },
  { "strides", check_sizes },
  { "units", check_size },
};

/* By the first that fits: "dilation_rate" is no "rate". */
static gboolean
check_value (const char *name,
             JsonNode   *node,
             GError    **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (g_str_has_suffix (name, checks[i].suffix))
      return (json_node_is_null (node) && checks[i].check != check_merge_mode) ||
             checks[i].check (node, error);
  return TRUE;
}

/**
 * koma_layer_check:
 * @class_name: of a layer or cell that Koma computes
 * @settings: under Keras' names
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the class has no such setting, or there is no activation,
 * initializer, regularizer, constraint or layer of a name; %KOMA_ERROR_MODEL if a size is none, a
 * rate is not from 0 to 1, or a setting is damaged.
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
    if (!check_value (n->data, node, error)) {
      g_prefix_error (error, "%s: “%s”: ", class_name, (const char *) n->data);
      return FALSE;
    }
  }
  return TRUE;
}
