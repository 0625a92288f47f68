/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ConvNeXt and ConvNeXt V2. A block: 7x7 of each channel, norm, two layers with a GELU between,
 * and a scale of each channel. V2 has no scale, and behind the GELU a response normalisation:
 *
 *   n = |x| / (mean of |x| over the channels + 1e-6), |x| over all pixels of a channel
 *   x = x + weight · (x n) + bias */

#include "architectures.h"
#include "layers.h"

#include <string.h>

#define MAX_STAGES 16
#define MAX_BLOCKS 1000

/* Names behind that of the model, of a stage and of a block. */
typedef struct
{
  const char *stem;
  const char *stem_norm;
  const char *stage;
  const char *downsample;
  const char *blocks;
  const char *depthwise;
  const char *norm;
  const char *fc1;
  const char *fc2;
  const char *response;
  const char *scale;
} Names;

static const Names hugging_face = {
  "embeddings.patch_embeddings",
  "embeddings.layernorm",
  "encoder.stages",
  "downsampling_layer",
  "layers",
  "dwconv",
  "layernorm",
  "pwconv1",
  "pwconv2",
  "grn",
  "layer_scale_parameter",
};

static const Names timm = {
  "stem.0",
  "stem.1",
  "stages",
  "downsample",
  "blocks",
  "conv_dw",
  "norm",
  "mlp.fc1",
  "mlp.fc2",
  "mlp.grn",
  "gamma",
};

typedef struct
{
  KomaHub     *hub;
  const Names *names;
  const char  *activation;
  double       epsilon; /* of all norms but the last, for which Hugging Face has a setting */
} Builder;

static const char *
name (const Builder *self,
      const char    *block,
      const char    *layer)
{
  return koma_hub_name (self->hub, "%s.%s", block, layer);
}

/* A weight of one number for each channel, however many ones its shape has. */
static KomaValueId
add_channels (Builder    *self,
              const char *weight)
{
  const guint       rank = koma_hub_look_shape (self->hub, weight).rank;
  const KomaValueId value = koma_hub_weight (self->hub, weight, MAX (rank, 1));

  return koma_builder_reshape (&self->hub->nodes, value, KOMA_SHAPE (-1));
}

static KomaValueId
normalize_response (Builder    *self,
                    KomaValueId x,
                    const char *layer)
{
  KomaBuilder      *nodes = &self->hub->nodes;
  const KomaValueId weight = add_channels (self, name (self, layer, "weight"));
  const KomaValueId bias = add_channels (self, name (self, layer, "bias"));
  const KomaValueId square = koma_builder_unary (nodes, KOMA_OP_SQUARE, x);
  const KomaValueId sum = koma_builder_reduce (nodes, KOMA_OP_SUM, square,
                                               KOMA_REDUCE_ROWS_AND_COLUMNS, TRUE);
  const KomaValueId size = koma_builder_unary (nodes, KOMA_OP_SQRT, sum);
  KomaValueId       mean = koma_builder_reduce (nodes, KOMA_OP_MEAN, size, 1u << 3, TRUE);
  KomaValueId       y = KOMA_VALUE_NONE;

  mean = koma_builder_with_number (nodes, KOMA_OP_ADD, mean, 1e-6);
  y = koma_builder_binary (nodes, KOMA_OP_DIV, size, mean);
  /* x (1 + weight n) + bias, so that n is multiplied where it is small. */
  y = koma_builder_binary (nodes, KOMA_OP_MUL, y, weight);
  y = koma_builder_with_number (nodes, KOMA_OP_ADD, y, 1);
  return koma_hub_add (self->hub, koma_builder_binary (nodes, KOMA_OP_MUL, x, y), bias);
}

