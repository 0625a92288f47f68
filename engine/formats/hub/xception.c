/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Xception (Chollet, Xception: Deep Learning with Depthwise Separable Convolutions, 2016) by timm's
 * names: convolutions of each channel by itself, and then of each pixel. A block that has a
 * convolution beside it halves the picture. */

#include "architectures.h"
#include "steps.h"

#define MAX_BLOCKS 1000
#define MAX_LAYERS 100

static const KomaHubSteps steps = { 1e-5, "relu" };

static KomaValueId
add_conv (KomaHub    *self,
          KomaValueId x,
          const char *conv,
          const char *norm,
          gint64      stride)
{
  const KomaHubWindow window = { .stride = stride, .pad = KOMA_HUB_PAD_NONE };

  x = koma_hub_conv (self, x, conv, window);
  return koma_hub_batch_norm (self, x, norm, steps.epsilon);
}

static KomaValueId
add_separable (KomaHub    *self,
               KomaValueId x,
               const char *name,
               const char *norm)
{
  x = koma_hub_conv (self, x, koma_hub_name (self, "%s.conv1", name), (KomaHubWindow){ 0 });
  return koma_hub_conv_norm (self, x, koma_hub_name (self, "%s.pointwise", name), norm, 1, &steps);
}

static gboolean
has_separable (KomaHub    *self,
               const char *block,
               guint       layer)
{
  return koma_hub_has_layer (self, koma_hub_name (self, "%s.rep.%u.conv1", block, layer));
}

/* Its layers have the numbers that they have in a list with their norms and activations; the first
 * block has no activation before them. */
static KomaValueId
add_block (KomaHub    *self,
           KomaValueId x,
           const char *block)
{
  const KomaHubWindow halving = { .stride = 2 };
  const char         *skip = koma_hub_name (self, "%s.skip", block);
  KomaValueId         y = x;

  for (guint i = 0; i < MAX_LAYERS; i++) {
    if (!has_separable (self, block, i))
      continue;
    if (i > 0)
      y = koma_hub_activate (self, y, steps.activation);
    y = add_separable (self, y, koma_hub_name (self, "%s.rep.%u", block, i),
                       koma_hub_name (self, "%s.rep.%u", block, i + 1));
  }
  if (!koma_hub_has_layer (self, skip))
    return koma_hub_add (self, y, x);
  y = koma_hub_pool (self, KOMA_OP_MAX_POOL, y, 3, halving, FALSE);
  return koma_hub_add (self, y,
                       add_conv (self, x, skip, koma_hub_name (self, "%sbn", skip), 2));
}

KomaValueId
koma_hub_build_xception (KomaHub    *self,
                         KomaValueId x)
{
  x = koma_hub_activate (self, add_conv (self, x, "conv1", "bn1", 2), steps.activation);
  x = koma_hub_activate (self, add_conv (self, x, "conv2", "bn2", 1), steps.activation);
  for (guint i = 1; i < MAX_BLOCKS && self->nodes.error == NULL; i++) {
    const char *block = koma_hub_name (self, "block%u", i);

    if (!has_separable (self, block, 0) && !has_separable (self, block, 1))
      break;
    x = add_block (self, x, block);
  }
  x = koma_hub_activate (self, add_separable (self, x, "conv3", "bn3"), steps.activation);
  x = koma_hub_activate (self, add_separable (self, x, "conv4", "bn4"), steps.activation);
  return koma_hub_head (self, koma_hub_mean_pixels (self, x, FALSE), "fc");
}
