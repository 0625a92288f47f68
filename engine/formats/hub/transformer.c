/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "transformer.h"

#define MAX_BLOCKS 1000

/* Of ViT, DeiT, BEiT and Swin. */
const KomaHubBlockNames koma_hub_block_hugging_face = {
  .norm1 = "layernorm_before",
  .query = "attention.attention.query",
  .key = "attention.attention.key",
  .value = "attention.attention.value",
  .output = "attention.output.dense",
  .scale1 = "lambda_1",
  .norm2 = "layernorm_after",
  .fc1 = "intermediate.dense",
  .fc2 = "output.dense",
  .scale2 = "lambda_2",
};

const KomaHubBlockNames koma_hub_block_timm = {
  .norm1 = "norm1",
  .fused = "attn.qkv",
  .output = "attn.proj",
  .query_norm = "attn.q_norm",
  .key_norm = "attn.k_norm",
  .scale1 = "ls1.gamma",
  .norm2 = "norm2",
  .fc1 = "mlp.fc1",
  .fc2 = "mlp.fc2",
  .scale2 = "ls2.gamma",
};

const KomaHubBlockNames koma_hub_block_clip = {
  .norm1 = "layer_norm1",
  .query = "self_attn.q_proj",
  .key = "self_attn.k_proj",
  .value = "self_attn.v_proj",
  .output = "self_attn.out_proj",
  .norm2 = "layer_norm2",
  .fc1 = "mlp.fc1",
  .fc2 = "mlp.fc2",
};

const KomaHubBlockNames koma_hub_block_open_clip = {
  .norm1 = "ln_1",
  .fused = "attn.in_proj",
  .output = "attn.out_proj",
  .scale1 = "ls_1.gamma",
  .norm2 = "ln_2",
  .fc1 = "mlp.c_fc",
  .fc2 = "mlp.c_proj",
  .scale2 = "ls_2.gamma",
};

static const char *
name (KomaHub    *self,
      const char *block,
      const char *layer) /* (nullable) */
{
  return layer != NULL ? koma_hub_name (self, "%s.%s", block, layer) : NULL;
}

KomaValueId
koma_hub_block_attention (KomaHub            *self,
                          KomaValueId         x,
                          const char         *block,
                          const KomaHubBlock *how)
{
  const KomaHubAttention attention = {
    .query = name (self, block, how->names->query),
    .key = name (self, block, how->names->key),
    .value = name (self, block, how->names->value),
    .fused = name (self, block, how->names->fused),
    .output = name (self, block, how->names->output),
    .query_norm = name (self, block, how->names->query_norm),
    .key_norm = name (self, block, how->names->key_norm),
    .epsilon = how->epsilon,
    .n_heads = how->n_heads,
    .bias = how->bias,
  };

  return koma_hub_attention (self, x, &attention);
}

static KomaValueId
add_gated (KomaHub    *self,
           KomaValueId x,
           const char *layer,
           const char *output)
{
  KomaValueId halves[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  koma_builder_split (&self->nodes, koma_hub_linear (self, x, layer), 2, halves);
  x = koma_builder_binary (&self->nodes, KOMA_OP_MUL, koma_hub_activate (self, halves[0], "silu"),
                           halves[1]);
  return koma_hub_linear (self, x, output);
}

KomaValueId
koma_hub_block_mlp (KomaHub            *self,
                    KomaValueId         x,
                    const char         *block,
                    const KomaHubBlock *how)
{
  const char *gated = name (self, block, how->names->gated);

  if (gated != NULL && koma_hub_has (self, koma_hub_name (self, "%s.weight", gated)))
    return add_gated (self, x, gated, name (self, block, how->names->gated_output));
  x = koma_hub_linear (self, x, name (self, block, how->names->fc1));
  x = koma_hub_activate (self, x, how->activation);
  return koma_hub_linear (self, x, name (self, block, how->names->fc2));
}

KomaValueId
koma_hub_block (KomaHub            *self,
                KomaValueId         x,
                const char         *block,
                const KomaHubBlock *how)
{
  KomaValueId y = koma_hub_layer_norm (self, x, name (self, block, how->names->norm1),
                                       how->epsilon);

  y = koma_hub_block_attention (self, y, block, how);
  x = koma_hub_add (self, x, koma_hub_scale (self, y, name (self, block, how->names->scale1)));
  y = koma_hub_layer_norm (self, x, name (self, block, how->names->norm2), how->epsilon);
  y = koma_hub_block_mlp (self, y, block, how);
  return koma_hub_add (self, x, koma_hub_scale (self, y, name (self, block, how->names->scale2)));
}

gboolean
koma_hub_has_block (KomaHub            *self,
                    const char         *block,
                    const KomaHubBlock *how)
{
  return koma_hub_has (self, koma_hub_name (self, "%s.%s.weight", block, how->names->norm1));
}

KomaValueId
koma_hub_blocks (KomaHub            *self,
                 KomaValueId         x,
                 const char         *blocks,
                 const KomaHubBlock *how)
{
  for (guint i = 0; i < MAX_BLOCKS; i++) {
    const char *block = koma_hub_name (self, "%s.%u", blocks, i);

    if (!koma_hub_has_block (self, block, how))
      break;
    x = koma_hub_block (self, x, block, how);
  }
  return x;
}
