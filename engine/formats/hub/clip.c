/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* CLIP: a ViT, a transformer that reads words up to the end token, and a projection behind each.
 *
 * A row of words sees those before it alone, so that nothing behind the end token matters, and
 * neither does an attention mask: the input is there because others give one. open_clip has the
 * same towers under OpenAI's names. CLIPForImageClassification is the first tower with a dense
 * layer behind the mean of its patches. The first tower of open_clip may be a ResNet. */

#include "architectures.h"
#include "clip-resnet.h"
#include "fastvit.h"
#include "engine/formats/json.h"
#include "open-clip.h"
#include "timm-tower.h"
#include "tokens.h"
#include "towers.h"
#include "transformer.h"

/* Added to the score of a row that is not to be seen: exp () of it is 0, and float16 has it. */
#define UNSEEN     (-1e4f)
#define CLASSIFIER "classifier"

/* Weights, and the objects of the configuration. */
typedef struct
{
  const char *patches;
  const char *class_token;
  const char *positions;
  const char *norm_before;
  const char *blocks;
  const char *norm_behind;
  const char *projection; /* [out,in] if its name has a weight, else [in,out] */
  const char *settings;
  const char *words;
  const char *word_positions;
  const char *word_blocks;
  const char *word_norm;
  const char *word_projection;
  const char *word_settings;
} Names;

static const Names hugging_face = {
  .patches = "vision_model.embeddings.patch_embedding",
  .class_token = "vision_model.embeddings.class_embedding",
  .positions = "vision_model.embeddings.position_embedding.weight",
  .norm_before = "vision_model.pre_layrnorm",
  .blocks = "vision_model.encoder.layers",
  .norm_behind = "vision_model.post_layernorm",
  .projection = "visual_projection",
  .settings = "vision_config",
  .words = "text_model.embeddings.token_embedding.weight",
  .word_positions = "text_model.embeddings.position_embedding.weight",
  .word_blocks = "text_model.encoder.layers",
  .word_norm = "text_model.final_layer_norm",
  .word_projection = "text_projection",
  .word_settings = "text_config",
};

static const Names open_clip = {
  .patches = "visual.conv1",
  .class_token = "visual.class_embedding",
  .positions = "visual.positional_embedding",
  .norm_before = "visual.ln_pre",
  .blocks = "visual.transformer.resblocks",
  .norm_behind = "visual.ln_post",
  .projection = "visual.proj",
  .settings = "vision_cfg",
  .words = "token_embedding.weight",
  .word_positions = "positional_embedding",
  .word_blocks = "transformer.resblocks",
  .word_norm = "ln_final",
  .word_projection = "text_projection",
  .word_settings = "text_cfg",
};

/* ---- Settings ---- */

/* How the blocks of a tower are made, by its settings. @head_width is that of open_clip; 0: it says
 * how many heads there are. @n_heads: where the file does not say. */
static KomaHubBlock
describe_blocks (KomaHub    *self,
                 const char *tower,
                 gint64      width,
                 gint64      head_width,
                 gint64      n_heads)
{
  const gboolean is_open_clip = self->source == KOMA_HUB_OPEN_CLIP;
  const gboolean is_quick = koma_hub_boolean (self, "quick_gelu", FALSE);
  JsonObject    *all = koma_hub_enter_settings (self, tower);
  KomaHubBlock   block = {
      .names = is_open_clip ? &koma_hub_block_open_clip : &koma_hub_block_clip,
      .activation = koma_hub_string (self, "hidden_act", "quick_gelu"),
      .epsilon = koma_hub_double (self, "layer_norm_eps", 1e-5),
      .n_heads = koma_hub_int (self, "num_attention_heads", n_heads),
      .bias = KOMA_VALUE_NONE,
  };

  if (is_open_clip) {
    koma_hub_open_clip_set_block (self, tower, is_quick, &block);
    block.n_heads = koma_hub_int (self, "heads", n_heads);
    if (head_width > 0)
      block.n_heads = width / MAX (koma_hub_int (self, "head_width", head_width), 1);
  }
  self->settings = all;
  return block;
}

/* ---- Pictures ---- */

static KomaValueId
project (KomaHub    *self,
         KomaValueId x,
         const char *name)
{
  if (!koma_hub_has (self, name))
    return koma_hub_linear (self, x, name);
  return koma_builder_mat_mul (&self->nodes, x, koma_hub_weight (self, name, 2), FALSE, FALSE);
}

