/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SigLIP: two transformers, of which that of words sees all rows at once, and tells of the last.
 * The vector of a picture is what a learned row, the probe, finds by attention among all patches.
 * SiglipForImageClassification has a dense layer behind the mean of the patches instead. */

#include "architectures.h"
#include "tokens.h"
#include "towers.h"
#include "transformer.h"

#define PICTURES   "vision_model."
#define WORDS      "text_model."
#define POOL       PICTURES "head."
#define CLASSIFIER "classifier"

static KomaHubBlock
describe_blocks (KomaHub    *self,
                 const char *tower)
{
  JsonObject        *all = koma_hub_enter_settings (self, tower);
  const KomaHubBlock block = {
    .names = &koma_hub_block_clip,
    .activation = koma_hub_string (self, "hidden_act", "gelu_pytorch_tanh"),
    .epsilon = koma_hub_double (self, "layer_norm_eps", 1e-6),
    .n_heads = koma_hub_int (self, "num_attention_heads", 12),
    .bias = KOMA_VALUE_NONE,
  };

  self->settings = all;
  return block;
}

/* ---- Pictures ---- */

/* The weights of q, k and v are one [3 c,c], of which the first rows are for the probe alone. */
typedef struct
{
  KomaValueId weight;
  KomaValueId bias;
  gint32      width; /* c */
} Fused;

static KomaValueId
add_part (KomaHub     *self,
          KomaValueId  x,
          const Fused *fused,
          gint32       part) /* 0: q */
{
  KomaBuilder      *nodes = &self->nodes;
  const gint32      begin[] = { part * fused->width, 0 };
  const gint32      size[] = { fused->width, -1 };
  const KomaValueId weight = koma_builder_slice (nodes, fused->weight, begin, size);
  const KomaValueId bias = koma_builder_slice (nodes, fused->bias, begin, size);

  return KOMA_BUILDER_NODE (nodes, KOMA_OP_MAT_MUL, koma_attrs_new_int ("transpose_b", TRUE), x,
                            weight, bias);
}

/* [n,rows,c] → [n,1,c] */
static KomaValueId
attend (KomaHub     *self,
        KomaValueId  x,
        const Fused *fused,
        gint64       n_heads)
{
  KomaValueId q = koma_hub_weight (self, POOL "probe", 3);
  KomaValueId k = koma_hub_split_heads (self, add_part (self, x, fused, 1), n_heads);
  KomaValueId v = koma_hub_split_heads (self, add_part (self, x, fused, 2), n_heads);

  q = koma_hub_split_heads (self, add_part (self, q, fused, 0), n_heads);
  x = koma_hub_attend (self, q, k, v, KOMA_VALUE_NONE);
  return koma_hub_linear (self, x, POOL "attention.out_proj");
}

static KomaValueId
add_pool (KomaHub            *self,
          KomaValueId         x,
          const KomaHubBlock *block)
{
  Fused fused = {
    .weight = koma_hub_weight (self, POOL "attention.in_proj_weight", 2),
    .bias = koma_hub_weight (self, POOL "attention.in_proj_bias", 1),
  };
  KomaValueId y = KOMA_VALUE_NONE;

  fused.width = (gint32) (koma_builder_get_dim (&self->nodes, fused.weight, 0) / 3);
  x = attend (self, x, &fused, block->n_heads);
  y = koma_hub_layer_norm (self, x, POOL "layernorm", block->epsilon);
  y = koma_hub_linear (self, y, POOL "mlp.fc1");
  y = koma_hub_linear (self, koma_hub_activate (self, y, block->activation), POOL "mlp.fc2");
  return koma_hub_get_row (self, koma_hub_add (self, x, y), 0);
}

static KomaValueId
add_pictures (KomaHub            *self,
              KomaValueId         pictures,
              const KomaHubBlock *block)
{
  const KomaHubTokens tokens = {
    .patches = PICTURES "embeddings.patch_embedding",
    .positions = PICTURES "embeddings.position_embedding.weight",
  };
  gint64      n_first = 0;
  KomaValueId x = koma_hub_tokens (self, pictures, &tokens, &n_first);

  x = koma_hub_blocks (self, x, PICTURES "encoder.layers", block);
  return koma_hub_layer_norm (self, x, PICTURES "post_layernorm", block->epsilon);
}

/* ---- Words ---- */

static KomaValueId
add_words (KomaHub *self)
{
  const KomaHubBlock block = describe_blocks (self, "text_config");
  KomaValueId        ids = KOMA_VALUE_NONE;
  KomaValueId        x = koma_hub_add_words (self, WORDS "embeddings.token_embedding.weight",
                                             WORDS "embeddings.position_embedding.weight", &ids);

  x = koma_hub_blocks (self, x, WORDS "encoder.layers", &block);
  x = koma_hub_get_row (self, x, koma_builder_get_dim (&self->nodes, x, 1) - 1);
  x = koma_hub_layer_norm (self, x, WORDS "final_layer_norm", block.epsilon);
  return koma_hub_linear (self, x, WORDS "head");
}

KomaValueId
koma_hub_build_siglip (KomaHub    *self,
                       KomaValueId pictures)
{
  const KomaHubBlock block = describe_blocks (self, "vision_config");
  KomaValueId        x = add_pictures (self, pictures, &block);

  if (koma_hub_has (self, CLASSIFIER ".weight")) {
    koma_hub_drop_layer (self, PICTURES "head");
    return koma_hub_linear (self, koma_hub_mean_rows (self, x), CLASSIFIER);
  }
  x = add_pool (self, x, &block);
  return koma_hub_compare (self, x, add_words (self));
}
