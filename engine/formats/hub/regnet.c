/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* RegNet X and Y, of which Y has a squeeze layer behind the convolution in groups; how many groups
 * follows from the weights. Every stage halves the picture. */

#include "architectures.h"
#include "layers.h"

#define EPSILON    1e-5
#define MAX_STAGES 16
#define MAX_BLOCKS 1000

typedef struct
{
  KomaHub    *hub;
  gboolean    is_hf;
  const char *activation;
} Builder;

static gboolean
has_weight (const Builder *self,
            const char    *layer)
{
  return koma_hub_has (self->hub, koma_hub_name (self->hub, "%s.weight", layer));
}

/* A convolution and its norm, of one layer of the file. */
static KomaValueId
add_layer (Builder    *self,
           KomaValueId x,
           const char *layer,
           gint64      stride,
           gboolean    is_active)
{
  KomaHub    *hub = self->hub;
  const char *conv = koma_hub_name (hub, self->is_hf ? "%s.convolution" : "%s.conv", layer);
  const char *norm = koma_hub_name (hub, self->is_hf ? "%s.normalization" : "%s.bn", layer);

  x = koma_hub_conv (hub, x, conv, (KomaHubWindow){ .stride = stride });
  x = koma_hub_batch_norm (hub, x, norm, EPSILON);
  return is_active ? koma_hub_activate (hub, x, self->activation) : x;
}

static const char *
name_block (const Builder *self,
            guint          stage,
            guint          block)
{
  return self->is_hf
           ? koma_hub_name (self->hub, "regnet.encoder.stages.%u.layers.%u", stage, block)
           : koma_hub_name (self->hub, "s%u.b%u", stage + 1, block + 1);
}

static KomaValueId
add_block (Builder    *self,
           KomaValueId x,
           const char *block,
           gint64      stride)
{
  KomaHub             *hub = self->hub;
  const KomaHubSqueeze squeeze = {
    .reduce = koma_hub_name (hub, self->is_hf ? "%s.layer.2.attention.0" : "%s.se.fc1", block),
    .expand = koma_hub_name (hub, self->is_hf ? "%s.layer.2.attention.2" : "%s.se.fc2", block),
    .activation = "relu",
    .gate = "sigmoid",
  };
  const gboolean is_y = has_weight (self, squeeze.reduce);
  const char    *first = koma_hub_name (hub, self->is_hf ? "%s.layer.0" : "%s.conv1", block);
  const char    *second = koma_hub_name (hub, self->is_hf ? "%s.layer.1" : "%s.conv2", block);
  const char    *last = !self->is_hf ? koma_hub_name (hub, "%s.conv3", block)
                                     : koma_hub_name (hub, "%s.layer.%u", block, is_y ? 3 : 2);
  const char    *shortcut =
    koma_hub_name (hub, self->is_hf ? "%s.shortcut" : "%s.downsample", block);
  const char *conv = koma_hub_name (hub, self->is_hf ? "%s.convolution" : "%s.conv", shortcut);
  KomaValueId beside = x;

  if (has_weight (self, conv))
    beside = add_layer (self, x, shortcut, stride, FALSE);
  x = add_layer (self, x, first, 1, TRUE);
  x = add_layer (self, x, second, stride, TRUE);
  if (is_y)
    x = koma_hub_squeeze_excite (hub, x, &squeeze);
  x = koma_hub_add (hub, add_layer (self, x, last, 1, FALSE), beside);
  return koma_hub_activate (hub, x, self->activation);
}

static gboolean
has_block (const Builder *self,
           const char    *block)
{
  const char *first = self->is_hf ? "layer.0.convolution" : "conv1.conv";

  return has_weight (self, koma_hub_name (self->hub, "%s.%s", block, first));
}

KomaValueId
koma_hub_build_regnet (KomaHub    *hub,
                       KomaValueId x)
{
  Builder self = {
    .hub = hub,
    .is_hf = hub->source == KOMA_HUB_HUGGING_FACE,
    .activation = koma_hub_string (hub, "hidden_act", "relu"),
  };
  const gboolean is_first_halved = koma_hub_boolean (hub, "downsample_in_first_stage", TRUE);

  x = add_layer (&self, x, self.is_hf ? "regnet.embedder.embedder" : "stem", 2, TRUE);
  for (guint stage = 0; stage < MAX_STAGES && hub->nodes.error == NULL; stage++)
    for (guint i = 0; i < MAX_BLOCKS && has_block (&self, name_block (&self, stage, i)); i++)
      x = add_block (&self, x, name_block (&self, stage, i),
                     i == 0 && (stage > 0 || is_first_halved) ? 2 : 1);
  x = koma_hub_mean_pixels (hub, x, FALSE);
  return koma_hub_head (hub, x, self.is_hf ? "classifier.1" : "head.fc");
}
