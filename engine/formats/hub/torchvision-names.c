/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "torchvision-names.h"

#define MAX_STAGES 4
#define MAX_BLOCKS 1000

/* Of layers, or of weights that have no layer. */
typedef struct
{
  const char *from;
  const char *to;
} Pair;

/* Both versions of the inner layers of ViT: older files have linear_1 and linear_2. */
static const Pair vit_block[] = {
  { "ln_1", "norm1" },
  { "self_attention.out_proj", "attn.proj" },
  { "self_attention.in_proj_weight", "attn.qkv.weight" },
  { "self_attention.in_proj_bias", "attn.qkv.bias" },
  { "ln_2", "norm2" },
  { "mlp.0", "mlp.fc1" },
  { "mlp.3", "mlp.fc2" },
  { "mlp.linear_1", "mlp.fc1" },
  { "mlp.linear_2", "mlp.fc2" },
  { NULL, NULL },
};

static const Pair vit[] = {
  { "class_token", "cls_token" },
  { "conv_proj", "patch_embed.proj" },
  { "encoder.pos_embedding", "pos_embed" },
  { "encoder.ln", "norm" },
  { "heads.head", "head" },
  { NULL, NULL },
};

static const Pair convnext_block[] = {
  { "block.0", "conv_dw" },
  { "block.2", "norm" },
  { "block.3", "mlp.fc1" },
  { "block.5", "mlp.fc2" },
  { "layer_scale", "gamma" },
  { NULL, NULL },
};

static const Pair convnext[] = {
  { "features.0.0", "stem.0" },
  { "features.0.1", "stem.1" },
  { "classifier.0", "head.norm" },
  { "classifier.2", "head.fc" },
  { NULL, NULL },
};

static const Pair convnext_downsample[] = {
  { "0", "0" },
  { "1", "1" },
  { NULL, NULL },
};

static const Pair regnet_block[] = {
  { "f.a.0", "conv1.conv" },
  { "f.a.1", "conv1.bn" },
  { "f.b.0", "conv2.conv" },
  { "f.b.1", "conv2.bn" },
  { "f.se.fc1", "se.fc1" },
  { "f.se.fc2", "se.fc2" },
  { "f.c.0", "conv3.conv" },
  { "f.c.1", "conv3.bn" },
  { "proj.0", "downsample.conv" },
  { "proj.1", "downsample.bn" },
  { NULL, NULL },
};

static const Pair regnet[] = {
  { "stem.0", "stem.conv" },
  { "stem.1", "stem.bn" },
  { "fc", "head.fc" },
  { NULL, NULL },
};

static const Pair swin_block[] = {
  { "norm1", "norm1" },
  { "attn.relative_position_bias_table", "attn.relative_position_bias_table" },
  { "attn.qkv", "attn.qkv" },
  { "attn.proj", "attn.proj" },
  { "norm2", "norm2" },
  { "mlp.0", "mlp.fc1" },
  { "mlp.3", "mlp.fc2" },
  { NULL, NULL },
};

static const Pair swin[] = {
  { "features.0.0", "patch_embed.proj" },
  { "features.0.2", "patch_embed.norm" },
  { "head", "head.fc" },
  { NULL, NULL },
};

static const Pair swin_downsample[] = {
  { "reduction", "reduction" },
  { "norm", "norm" },
  { NULL, NULL },
};

/* Whether there was anything to be renamed. */
static gboolean
rename_layer (KomaHubWeights *weights,
              const char     *from_prefix,
              const char     *to_prefix,
              const Pair     *pair)
{
  static const char *const parts[] = { "", ".weight", ".bias", ".running_mean", ".running_var" };
  gboolean                 is_found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *from = g_strconcat (from_prefix, pair->from, parts[i], NULL);
    g_autofree char *to = g_strconcat (to_prefix, pair->to, parts[i], NULL);

    is_found = is_found || koma_hub_weights_look (weights, from) != NULL;
    koma_hub_weights_rename (weights, from, to);
  }
  return is_found;
}

/* Prefixes are freed. */
static gboolean
rename_layers (KomaHubWeights *weights,
               char           *from_prefix,
               char           *to_prefix,
               const Pair     *pairs)
{
  gboolean is_found = FALSE;

  for (; pairs->from != NULL; pairs++)
    is_found = rename_layer (weights, from_prefix, to_prefix, pairs) || is_found;
  g_free (from_prefix);
  g_free (to_prefix);
  return is_found;
}

static void
rename_vit (KomaHubWeights *weights)
{
  gboolean is_found = TRUE;

  (void) rename_layers (weights, g_strdup (""), g_strdup (""), vit);
  for (guint i = 0; i < MAX_BLOCKS && is_found; i++)
    is_found = rename_layers (weights, g_strdup_printf ("encoder.layers.encoder_layer_%u.", i),
                              g_strdup_printf ("blocks.%u.", i), vit_block);
}

/* Odd numbers are stages; even ones make the picture smaller, which is a part of the next stage. */
static void
rename_convnext (KomaHubWeights *weights)
{
  (void) rename_layers (weights, g_strdup (""), g_strdup (""), convnext);
  for (guint stage = 0; stage < MAX_STAGES; stage++) {
    gboolean is_found = TRUE;

    (void) rename_layers (weights, g_strdup_printf ("features.%u.", 2 * stage),
                          g_strdup_printf ("stages.%u.downsample.", stage), convnext_downsample);
    for (guint i = 0; i < MAX_BLOCKS && is_found; i++)
      is_found = rename_layers (weights, g_strdup_printf ("features.%u.%u.", 2 * stage + 1, i),
                                g_strdup_printf ("stages.%u.blocks.%u.", stage, i),
                                convnext_block);
  }
}

static void
rename_regnet (KomaHubWeights *weights)
{
  (void) rename_layers (weights, g_strdup (""), g_strdup (""), regnet);
  for (guint stage = 1; stage <= MAX_STAGES; stage++) {
    gboolean is_found = TRUE;

    for (guint i = 0; i < MAX_BLOCKS && is_found; i++)
      is_found = rename_layers (
        weights, g_strdup_printf ("trunk_output.block%u.block%u-%u.", stage, stage, i),
        g_strdup_printf ("s%u.b%u.", stage, i + 1), regnet_block);
  }
}

static void
rename_swin (KomaHubWeights *weights)
{
  (void) rename_layers (weights, g_strdup (""), g_strdup (""), swin);
  for (guint stage = 0; stage < MAX_STAGES; stage++) {
    gboolean is_found = TRUE;

    (void) rename_layers (weights, g_strdup_printf ("features.%u.", 2 * stage),
                          g_strdup_printf ("layers.%u.downsample.", stage), swin_downsample);
    for (guint i = 0; i < MAX_BLOCKS && is_found; i++)
      is_found = rename_layers (weights, g_strdup_printf ("features.%u.%u.", 2 * stage + 1, i),
                                g_strdup_printf ("layers.%u.blocks.%u.", stage, i), swin_block);
  }
}

/**
 * koma_hub_torchvision_rename:
 * @architecture: of torchvision, as architectures.inc has it
 *
 * Thread: any.
 */
void
koma_hub_torchvision_rename (KomaHubWeights *weights,
                             const char     *architecture)
{
  if (g_str_equal (architecture, "vit"))
    rename_vit (weights);
  else if (g_str_equal (architecture, "convnext"))
    rename_convnext (weights);
  else if (g_str_equal (architecture, "regnet"))
    rename_regnet (weights);
  else if (g_str_equal (architecture, "swin"))
    rename_swin (weights);
}
