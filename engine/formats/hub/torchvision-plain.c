/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* torchvision's AlexNet, VGG and SqueezeNet: one layer behind the other. */

#include "architectures.h"
#include "engine/koma/koma-error.h"
#include "steps.h"

#define MAX_LAYERS 200

static KomaValueId
add_max_pool (KomaHub    *self,
              KomaValueId x,
              gint64      side,
              gboolean    is_ceil)
{
  const KomaHubWindow halving = { .stride = 2, .pad = KOMA_HUB_PAD_NONE };

  return koma_hub_pool (self, KOMA_OP_MAX_POOL, x, side, halving, is_ceil);
}

/* Dense layers, with relu between them; pictures must come as large as the first one wants them. */
static KomaValueId
add_classifier (KomaHub          *self,
                KomaValueId       x,
                const char *const names[3],
                gint64            side)
{
  if (x != KOMA_VALUE_NONE && (koma_builder_get_dim (&self->nodes, x, 1) != side ||
                               koma_builder_get_dim (&self->nodes, x, 2) != side))
    return koma_builder_fail (&self->nodes, KOMA_ERROR_UNSUPPORTED,
                              "pictures of another size than 224 × 224");
  x = koma_hub_flatten (self, x);
  for (guint i = 0; i < 3; i++) {
    x = koma_hub_linear (self, x, names[i]);
    if (i < 2)
      x = koma_hub_activate (self, x, "relu");
  }
  return x;
}

KomaValueId
koma_hub_build_torchvision_alexnet (KomaHub    *self,
                                    KomaValueId x)
{
  static const char *const names[] = { "classifier.1", "classifier.4", "classifier.6" };
  const KomaHubWindow      first = {
         .stride = 4, .pad = KOMA_HUB_PAD_GIVEN, .before = 2, .after = 2
  };
  const KomaHubWindow plain = { 0 };

  x = koma_hub_activate (self, koma_hub_conv (self, x, "features.0", first), "relu");
  x = add_max_pool (self, x, 3, FALSE);
  x = koma_hub_activate (self, koma_hub_conv (self, x, "features.3", plain), "relu");
  x = add_max_pool (self, x, 3, FALSE);
  x = koma_hub_activate (self, koma_hub_conv (self, x, "features.6", plain), "relu");
  x = koma_hub_activate (self, koma_hub_conv (self, x, "features.8", plain), "relu");
  x = koma_hub_activate (self, koma_hub_conv (self, x, "features.10", plain), "relu");
  return add_classifier (self, add_max_pool (self, x, 3, FALSE), names, 6);
}

/* Numbers count all layers: where the next convolution is one further away, a pool is between. */
KomaValueId
koma_hub_build_torchvision_vgg (KomaHub    *self,
                                KomaValueId x)
{
  static const char *const names[] = { "classifier.0", "classifier.3", "classifier.6" };
  guint                    i = 0;

  while (i < MAX_LAYERS) {
    const char *norm = koma_hub_name (self, "features.%u", i + 1);
    const char *running_mean = koma_hub_name (self, "%s.running_mean", norm);

    x = koma_hub_conv (self, x, koma_hub_name (self, "features.%u", i), (KomaHubWindow){ 0 });
    i += 2;
    if (koma_hub_has (self, running_mean)) {
      x = koma_hub_batch_norm (self, x, norm, 1e-5);
      i++;
    }
    x = koma_hub_activate (self, x, "relu");
    if (koma_hub_has_layer (self, koma_hub_name (self, "features.%u", i)))
      continue;
    x = add_max_pool (self, x, 2, FALSE);
    i++;
    if (!koma_hub_has_layer (self, koma_hub_name (self, "features.%u", i)))
      break;
  }
  return add_classifier (self, x, names, 7);
}

static KomaValueId
add_fire (KomaHub    *self,
          KomaValueId x,
          const char *name)
{
  const KomaHubWindow plain = { 0 };
  KomaValueId         one = KOMA_VALUE_NONE;

  x = koma_hub_conv (self, x, koma_hub_name (self, "%s.squeeze", name), plain);
  x = koma_hub_activate (self, x, "relu");
  one = koma_hub_conv (self, x, koma_hub_name (self, "%s.expand1x1", name), plain);
  x = koma_hub_conv (self, x, koma_hub_name (self, "%s.expand3x3", name), plain);
  return koma_hub_activate (self, koma_hub_join_channels (self, one, x), "relu");
}

/* Of both versions: a number without a fire module is a pool. */
KomaValueId
koma_hub_build_torchvision_squeezenet (KomaHub    *self,
                                       KomaValueId x)
{
  const KomaHubWindow halving = { .stride = 2, .pad = KOMA_HUB_PAD_NONE };

  x = koma_hub_activate (self, koma_hub_conv (self, x, "features.0", halving), "relu");
  for (guint i = 2; i < 13; i++) {
    const char *name = koma_hub_name (self, "features.%u", i);

    x = koma_hub_has_layer (self, koma_hub_name (self, "%s.squeeze", name))
          ? add_fire (self, x, name)
          : add_max_pool (self, x, 3, TRUE);
  }
  x = koma_hub_conv (self, x, "classifier.1", (KomaHubWindow){ 0 });
  return koma_hub_mean_pixels (self, koma_hub_activate (self, x, "relu"), FALSE);
}
