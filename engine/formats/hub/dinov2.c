/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* DINOv2, also with registers: ViT with layer scales; the classifier sees the class token and the
 * mean of the patches. Positions are resized for pictures of another size. */

#include "architectures.h"
#include "tokens.h"
#include "transformer.h"

static const KomaHubBlockNames names = {
  .norm1 = "norm1",
  .query = "attention.attention.query",
  .key = "attention.attention.key",
  .value = "attention.attention.value",
  .output = "attention.output.dense",
  .scale1 = "layer_scale1.lambda1",
  .norm2 = "norm2",
  .fc1 = "mlp.fc1",
  .fc2 = "mlp.fc2",
  .gated = "mlp.weights_in",
  .gated_output = "mlp.weights_out",
  .scale2 = "layer_scale2.lambda1",
};

KomaValueId
koma_hub_build_dinov2 (KomaHub    *self,
                       KomaValueId x)
{
  const char         *model = self->architecture;
  const KomaHubTokens tokens = {
    .patches = koma_hub_name (self, "%s.embeddings.patch_embeddings.projection", model),
    .tokens = { koma_hub_name (self, "%s.embeddings.cls_token", model),
                koma_hub_name (self, "%s.embeddings.register_tokens", model) },
    .positions = koma_hub_name (self, "%s.embeddings.position_embeddings", model),
    .is_resized = TRUE,
  };
  const KomaHubBlock block = {
    .names = &names,
    .activation = koma_hub_string (self, "hidden_act", "gelu"),
    .epsilon = koma_hub_double (self, "layer_norm_eps", 1e-6),
    .n_heads = koma_hub_int (self, "num_attention_heads", 12),
    .bias = KOMA_VALUE_NONE,
  };
  gint64      n_first = 0;
  KomaValueId parts[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  x = koma_hub_tokens (self, x, &tokens, &n_first);
  x = koma_hub_blocks (self, x, koma_hub_name (self, "%s.encoder.layer", model), &block);
  x = koma_hub_layer_norm (self, x, koma_hub_name (self, "%s.layernorm", model), block.epsilon);
  parts[0] = koma_hub_get_row (self, x, 0);
  parts[1] = koma_hub_mean_rows (self, koma_hub_slice_rows (self, x, n_first, -1));
  return koma_hub_linear (self, koma_builder_concat (&self->nodes, parts, 2, 1), "classifier");
}