static KomaValueId
add_block (Builder    *self,
           KomaValueId x,
           const char *block)
{
  KomaHub            *hub = self->hub;
  const KomaValueId   shortcut = x;
  const char         *response = name (self, block, self->names->response);
  const KomaHubWindow plain = { 0 };

  x = koma_hub_conv (hub, x, name (self, block, self->names->depthwise), plain);
  x = koma_hub_layer_norm (hub, x, name (self, block, self->names->norm), self->epsilon);
  x = koma_hub_linear (hub, x, name (self, block, self->names->fc1));
  x = koma_hub_activate (hub, x, self->activation);
  if (koma_hub_has (hub, name (self, response, "weight")))
    x = normalize_response (self, x, response);
  x = koma_hub_linear (hub, x, name (self, block, self->names->fc2));
  return koma_hub_add (hub, shortcut,
                       koma_hub_scale (hub, x, name (self, block, self->names->scale)));
}

/* A convolution whose stride is its kernel. */
static KomaValueId
add_patches (Builder    *self,
             KomaValueId x,
             const char *layer)
{
  const KomaShape     shape = koma_hub_look_shape (self->hub, name (self, layer, "weight"));
  const KomaHubWindow window = { .stride = shape.dims[2], .pad = KOMA_HUB_PAD_NONE };

  return koma_hub_conv (self->hub, x, layer, window);
}

static KomaValueId
add_stage (Builder    *self,
           KomaValueId x,
           const char *stage)
{
  const char *norm = koma_hub_name (self->hub, "%s.%s.0", stage, self->names->downsample);
  const char *conv = koma_hub_name (self->hub, "%s.%s.1", stage, self->names->downsample);

  if (koma_hub_has (self->hub, name (self, norm, "weight"))) {
    x = koma_hub_layer_norm (self->hub, x, norm, self->epsilon);
    x = add_patches (self, x, conv);
  }
  for (guint i = 0; i < MAX_BLOCKS; i++) {
    const char *block = koma_hub_name (self->hub, "%s.%s.%u", stage, self->names->blocks, i);

    if (!koma_hub_has (self->hub, koma_hub_name (self->hub, "%s.%s.weight", block,
                                                 self->names->depthwise)))
      break;
    x = add_block (self, x, block);
  }
  return x;
}

KomaValueId
koma_hub_build_convnext (KomaHub    *hub,
                         KomaValueId x)
{
  const gboolean is_hf = hub->source == KOMA_HUB_HUGGING_FACE;
  const gboolean is_largest = g_str_has_prefix (hub->architecture, "convnext_xxlarge");
  const double   inner = koma_hub_double (hub, "norm_eps", is_largest ? 1e-5 : 1e-6);
  const double   epsilon = koma_hub_double (hub, "layer_norm_eps", is_hf ? 1e-12 : inner);
  const char    *norm = NULL;
  const char    *model = is_hf ? koma_hub_name (hub, "%s.", hub->architecture) : "";
  Builder        self = {
           .hub = hub,
           .names = is_hf ? &hugging_face : &timm,
           .activation = koma_hub_string (hub, "hidden_act", "gelu"),
           .epsilon = inner,
  };

  if (strstr (hub->architecture, "_rms") != NULL)
    return koma_builder_fail (&hub->nodes, KOMA_ERROR_UNSUPPORTED,
                              "%s has norms of another kind, which Koma does not have",
                              hub->architecture);
  x = add_patches (&self, x, koma_hub_name (hub, "%s%s", model, self.names->stem));
  x = koma_hub_layer_norm (hub, x, koma_hub_name (hub, "%s%s", model, self.names->stem_norm),
                           self.epsilon);
  for (guint i = 0; i < MAX_STAGES; i++)
    x = add_stage (&self, x, koma_hub_name (hub, "%s%s.%u", model, self.names->stage, i));
  x = koma_hub_mean_pixels (hub, x, FALSE);
  norm = is_hf ? name (&self, hub->architecture, "layernorm") : "head.norm";
  x = koma_hub_layer_norm (hub, x, norm, epsilon);
  return koma_hub_head (hub, x, is_hf ? "classifier" : "head.fc");
}
