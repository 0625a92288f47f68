/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-check.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/layers.h"
#include "koma-error.h"
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

/* By the end of a setting's name: "recurrent_initializer". */
static const struct
{
  const char *suffix;
  gboolean (*check) (JsonNode *node, GError **error);
} checks[] = {
  { "activation", check_activation },
  { "constraint", check_constraint },
  { "filters", check_size },
  { "initializer", check_initializer },
  { "regularizer", check_regularizer },
  { "units", check_size },
};

/**
 * koma_layer_check:
 * @settings: under Keras' names
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is no activation, initializer, regularizer or constraint
 * of a name; %KOMA_ERROR_MODEL if a number of units or filters is none, or a setting is damaged.
 */
gboolean
koma_layer_check (JsonObject *settings,
                  GError    **error)
{
  g_autoptr (GList) names = json_object_get_members (settings);

  for (GList *n = names; n != NULL; n = n->next) {
    JsonNode *node = json_object_get_member (settings, n->data);

    for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
      if (!json_node_is_null (node) && g_str_has_suffix (n->data, checks[i].suffix) &&
          !checks[i].check (node, error)) {
        g_prefix_error (error, "“%s”: ", (const char *) n->data);
        return FALSE;
      }
  }
  return TRUE;
}
