/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* PP-HGNet and its V2 (PaddleClas) by timm's names: a block joins what went in with what each of
 * its layers gave. Some have a number that all are multiplied with behind an activation, and one
 * that is added: "lab". */

#include "architectures.h"
#include "steps.h"

#define MAX_STAGES 16
#define MAX_BLOCKS 1000
#define MAX_LAYERS 64

static const KomaHubSteps steps = { 1e-5, "relu" };

static KomaValueId
add_activation (KomaHub    *self,
                KomaValueId x,
                const char *lab)
{
  KomaBuilder *nodes = &self->nodes;
  const char  *scale = koma_hub_name (self, "%s.scale", lab);

  x = koma_hub_activate (self, x, steps.activation);
  if (!koma_hub_has (self, scale))
    return x;
  x = koma_builder_binary (nodes, KOMA_OP_MUL, x, koma_hub_weight (self, scale, 1));
  return koma_builder_binary (nodes, KOMA_OP_ADD, x,
                              koma_hub_weight (self, koma_hub_name (self, "%s.bias", lab), 1));
}

static KomaValueId
add_plain (KomaHub    *self,
           KomaValueId x,
           const char *layer,
           gint64      stride)
{
  return koma_hub_conv_norm (self, x, koma_hub_name (self, "%s.conv", layer),
                             koma_hub_name (self, "%s.bn", layer), stride, &steps);
}

static KomaValueId
add_conv (KomaHub    *self,
          KomaValueId x,
          const char *layer,
          gint64      stride)
{
  return add_activation (self, add_plain (self, x, layer, stride),
                         koma_hub_name (self, "%s.lab", layer));
}

static gboolean
has_conv (KomaHub    *self,
          const char *layer)
{
  return koma_hub_has_layer (self, koma_hub_name (self, "%s.conv", layer));
}

/* Windows of 2 × 2 have a row and a column of zeros below and at the right. */
static KomaValueId
add_stem (KomaHub    *self,
          KomaValueId x)
{
  const KomaHubWindow plain = { .pad = KOMA_HUB_PAD_NONE };
  KomaValueId         y = KOMA_VALUE_NONE;

  x = koma_hub_pad_pixels (self, add_conv (self, x, "stem.stem1", 2), 0, 1, 1);
  y = koma_hub_pad_pixels (self, add_conv (self, x, "stem.stem2a", 1), 0, 1, 1);
  y = add_conv (self, y, "stem.stem2b", 1);
  x = koma_hub_pool (self, KOMA_OP_MAX_POOL, x, 2, plain, FALSE);
  x = add_conv (self, koma_hub_join_channels (self, x, y), "stem.stem3", 2);
  return add_conv (self, x, "stem.stem4", 1);
}

static KomaValueId
add_stem_of_first (KomaHub    *self,
                   KomaValueId x)
{
  const KomaHubWindow halving = { .stride = 2 };

  x = add_conv (self, x, "stem.stem.0", 2);
  for (guint i = 1; i < MAX_LAYERS; i++) {
    const char *layer = koma_hub_name (self, "stem.stem.%u", i);

    if (!has_conv (self, layer))
      break;
    x = add_conv (self, x, layer, 1);
  }
  return koma_hub_pool (self, KOMA_OP_MAX_POOL, x, 3, halving, FALSE);
}

/* Light ones are of each pixel, and then of each channel. */
static KomaValueId
add_layer (KomaHub    *self,
           KomaValueId x,
           const char *layer)
{
  const char *first = koma_hub_name (self, "%s.conv1", layer);

  return has_conv (self, first)
           ? add_conv (self, add_plain (self, x, first, 1),
                       koma_hub_name (self, "%s.conv2", layer), 1)
           : add_conv (self, x, layer, 1);
}

/* A second convolution, or weights of the channels that their means decide. */
static KomaValueId
aggregate (KomaHub    *self,
           KomaValueId x,
           const char *block)
{
  const char *second = koma_hub_name (self, "%s.aggregation.1", block);
  KomaValueId gate = KOMA_VALUE_NONE;

  x = add_conv (self, x, koma_hub_name (self, "%s.aggregation.0", block), 1);
  if (koma_hub_has_layer (self, koma_hub_name (self, "%s.bn", second)))
    return add_conv (self, x, second, 1);
  gate = koma_hub_linear (self, koma_hub_mean_pixels (self, x, TRUE),
                          koma_hub_name (self, "%s.conv", second));
  gate = koma_hub_activate (self, gate, "sigmoid");
  return koma_builder_binary (&self->nodes, KOMA_OP_MUL, x, gate);
}

static KomaValueId
add_block (KomaHub    *self,
           KomaValueId x,
           const char *block)
{
  KomaValueId joined[1 + MAX_LAYERS] = { x };
  guint       n = 1;

  for (; n <= MAX_LAYERS; n++) {
    const char *layer = koma_hub_name (self, "%s.layers.%u", block, n - 1);

    if (!has_conv (self, layer) && !has_conv (self, koma_hub_name (self, "%s.conv1", layer)))
      break;
    joined[n] = add_layer (self, joined[n - 1], layer);
  }
  return aggregate (self, koma_builder_concat (&self->nodes, joined, n, 3), block);
}

static KomaValueId
add_stage (KomaHub    *self,
           KomaValueId x,
           const char *stage)
{
  const char *halving = koma_hub_name (self, "%s.downsample", stage);

  if (has_conv (self, halving))
    x = add_plain (self, x, halving, 2);
  for (guint i = 0; i < MAX_BLOCKS && self->nodes.error == NULL; i++) {
    const char       *block = koma_hub_name (self, "%s.blocks.%u", stage, i);
    const KomaValueId before = x;

    if (!has_conv (self, koma_hub_name (self, "%s.aggregation.0", block)))
      break;
    x = add_block (self, x, block);
    if (i > 0)
      x = koma_hub_add (self, x, before);
  }
  return x;
}

KomaValueId
koma_hub_build_hgnet (KomaHub    *self,
                      KomaValueId x)
{
  x = has_conv (self, "stem.stem.0") ? add_stem_of_first (self, x) : add_stem (self, x);
  for (guint i = 0; i < MAX_STAGES && self->nodes.error == NULL; i++)
    x = add_stage (self, x, koma_hub_name (self, "stages.%u", i));
  x = koma_hub_mean_pixels (self, x, FALSE);
  if (koma_hub_has_layer (self, "head.last_conv.0"))
    x = add_activation (self, koma_hub_linear (self, x, "head.last_conv.0"), "head.last_conv.2");
  return koma_hub_head (self, x, "head.fc");
}
