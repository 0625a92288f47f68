/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* torchvision's DenseNet: each layer sees what all before it in its block gave. Published files
 * have a dot in "norm.1". */

#include "architectures.h"
#include "steps.h"

#define EPSILON    1e-5
#define MAX_BLOCKS 1000

static KomaValueId
add_norm_act (KomaHub    *self,
              KomaValueId x,
              const char *norm)
{
  return koma_hub_activate (self, koma_hub_batch_norm (self, x, norm, EPSILON), "relu");
}

static KomaValueId
add_layer (KomaHub    *self,
           KomaValueId x,
           const char *layer)
{
  const KomaHubWindow plain = { 0 };
  const char         *dot =
    koma_hub_has_layer (self, koma_hub_name (self, "%s.norm.1", layer)) ? "." : "";
  KomaValueId y = add_norm_act (self, x, koma_hub_name (self, "%s.norm%s1", layer, dot));

  y = koma_hub_conv (self, y, koma_hub_name (self, "%s.conv%s1", layer, dot), plain);
  y = add_norm_act (self, y, koma_hub_name (self, "%s.norm%s2", layer, dot));
  y = koma_hub_conv (self, y, koma_hub_name (self, "%s.conv%s2", layer, dot), plain);
  return koma_hub_join_channels (self, x, y);
}

static gboolean
has_layer (KomaHub    *self,
           const char *layer)
{
  return koma_hub_has_layer (self, koma_hub_name (self, "%s.conv1", layer)) ||
         koma_hub_has_layer (self, koma_hub_name (self, "%s.conv.1", layer));
}

static KomaValueId
add_transition (KomaHub    *self,
                KomaValueId x,
                const char *name)
{
  const KomaHubWindow halving = { .stride = 2, .pad = KOMA_HUB_PAD_NONE };

  if (!koma_hub_has_layer (self, koma_hub_name (self, "%s.norm", name)))
    return x;
  x = add_norm_act (self, x, koma_hub_name (self, "%s.norm", name));
  x = koma_hub_conv (self, x, koma_hub_name (self, "%s.conv", name), (KomaHubWindow){ 0 });
  return koma_hub_pool (self, KOMA_OP_AVG_POOL, x, 2, halving, FALSE);
}

KomaValueId
koma_hub_build_torchvision_densenet (KomaHub    *self,
                                     KomaValueId x)
{
  const KomaHubWindow halving = { .stride = 2 };

  x = koma_hub_conv (self, x, "features.conv0", halving);
  x = add_norm_act (self, x, "features.norm0");
  x = koma_hub_pool (self, KOMA_OP_MAX_POOL, x, 3, halving, FALSE);
  for (guint block = 1; block < MAX_BLOCKS; block++) {
    const char *name = koma_hub_name (self, "features.denseblock%u", block);

    if (!has_layer (self, koma_hub_name (self, "%s.denselayer1", name)))
      break;
    for (guint i = 1; has_layer (self, koma_hub_name (self, "%s.denselayer%u", name, i)); i++)
      x = add_layer (self, x, koma_hub_name (self, "%s.denselayer%u", name, i));
    x = add_transition (self, x, koma_hub_name (self, "features.transition%u", block));
  }
  x = add_norm_act (self, x, "features.norm5");
  return koma_hub_linear (self, koma_hub_mean_pixels (self, x, FALSE), "classifier");
}