/* [pictures,rows,c], of which the first row is the class token's. */
static KomaValueId
add_picture_blocks (KomaHub            *self,
                    KomaValueId         pictures,
                    const Names        *names,
                    const KomaHubBlock *block)
{
  const KomaHubTokens tokens = {
    .patches = names->patches,
    .tokens = { names->class_token },
    .positions = names->positions,
  };
  gint64      n_first = 0;
  KomaValueId x = koma_hub_tokens (self, pictures, &tokens, &n_first);

  x = koma_hub_layer_norm (self, x, names->norm_before, block->epsilon);
  return koma_hub_blocks (self, x, names->blocks, block);
}

static KomaValueId
add_pictures (KomaHub            *self,
              KomaValueId         pictures,
              const Names        *names,
              const KomaHubBlock *block)
{
  KomaValueId x = add_picture_blocks (self, pictures, names, block);

  x = koma_hub_get_row (self, x, 0);
  x = koma_hub_layer_norm (self, x, names->norm_behind, block->epsilon);
  return project (self, x, names->projection);
}

/* The norm behind the blocks is in the file, and is not used. */
static KomaValueId
build_classifier (KomaHub            *self,
                  KomaValueId         pictures,
                  const Names        *names,
                  const KomaHubBlock *block)
{
  KomaValueId x = add_picture_blocks (self, pictures, names, block);

  koma_hub_drop_layer (self, names->norm_behind);
  x = koma_hub_mean_rows (self, koma_hub_slice_rows (self, x, 1, -1));
  return koma_hub_linear (self, x, CLASSIFIER);
}

/* ---- Words ---- */

/* A row sees itself and those before it. */
static KomaValueId
make_mask (KomaHub *self,
           gint64   n_rows)
{
  const KomaShape shape = KOMA_SHAPE (n_rows, n_rows);
  g_autoptr (KomaArray) mask = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->nodes.error);
  float *numbers = mask != NULL ? mask->data : NULL;

  if (mask == NULL)
    return KOMA_VALUE_NONE;
  for (gint64 i = 0; i < n_rows; i++)
    for (gint64 k = i + 1; k < n_rows; k++)
      numbers[i * n_rows + k] = UNSEEN;
  return koma_builder_constant (&self->nodes, "causal_mask", mask);
}

/* [texts,rows,c] → [texts,c]: the row of the first end token, which has the largest id of all.
 * Files say another "eos_token_id" by mistake. */
static KomaValueId
get_end_row (KomaHub    *self,
             KomaValueId x,
             KomaValueId ids)
{
  KomaBuilder *nodes = &self->nodes;
  KomaAttrs   *attrs = koma_attrs_new_int ("batch_dims", 1);
  KomaValueId  end = KOMA_VALUE_NONE;

  nodes->name = "end_token";
  end = koma_builder_binary (nodes, KOMA_OP_ARG_MAX, ids, koma_builder_int (nodes, 1));
  end = koma_builder_expand_dims (nodes, end, 1);
  x = KOMA_BUILDER_NODE (nodes, KOMA_OP_GATHER, attrs, x, end, koma_builder_int (nodes, 1));
  return koma_builder_squeeze (nodes, x, 1);
}

/* [texts,rows,c] → [texts,c]: that of open_clip's "pool_type". */
static KomaValueId
get_text_row (KomaHub    *self,
              KomaValueId x,
              KomaValueId ids,
              const char *pool)
{
  if (g_str_equal (pool, "first"))
    return koma_hub_get_row (self, x, 0);
  if (g_str_equal (pool, "last"))
    return koma_hub_get_row (self, x, koma_builder_get_dim (&self->nodes, x, 1) - 1);
  return get_end_row (self, x, ids);
}

/* Before and behind those of a transformer MobileCLIP-S0 has one of FastViT. */
static KomaValueId
add_word_blocks (KomaHub            *self,
                 KomaValueId         x, /* [texts,rows,c] */
                 const char         *blocks,
                 const KomaHubBlock *how)
{
  const gint64 n_rows = koma_builder_get_dim (&self->nodes, x, 1);

  for (guint i = 0; self->nodes.error == NULL; i++) {
    const char *block = koma_hub_name (self, "%s.%u", blocks, i);

    if (koma_hub_has_fastvit_block (self, block)) {
      x = koma_hub_rows_to_pixels (self, x, 1, n_rows);
      x = koma_hub_pixels_to_rows (self, koma_hub_fastvit_block (self, x, block));
    } else if (koma_hub_has_block (self, block, how))
      x = koma_hub_block (self, x, block, how);
    else
      break;
  }
  return x;
}

