/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GhostNet (Han et al., GhostNet: More Features from Cheap Operations, 2020) by timm's names: half
 * of the channels are made of pixels, the other half of those, each of one. A block halves the
 * picture if it has a convolution between its two modules. */

#include "architectures.h"
#include "steps.h"

#define MAX_STAGES 16
#define MAX_BLOCKS 1000

static const KomaHubSteps steps = { 1e-5, "relu" };

static KomaValueId
add_conv (KomaHub    *self,
          KomaValueId x,
          const char *layers, /* "….0" and "….1" */
          gboolean    is_active)
{
  x = koma_hub_conv_norm (self, x, koma_hub_name (self, "%s.0", layers),
                          koma_hub_name (self, "%s.1", layers), 1, &steps);
  return is_active ? koma_hub_activate (self, x, steps.activation) : x;
}

static KomaValueId
add_ghost (KomaHub    *self,
           KomaValueId x,
           const char *module,
           gboolean    is_active)
{
  x = add_conv (self, x, koma_hub_name (self, "%s.primary_conv", module), is_active);
  return koma_hub_join_channels (
    self, x, add_conv (self, x, koma_hub_name (self, "%s.cheap_operation", module), is_active));
}

static KomaValueId
add_squeeze (KomaHub    *self,
             KomaValueId x,
             const char *block)
{
  const KomaHubSqueeze squeeze = {
    .reduce = koma_hub_name (self, "%s.se.conv_reduce", block),
    .expand = koma_hub_name (self, "%s.se.conv_expand", block),
    .activation = "relu",
    .gate = "hard_sigmoid",
  };

  return koma_hub_has_layer (self, squeeze.reduce) ? koma_hub_squeeze_excite (self, x, &squeeze)
                                                   : x;
}

static KomaValueId
add_shortcut (KomaHub    *self,
              KomaValueId x,
              const char *block,
              gint64      stride)
{
  const char *first = koma_hub_name (self, "%s.shortcut.0", block);

  if (!koma_hub_has_layer (self, first))
    return x;
  x = koma_hub_conv_norm (self, x, first, koma_hub_name (self, "%s.shortcut.1", block), stride,
                          &steps);
  return koma_hub_conv_norm (self, x, koma_hub_name (self, "%s.shortcut.2", block),
                             koma_hub_name (self, "%s.shortcut.3", block), 1, &steps);
}

static KomaValueId
add_block (KomaHub    *self,
           KomaValueId x,
           const char *block)
{
  const char    *halving = koma_hub_name (self, "%s.conv_dw", block);
  const gboolean is_halving = koma_hub_has_layer (self, halving);
  KomaValueId    y = add_ghost (self, x, koma_hub_name (self, "%s.ghost1", block), TRUE);

  if (is_halving)
    y = koma_hub_conv_norm (self, y, halving, koma_hub_name (self, "%s.bn_dw", block), 2, &steps);
  y = add_squeeze (self, y, block);
  y = add_ghost (self, y, koma_hub_name (self, "%s.ghost2", block), FALSE);
  return koma_hub_add (self, y, add_shortcut (self, x, block, is_halving ? 2 : 1));
}

/* The last one is a plain convolution. */
static KomaValueId
add_stage (KomaHub    *self,
           KomaValueId x,
           guint       stage)
{
  const char *plain = koma_hub_name (self, "blocks.%u.0.conv", stage);

  if (koma_hub_has_layer (self, plain))
    return koma_hub_conv_norm_act (self, x, plain,
                                   koma_hub_name (self, "blocks.%u.0.bn1", stage), 1, &steps);
  for (guint i = 0; i < MAX_BLOCKS && self->nodes.error == NULL; i++) {
    const char *block = koma_hub_name (self, "blocks.%u.%u", stage, i);

    if (!koma_hub_has_layer (self, koma_hub_name (self, "%s.ghost1.primary_conv.0", block)))
      break;
    x = add_block (self, x, block);
  }
  return x;
}

KomaValueId
koma_hub_build_ghostnet (KomaHub    *self,
                         KomaValueId x)
{
  x = koma_hub_conv_norm_act (self, x, "conv_stem", "bn1", 2, &steps);
  for (guint stage = 0; stage < MAX_STAGES; stage++)
    x = add_stage (self, x, stage);
  x = koma_hub_linear (self, koma_hub_mean_pixels (self, x, FALSE), "conv_head");
  return koma_hub_head (self, koma_hub_activate (self, x, steps.activation), "classifier");
}
