/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "open-clip.h"

#include "engine/formats/json.h"

/* What is to be absent, false, empty, or one of these texts. */
static const struct
{
  const char *name;
  const char *usual[2]; /* (nullable) of the tower of pictures, and of that of words */
} settings[] = {
  { "timm_model_name" },
  { "hf_model_name" },
  { "pool_type", { "tok", "argmax" } },
  { "proj_type", { "linear", "linear" } },
  { "attentional_pool" },
  { "global_average_pool" },
  { "input_patchnorm" },
  { "no_ln_pre" },
  { "final_ln_after_pool" },
  { "no_causal_mask" },
  { "embed_cls" },
  { "proj_bias" },
  { "norm_kwargs" },
  { "act_kwargs" },
};

static gboolean
is_usual (JsonNode          *node, /* (nullable) */
          const char *const *usual)
{
  JsonObject *object = koma_json_node_object (node);
  const char *text = koma_json_node_string (node);
  gboolean    flag = TRUE;

  if (object != NULL)
    return json_object_get_size (object) == 0;
  if (text != NULL)
    return g_strcmp0 (text, usual[0]) == 0 || g_strcmp0 (text, usual[1]) == 0;
  return node == NULL || (koma_json_node_boolean (node, &flag) && !flag);
}

/*< private >
 * koma_hub_open_clip_check:
 * @tower: what the settings are called in the file, for the error
 *
 * Errors, kept by @self's builder: %KOMA_ERROR_UNSUPPORTED, naming the setting.
 */
void
koma_hub_open_clip_check (KomaHub    *self,
                          const char *tower)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    JsonNode   *node = koma_json_get (self->settings, settings[i].name);
    const char *text = koma_json_node_string (node);

    if (is_usual (node, settings[i].usual))
      continue;
    koma_builder_fail (&self->nodes, KOMA_ERROR_UNSUPPORTED,
                       "“%s” of %s%s%.100s, which Koma does not have", settings[i].name, tower,
                       text != NULL ? " is " : "", text != NULL ? text : "");
    return;
  }
}
