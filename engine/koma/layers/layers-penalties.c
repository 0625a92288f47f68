/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-penalties.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/model.h"
#include "engine/training/trainer-options.h"
#include "engine/koma/koma-error.h"
#include "layers-settings.h"

/* The layer within TimeDistributed or Bidirectional gives nothing that could be looked at. */
static gboolean
check_inner (JsonObject *config,
             GError    **error)
{
  JsonObject *layer = koma_json_get_object (config, "layer");
  JsonNode   *node = koma_json_get (koma_json_get_object (layer, "config"), "activity_regularizer");

  return node == NULL || json_node_is_null (node) ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED, "activity_regularizer of the layer in it");
}

static gboolean
read_regularizer (JsonObject      *layer,
                  KomaRegularizer *ret_regularizer,
                  GError         **error)
{
  JsonObject *config = koma_json_get_object (layer, "config");
  JsonNode   *node = koma_json_get (config, "activity_regularizer");

  *ret_regularizer = (KomaRegularizer){ 0 };
  if (g_strcmp0 (koma_keras_layer_get_class (layer), "ActivityRegularization") == 0) {
    (void) koma_json_node_double (koma_json_get (config, "l1"), &ret_regularizer->l1);
    (void) koma_json_node_double (koma_json_get (config, "l2"), &ret_regularizer->l2);
    return TRUE;
  }
  return check_inner (config, error) &&
         (node == NULL || json_node_is_null (node) ||
          koma_layers_read_regularizer (node, ret_regularizer, error));
}

/**
 * koma_layers_add_penalties:
 *
 * Errors: those of koma_layers_read_regularizer(); %KOMA_ERROR_UNSUPPORTED if the layer within
 * another one has an activity_regularizer.
 */
gboolean
koma_layers_add_penalties (const KomaKerasBuilder *builder,
                           GArray                 *penalties,
                           GError                **error)
{
  for (guint i = 0; i < builder->uses->len; i++) {
    const KomaKerasUse *use = &g_array_index (builder->uses, KomaKerasUse, i);
    KomaTrainerPenalty  penalty = { 0 };

    if (!read_regularizer (use->layer, &penalty.regularizer, error)) {
      g_prefix_error (error, "%s “%s”: ", koma_keras_layer_get_class (use->layer),
                      koma_keras_layer_get_name (use->layer));
      return FALSE;
    }
    for (guint k = 0; k < use->outputs->len; k++) {
      penalty.value = g_array_index (use->outputs, KomaValueId, k);
      if (penalty.regularizer.l1 != 0 || penalty.regularizer.l2 != 0)
        g_array_append_val (penalties, penalty);
    }
  }
  return TRUE;
}
