/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ViT, DeiT, and DeiT with a token that a teacher taught; of timm also with registers, with layer
 * scales, with a norm before the blocks or of queries and keys, and with a pool that attends. */

#include "architectures.h"
#include "latent-pool.h"
#include "timm-tower.h"
#include "transformer.h"
#include "tokens.h"

#define POOL     "attn_pool"
#define MAX_STEM 8

/* What timm's names of sizes mean, the first that fits; widths follow from the weights, heads do
 * not. */
static const struct
{
  const char *size;
  gint64      n_heads;
} timm_heads[] = {
  { "_tiny_", 3 },
  { "_small_", 6 },
  { "_medium_", 8 },
  { "_base_patch16_gap_224", 16 },
  { "_plus_", 14 },
  { "_base_", 12 },
  { "_large_", 16 },
  { "_huge_", 16 },
  { "_so400m_", 16 },
  { "_giantopt_", 16 },
  { "_giant_patch14_dinov2", 24 },
  { "_giant_patch14_reg4_dinov2", 24 },
  { "_giant_patch14_reg1_tipsv2", 24 },
  { "_giant_", 16 },
  { "_gigantic_", 16 },
};

static gint64
find_timm_heads (KomaHub *self)
{
  const gint64 width = koma_hub_look_shape (self, "patch_embed.proj.weight").dims[0];
  gint64       fallback = width / 64;

  /* torchvision's names no size; of the published ones H alone has heads of another width. Where 64
   * is none, 16 is taken. */
  if (self->source == KOMA_HUB_TORCHVISION)
    return width == 1280 ? 16 : width % 64 == 0 ? fallback
                                                : width / 16;

  for (guint i = 0; i < G_N_ELEMENTS (timm_heads); i++)
    if (strstr (self->architecture, timm_heads[i].size) != NULL) {
      fallback = timm_heads[i].n_heads;
      break;
    }
  return koma_hub_int (self, "num_heads", fallback);
}

/* timm computes the exact GELU, but where a model was trained with another. */
static const char *
find_timm_activation (const KomaHub *self)
{
  static const char *const approximate[] = {
    "vit_base_patch32_siglip_256",
    "vit_base_patch32_siglip_gap_256",
    "vit_giantopt_patch16_siglip_",
    "vit_large_patch16_siglip_512",
    "vit_large_patch16_siglip_gap_512",
    "vit_so400m_patch16_siglip_",
  };

  for (guint i = 0; i < G_N_ELEMENTS (approximate); i++)
    if (g_str_has_prefix (self->architecture, approximate[i]))
      return "gelu_tanh";
  return strstr (self->architecture, "quickgelu") != NULL ? "quick_gelu" : "gelu";
}

static KomaValueId
build_hugging_face (KomaHub    *self,
                    KomaValueId x)
{
  const char         *model = g_str_equal (self->architecture, "deit") ? "deit" : "vit";
  const KomaHubTokens tokens = {
    .patches = koma_hub_name (self, "%s.embeddings.patch_embeddings.projection", model),
    .tokens = { koma_hub_name (self, "%s.embeddings.cls_token", model),
                koma_hub_name (self, "%s.embeddings.distillation_token", model) },
    .positions = koma_hub_name (self, "%s.embeddings.position_embeddings", model),
  };
  const KomaHubBlock block = {
    .names = &koma_hub_block_hugging_face,
    .activation = koma_hub_string (self, "hidden_act", "gelu"),
    .epsilon = koma_hub_double (self, "layer_norm_eps",
                                g_str_equal (self->architecture, "vit_msn") ? 1e-6 : 1e-12),
    .n_heads = koma_hub_int (self, "num_attention_heads", 12),
    .bias = KOMA_VALUE_NONE,
  };
  gint64      n_first = 0;
  KomaValueId taught = KOMA_VALUE_NONE;

  x = koma_hub_tokens (self, x, &tokens, &n_first);
  x = koma_hub_blocks (self, x, koma_hub_name (self, "%s.encoder.layer", model), &block);
  x = koma_hub_layer_norm (self, x, koma_hub_name (self, "%s.layernorm", model), block.epsilon);
  if (!koma_hub_has (self, "distillation_classifier.weight"))
    return koma_hub_linear (self, koma_hub_get_row (self, x, 0), "classifier");
  taught = koma_hub_linear (self, koma_hub_get_row (self, x, 1), "distillation_classifier");
  x = koma_hub_linear (self, koma_hub_get_row (self, x, 0), "cls_classifier");
  return koma_builder_with_number (&self->nodes, KOMA_OP_MUL, koma_hub_add (self, x, taught), 0.5);
}

