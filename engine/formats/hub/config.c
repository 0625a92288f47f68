/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What says of which architecture weights are: config.json of Hugging Face or timm, or
 * open_clip_config.json. */

#include "config.h"

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "model.h"

/**
 * koma_hub_model_identify:
 * @config: outlives @self
 * @self: source, architecture and settings are set
 *
 * Thread: any. Errors: %KOMA_ERROR_UNSUPPORTED where it names no architecture, or one that Koma
 * does not have.
 */
gboolean
koma_hub_model_identify (KomaHubModel *self,
                         JsonObject   *config,
                         GError      **error)
{
  if (koma_json_get_object (config, "model_cfg") != NULL)
    *self = (KomaHubModel){
      .source = KOMA_HUB_OPEN_CLIP,
      .architecture = "clip",
      .settings = koma_json_get_object (config, "model_cfg"),
    };
  else if (koma_json_get_string (config, "architecture") != NULL)
    *self = (KomaHubModel){
      .source = KOMA_HUB_TIMM,
      .architecture = koma_json_get_string (config, "architecture"),
      .settings = koma_json_get_object (config, "model_args"),
    };
  else
    *self = (KomaHubModel){
      .source = KOMA_HUB_HUGGING_FACE,
      .architecture = koma_json_get_string (config, "model_type"),
      .settings = config,
    };
  if (self->architecture == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      KOMA_HUB_CONFIG ": has no “model_type” and no “architecture”: it is none of "
                                      "Hugging Face or timm");
  return koma_hub_model_check_architecture (self, error);
}

/**
 * koma_hub_config_read:
 * @path: (type filename)
 * @checksum: (nullable): is fed its bytes
 *
 * Thread: any; reads the file. Errors: those of koma_json_load(), and %KOMA_ERROR_MODEL where it
 * has no object.
 *
 * Returns: (transfer full) (nullable): its root, an object
 */
JsonNode *
koma_hub_config_read (const char      *path,
                      KomaContentHash *checksum,
                      GError         **error)
{
  JsonNode        *root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, checksum, error);
  g_autofree char *name = g_filename_display_basename (path);

  if (root != NULL && koma_json_node_object (root) == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "%s: expected an object", name);
    g_clear_pointer (&root, json_node_unref);
  }
  return root;
}

/**
 * koma_hub_config_check:
 * @path: (type filename)
 *
 * Thread: any; reads the file. Errors: those of koma_hub_config_read() and
 * koma_hub_model_identify().
 */
gboolean
koma_hub_config_check (const char *path,
                       GError    **error)
{
  g_autoptr (JsonNode) root = koma_hub_config_read (path, NULL, error);
  KomaHubModel model;

  return root != NULL &&
         koma_hub_model_identify (&model, koma_json_node_object (root), error);
}
