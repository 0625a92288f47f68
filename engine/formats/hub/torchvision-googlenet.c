/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* torchvision's GoogLeNet: modules of four branches whose channels are joined. The classifiers in
 * the middle, "aux1" and "aux2", are there for training alone. */

#include "architectures.h"
#include "published-range.h"
#include "steps.h"

#define N_STAGES 5

static const KomaHubSteps steps = { 1e-3, "relu" };

static KomaValueId
add_conv (KomaHub    *self,
          KomaValueId x,
          const char *name,
          gint64      stride)
{
  return koma_hub_conv_norm_act (self, x, koma_hub_name (self, "%s.conv", name),
                                 koma_hub_name (self, "%s.bn", name), stride, &steps);
}

static KomaValueId
add_max_pool (KomaHub    *self,
              KomaValueId x,
              gint64      side,
              gint64      stride)
{
  const KomaHubWindow window = { .stride = stride,
                                 .pad = stride == 1 ? KOMA_HUB_PAD_HALF : KOMA_HUB_PAD_NONE };

  return koma_hub_pool (self, KOMA_OP_MAX_POOL, x, side, window, TRUE);
}

/* One convolution of one pixel; two branches of such a one and of 3 × 3; one behind a pool. */
static KomaValueId
add_module (KomaHub    *self,
            KomaValueId x,
            const char *name)
{
  KomaValueId joined = add_conv (self, x, koma_hub_name (self, "%s.branch1", name), 1);

  for (guint i = 2; i <= 3; i++) {
    KomaValueId branch = add_conv (self, x, koma_hub_name (self, "%s.branch%u.0", name, i), 1);

    branch = add_conv (self, branch, koma_hub_name (self, "%s.branch%u.1", name, i), 1);
    joined = koma_hub_join_channels (self, joined, branch);
  }
  x = add_conv (self, add_max_pool (self, x, 3, 1), koma_hub_name (self, "%s.branch4.1", name), 1);
  return koma_hub_join_channels (self, joined, x);
}

KomaValueId
koma_hub_build_torchvision_googlenet (KomaHub    *self,
                                      KomaValueId x)
{
  x = koma_hub_to_published_range (self, x, "aux1.conv.conv", "conv1.conv", 64);
  x = add_conv (self, x, "conv1", 2);
  x = add_conv (self, add_max_pool (self, x, 3, 2), "conv2", 1);
  x = add_conv (self, x, "conv3", 1);
  for (guint stage = 3; stage <= N_STAGES; stage++) {
    x = add_max_pool (self, x, stage == N_STAGES ? 2 : 3, 2);
    for (char module = 'a'; module <= 'z'; module++) {
      const char *name = koma_hub_name (self, "inception%u%c", stage, module);

      if (!koma_hub_has_layer (self, koma_hub_name (self, "%s.branch1.conv", name)))
        break;
      x = add_module (self, x, name);
    }
  }
  return koma_hub_linear (self, koma_hub_mean_pixels (self, x, FALSE), "fc");
}
