/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ResNet, ResNeXt, Wide ResNet, and with squeeze layers SE-ResNet; of timm also with a stem of
 * three convolutions and a mean before the shortcut (ResNet-D). A block has two convolutions or
 * three; the first of a stage halves the picture, all but in the first stage. */

#include "architectures.h"
#include "layers.h"

#define EPSILON    1e-5
#define MAX_BLOCKS 1000

typedef struct
{
  KomaHub    *hub;
  const char *activation;
  gboolean    is_stride_first; /* in the 1x1 convolution and not in the 3x3 */
} Builder;

static gboolean
is_hugging_face (const Builder *self)
{
  return self->hub->source == KOMA_HUB_HUGGING_FACE;
}

static const char *
name_block (const Builder *self,
            guint          stage,
            guint          block)
{
  return is_hugging_face (self)
           ? koma_hub_name (self->hub, "resnet.encoder.stages.%u.layers.%u", stage, block)
           : koma_hub_name (self->hub, "layer%u.%u", stage + 1, block);
}

/* The @index-th convolution of a block. */
static const char *
name_conv (const Builder *self,
           const char    *block,
           guint          index)
{
  return is_hugging_face (self)
           ? koma_hub_name (self->hub, "%s.layer.%u.convolution", block, index)
           : koma_hub_name (self->hub, "%s.conv%u", block, index + 1);
}

static const char *
name_norm (const Builder *self,
           const char    *block,
           guint          index)
{
  return is_hugging_face (self)
           ? koma_hub_name (self->hub, "%s.layer.%u.normalization", block, index)
           : koma_hub_name (self->hub, "%s.bn%u", block, index + 1);
}

static gboolean
has_weight (const Builder *self,
            const char    *layer)
{
  return koma_hub_has (self->hub, koma_hub_name (self->hub, "%s.weight", layer));
}

static KomaValueId
add_conv (Builder      *self,
          KomaValueId   x,
          const char   *conv,
          const char   *norm,
          KomaHubWindow window)
{
  x = koma_hub_conv (self->hub, x, conv, window);
  return koma_hub_batch_norm (self->hub, x, norm, EPSILON);
}

/* What is added to the result of a block. */
static KomaValueId
add_shortcut (Builder      *self,
              KomaValueId   x,
              const char   *block,
              KomaHubWindow window)
{
  KomaHub    *hub = self->hub;
  const char *plain = koma_hub_name (
    hub, is_hugging_face (self) ? "%s.shortcut.convolution" : "%s.downsample.0", block);
  const char *norm = koma_hub_name (
    hub, is_hugging_face (self) ? "%s.shortcut.normalization" : "%s.downsample.1", block);
  const char         *behind_mean = koma_hub_name (hub, "%s.downsample.1", block);
  const KomaHubWindow half = { .stride = window.stride, .pad = KOMA_HUB_PAD_NONE };

  if (has_weight (self, plain))
    return add_conv (self, x, plain, norm, window);
  if (!has_weight (self, behind_mean))
    return x;
  if (window.stride > 1)
    x = koma_hub_pool (hub, KOMA_OP_AVG_POOL, x, window.stride, half, TRUE);
  return add_conv (self, x, behind_mean, koma_hub_name (hub, "%s.downsample.2", block),
                   (KomaHubWindow){ 0 });
}

static KomaValueId
add_squeeze (Builder    *self,
             KomaValueId x,
             const char *block)
{
  const KomaHubSqueeze squeeze = {
    .reduce = koma_hub_name (self->hub, "%s.se.fc1", block),
    .expand = koma_hub_name (self->hub, "%s.se.fc2", block),
    .activation = "relu",
    .gate = "sigmoid",
  };

  return has_weight (self, squeeze.reduce) ? koma_hub_squeeze_excite (self->hub, x, &squeeze) : x;
}

static KomaValueId
add_block (Builder    *self,
           KomaValueId x,
           const char *block,
           gint64      stride)
{
  const gboolean    is_bottleneck = has_weight (self, name_conv (self, block, 2));
  const guint       n_convs = is_bottleneck ? 3 : 2;
  const guint       striding = is_bottleneck && !self->is_stride_first ? 1 : 0;
  const KomaValueId shortcut = add_shortcut (self, x, block, (KomaHubWindow){ .stride = stride });

  for (guint i = 0; i < n_convs; i++) {
    const KomaHubWindow window = { .stride = i == striding ? stride : 1 };

    x = add_conv (self, x, name_conv (self, block, i), name_norm (self, block, i), window);
    if (i + 1 < n_convs)
      x = koma_hub_activate (self->hub, x, self->activation);
  }
  x = koma_hub_add (self->hub, add_squeeze (self, x, block), shortcut);
  return koma_hub_activate (self->hub, x, self->activation);
}

/* timm's deep stem has its convolutions at 0, 3 and 6. */
static KomaValueId
add_stem (Builder    *self,
          KomaValueId x)
{
  const KomaHubWindow halving = { .stride = 2 };
  KomaHub            *hub = self->hub;

  if (is_hugging_face (self)) {
    x = add_conv (self, x, "resnet.embedder.embedder.convolution",
                  "resnet.embedder.embedder.normalization", halving);
  } else if (has_weight (self, "conv1.0")) {
    x = add_conv (self, x, "conv1.0", "conv1.1", halving);
    x = koma_hub_activate (hub, x, self->activation);
    x = add_conv (self, x, "conv1.3", "conv1.4", (KomaHubWindow){ 0 });
    x = koma_hub_activate (hub, x, self->activation);
    x = add_conv (self, x, "conv1.6", "bn1", (KomaHubWindow){ 0 });
  } else {
    x = add_conv (self, x, "conv1", "bn1", halving);
  }
  x = koma_hub_activate (hub, x, self->activation);
  return koma_hub_pool (hub, KOMA_OP_MAX_POOL, x, 3, halving, FALSE);
}

KomaValueId
koma_hub_build_resnet (KomaHub    *hub,
                       KomaValueId x)
{
  const gboolean is_first_halved = koma_hub_boolean (hub, "downsample_in_first_stage", FALSE);
  Builder        self = {
           .hub = hub,
           .activation = koma_hub_string (hub, "hidden_act", "relu"),
           .is_stride_first = koma_hub_boolean (hub, "downsample_in_bottleneck", FALSE),
  };

  x = add_stem (&self, x);
  for (guint stage = 0; stage < MAX_BLOCKS; stage++) {
    const gint64 stride = stage > 0 || is_first_halved ? 2 : 1;

    if (!has_weight (&self, name_conv (&self, name_block (&self, stage, 0), 0)))
      break;
    for (guint i = 0; has_weight (&self, name_conv (&self, name_block (&self, stage, i), 0)); i++)
      x = add_block (&self, x, name_block (&self, stage, i), i == 0 ? stride : 1);
    if (hub->nodes.error != NULL)
      return KOMA_VALUE_NONE;
  }
  x = koma_hub_mean_pixels (hub, x, FALSE);
  return koma_hub_head (hub, x, is_hugging_face (&self) ? "classifier.1" : "fc");
}