/* The class token, the mean of the patches, or what a pool finds in them; and the layers behind. */
static KomaValueId
add_timm_head (KomaHub            *self,
               KomaValueId         x,
               gint64              n_first,
               const KomaHubBlock *block)
{
  const double epsilon = block->epsilon;
  const char  *pool = koma_hub_string (self, "global_pool", "token");
  KomaValueId  taught = KOMA_VALUE_NONE;

  if (koma_hub_has (self, "norm.weight"))
    x = koma_hub_layer_norm (self, x, "norm", epsilon);
  if (koma_hub_has (self, POOL ".latent") || g_str_equal (pool, "map"))
    return koma_hub_head (self, koma_hub_latent_pool (self, x, POOL, block), "head");
  if (strstr (self->architecture, "_distilled_") != NULL) {
    taught = koma_hub_head (self, koma_hub_get_row (self, x, 1), "head_dist");
    x = koma_hub_head (self, koma_hub_get_row (self, x, 0), "head");
    return koma_builder_with_number (&self->nodes, KOMA_OP_MUL, koma_hub_add (self, x, taught),
                                     0.5);
  }
  if (koma_hub_has (self, "fc_norm.weight") || n_first == 0 ||
      g_str_equal (pool, "avg"))
    x = koma_hub_mean_rows (self, koma_hub_slice_rows (self, x, n_first, -1));
  else
    x = koma_hub_get_row (self, x, 0);
  if (koma_hub_has (self, "fc_norm.weight"))
    x = koma_hub_layer_norm (self, x, "fc_norm", epsilon);
  return koma_hub_head (self, x, "head");
}

/* That of MobileCLIP's makes patches by a few convolutions, all of whose strides are their kernels.
 * Returns the name of the last one, before which @x is then. */
static const char *
add_timm_stem (KomaHub     *self,
               KomaValueId *x)
{
  const gboolean is_padded = koma_hub_boolean (self, KOMA_HUB_PADDED_STEM, FALSE);
  const char    *conv = "patch_embed.proj";

  for (guint i = 0; i < MAX_STEM; i++) {
    const char     *layer = koma_hub_name (self, "patch_embed.backbone.%u", i);
    const char     *norm = koma_hub_name (self, "%s.bn", layer);
    const char     *weight = koma_hub_name (self, "%s.conv.weight", layer);
    const KomaShape shape = koma_hub_look_shape (self, weight);

    if (!koma_hub_has (self, weight))
      break;
    conv = koma_hub_name (self, "%s.conv", layer);
    if (!koma_hub_has (self, koma_hub_name (self, "%s.weight", norm)))
      break;
    *x = koma_hub_conv (self, *x, conv,
                        (KomaHubWindow){ .stride = shape.dims[2],
                                         .pad = KOMA_HUB_PAD_GIVEN,
                                         .before = is_padded ? (shape.dims[2] - 1) / 2 : 0,
                                         .after = is_padded ? (shape.dims[2] - 1) / 2 : 0 });
    *x = koma_hub_activate (self, koma_hub_batch_norm (self, *x, norm, 1e-5), "gelu");
  }
  return conv;
}

static KomaValueId
build_timm (KomaHub    *self,
            KomaValueId x)
{
  const gboolean      is_clip = strstr (self->architecture, "clip") != NULL;
  const KomaHubTokens tokens = {
    .patches = add_timm_stem (self, &x),
    .tokens = { "cls_token", "dist_token", "reg_token" },
    .positions = "pos_embed",
    .is_resampled = self->source == KOMA_HUB_TIMM,
  };
  const KomaHubBlock block = {
    .names = &koma_hub_block_timm,
    .activation = find_timm_activation (self),
    .epsilon = koma_hub_double (self, "norm_eps", is_clip ? 1e-5 : 1e-6),
    .n_heads = find_timm_heads (self),
    .bias = KOMA_VALUE_NONE,
  };
  gint64 n_first = 0;

  x = koma_hub_tokens (self, x, &tokens, &n_first);
  if (koma_hub_has (self, "norm_pre.weight"))
    x = koma_hub_layer_norm (self, x, "norm_pre", block.epsilon);
  x = koma_hub_blocks (self, x, "blocks", &block);
  return add_timm_head (self, x, n_first, &block);
}

KomaValueId
koma_hub_build_vit (KomaHub    *self,
                    KomaValueId x)
{
  return self->source == KOMA_HUB_HUGGING_FACE ? build_hugging_face (self, x)
                                               : build_timm (self, x);
}
