/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The settings are those of open_clip's CLIPVisionCfg and CLIPTextCfg (its src/open_clip/model.py),
 * which say what is meant by leaving one out. */

#include "open-clip.h"

#include "engine/formats/json.h"

/* What weights have the shape of, what is for training alone, what Koma reads, and what means
 * nothing without a setting that is refused. */
static const char *const known[] = {
  /* of the model */
  "custom_text",
  "embed_dim",
  "init_logit_bias",
  "init_logit_scale",
  "nonscalar_logit_scale",
  "output_dict",
  "quick_gelu",
  "text_cfg",
  "vision_cfg",
  /* of both towers */
  "act_kwargs",
  "head_width",
  "heads",
  "layers",
  "ls_init_value",
  "mlp_ratio",
  "norm_kwargs",
  "output_tokens",
  "width",
  /* of pictures */
  "attn_pooler_heads",
  "attn_pooler_queries",
  "image_size",
  "patch_dropout",
  "patch_size",
  "pos_embed_type",
  "timm_drop",
  "timm_drop_path",
  "timm_model_kwargs",
  "timm_model_name",
  "timm_model_pretrained",
  "timm_pool",
  "timm_proj",
  "timm_proj_bias",
  /* of words */
  "bos_id",
  "context_length",
  "eos_id",
  "hf_model_pretrained",
  "hf_pooler_type",
  "hf_proj_type",
  "hf_tokenizer_name",
  "no_causal_mask",
  "pad_id",
  "proj_bias",
  "tokenizer_kwargs",
  "vocab_size",
  NULL,
};

/* What is to be one of these texts, if it is there. */
static const struct
{
  const char *name;
  const char *usual[4];
} texts[] = {
  { "pool_type", { "tok", "argmax", "last", "first" } },
  { "proj_type", { "linear" } },
  { "text_arch", { "clip" } },
};

static void
refuse (KomaHub    *self,
        const char *name,
        const char *place,
        const char *text) /* (nullable) */
{
  koma_builder_fail (&self->nodes, KOMA_ERROR_UNSUPPORTED,
                     "“%.100s” of %s%s%.100s, which Koma does not have", name, place,
                     text != NULL ? " is " : "", text != NULL ? text : "");
}

static gboolean
is_usual_text (const char *name,
               const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint k = 0; g_str_equal (texts[i].name, name) && k < G_N_ELEMENTS (texts[i].usual); k++)
      if (g_strcmp0 (texts[i].usual[k], text) == 0)
        return TRUE;
  return FALSE;
}

/* Null, false, empty. */
static gboolean
is_nothing (JsonNode *node)
{
  JsonObject *object = koma_json_node_object (node);
  const char *text = koma_json_node_string (node);
  gboolean    flag = TRUE;

  if (object != NULL)
    return json_object_get_size (object) == 0;
  if (text != NULL)
    return *text == '\0';
  return JSON_NODE_HOLDS_NULL (node) || (koma_json_node_boolean (node, &flag) && !flag);
}

/*< private >
 * koma_hub_open_clip_check:
 * @place: what the settings are called in the file, for the error
 *
 * Errors, kept by @self's builder: %KOMA_ERROR_UNSUPPORTED, naming the setting.
 */
void
koma_hub_open_clip_check (KomaHub    *self,
                          const char *place)
{
  JsonObjectIter iter;
  const char    *name = NULL;
  JsonNode      *node = NULL;

  if (self->settings == NULL)
    return;
  json_object_iter_init (&iter, self->settings);
  while (json_object_iter_next (&iter, &name, &node)) {
    const char *text = koma_json_node_string (node);

    if (g_strv_contains (known, name) || is_nothing (node) || is_usual_text (name, text))
      continue;
    refuse (self, name, place, text);
    return;
  }
}

/* (nullable) The only member of an object that may have just that one. */
static JsonNode *
get_only (KomaHub    *self,
          const char *name,
          const char *member,
          const char *tower)
{
  JsonObject *object = koma_json_get_object (self->settings, name);
  JsonNode   *node = koma_json_get (object, member);

  if (object != NULL && json_object_get_size (object) != (node != NULL ? 1u : 0u))
    refuse (self, name, tower, NULL);
  return node;
}

/*< private >
 * koma_hub_open_clip_set_block:
 * @tower: what the settings are called in the file, for the error
 * @is_quick: "quick_gelu" of the model
 *
 * Errors, kept by @self's builder: %KOMA_ERROR_UNSUPPORTED, naming the setting.
 */
void
koma_hub_open_clip_set_block (KomaHub      *self,
                              const char   *tower,
                              gboolean      is_quick,
                              KomaHubBlock *block)
{
  JsonNode   *epsilon = get_only (self, "norm_kwargs", "eps", tower);
  const char *kind =
    koma_json_node_string (get_only (self, "act_kwargs", "approximate", tower));

  koma_hub_open_clip_check (self, tower);
  block->epsilon = 1e-5;
  if (epsilon != NULL && !koma_json_node_double (epsilon, &block->epsilon))
    refuse (self, "norm_kwargs", tower, NULL);
  block->activation = is_quick ? "quick_gelu" : "gelu";
  if (kind == NULL)
    return;
  block->activation = g_str_equal (kind, "tanh") ? "gelu_tanh" : "gelu";
  if (is_quick || !(g_str_equal (kind, "tanh") || g_str_equal (kind, "none")))
    refuse (self, "act_kwargs", tower, kind);
}