static KomaValueId
add_words (KomaHub     *self,
           const Names *names)
{
  KomaHubBlock   block = describe_blocks (self, names->word_settings, 0, 0, 8);
  JsonObject    *all = koma_hub_enter_settings (self, names->word_settings);
  const gboolean is_causal = !koma_hub_boolean (self, "no_causal_mask", FALSE);
  const char    *pool = koma_hub_string (self, "pool_type", "argmax");
  KomaValueId    ids = KOMA_VALUE_NONE;
  KomaValueId    x = koma_hub_add_words (self, names->words, names->word_positions, &ids);
  const gint64   n_rows = koma_builder_get_dim (&self->nodes, x, 1);

  self->settings = all;
  if (x == KOMA_VALUE_NONE)
    return x;
  (void) koma_builder_input (&self->nodes, "attention_mask", KOMA_DTYPE_INT32,
                             KOMA_SHAPE (1, n_rows));
  if (is_causal)
    block.bias = make_mask (self, n_rows);
  x = add_word_blocks (self, x, names->word_blocks, &block);
  x = get_text_row (self, x, ids, pool);
  x = koma_hub_layer_norm (self, x, names->word_norm, block.epsilon);
  return project (self, x, names->word_projection);
}

/* ---- open_clip ---- */

static KomaValueId
add_open_clip_blocks (KomaHub    *self,
                      KomaValueId pictures)
{
  const gint64       width = koma_hub_look_shape (self, open_clip.class_token).dims[0];
  const KomaHubBlock block = describe_blocks (self, open_clip.settings, width, 64, 12);

  return add_pictures (self, pictures, &open_clip, &block);
}

/* What the settings say of blocks, of their activation and norms, other towers have no use for: in
 * open_clip, too. */
static KomaValueId
add_open_clip_pictures (KomaHub    *self,
                        KomaValueId pictures)
{
  JsonObject    *all = koma_hub_enter_settings (self, open_clip.settings);
  const gboolean is_timm = koma_hub_has_timm_tower (self);
  KomaValueId    x = KOMA_VALUE_NONE;

  if (!is_timm && !koma_hub_has_clip_resnet (self)) {
    self->settings = all;
    return add_open_clip_blocks (self, pictures);
  }
  koma_hub_open_clip_check (self, open_clip.settings);
  x = is_timm ? koma_hub_timm_tower (self, pictures) : koma_hub_clip_resnet (self, pictures);
  self->settings = all;
  return x;
}

/* The weights of words may be a module of their own. */
static KomaValueId
build_open_clip (KomaHub    *self,
                 KomaValueId pictures)
{
  KomaValueId x = KOMA_VALUE_NONE;
  KomaValueId words = KOMA_VALUE_NONE;

  koma_hub_open_clip_check (self, "model_cfg");
  x = add_open_clip_pictures (self, pictures);
  self->prefix = koma_hub_has (self, "text.token_embedding.weight") ? "text." : NULL;
  words = add_words (self, &open_clip);
  self->prefix = NULL;
  if (koma_json_get (self->settings, "init_logit_bias") != NULL &&
      !koma_hub_has (self, "logit_bias"))
    return koma_builder_fail (&self->nodes, KOMA_ERROR_MODEL,
                              "weight “logit_bias” is missing, for which there is "
                              "“init_logit_bias” of model_cfg");
  return koma_hub_compare (self, x, words);
}

KomaValueId
koma_hub_build_clip (KomaHub    *self,
                     KomaValueId pictures)
{
  const Names *names = &hugging_face;
  KomaHubBlock block = { 0 };
  KomaValueId  x = KOMA_VALUE_NONE;

  if (self->source == KOMA_HUB_OPEN_CLIP)
    return build_open_clip (self, pictures);
  block = describe_blocks (self, names->settings, 0, 0, 12);
  if (koma_hub_has (self, CLASSIFIER ".weight"))
    return build_classifier (self, pictures, names, &block);
  x = add_pictures (self, pictures, names, &block);
  return koma_hub_compare (self, x, add_words (self, names));
}
