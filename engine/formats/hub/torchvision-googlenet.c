/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* torchvision's GoogLeNet: modules of four branches whose channels are joined. The classifiers in
 * the middle, "aux1" and "aux2", are there for training alone. */

#include "architectures.h"
#include "steps.h"

#define N_STAGES           5
#define N_PUBLISHED_FIRST  64
#define N_PUBLISHED_SCORES 1000

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

/* torchvision's published weights were trained behind p / 127.5 - 1, and its model turns what is
 * usual for ImageNet into that. The file does not say so: what it has in common with no other one
 * is taken for it. */
static KomaValueId
add_published_range (KomaHub    *self,
                     KomaValueId x)
{
  static const float scale[] = { 0.229F / 0.5F, 0.224F / 0.5F, 0.225F / 0.5F };
  static const float shift[] = { (0.485F - 0.5F) / 0.5F, (0.456F - 0.5F) / 0.5F,
                                 (0.406F - 0.5F) / 0.5F };
  KomaBuilder       *nodes = &self->nodes;

  if (!koma_hub_has (self, "aux1.conv.conv.weight") || !koma_hub_has (self, "fc.weight") ||
      koma_hub_look_shape (self, "conv1.conv.weight").dims[0] != N_PUBLISHED_FIRST ||
      koma_hub_look_shape (self, "fc.weight").dims[0] != N_PUBLISHED_SCORES)
    return x;
  x = koma_builder_binary (nodes, KOMA_OP_MUL, x, koma_builder_floats (nodes, scale, 3));
  return koma_builder_binary (nodes, KOMA_OP_ADD, x, koma_builder_floats (nodes, shift, 3));
}

KomaValueId
koma_hub_build_torchvision_googlenet (KomaHub    *self,
                                      KomaValueId x)
{
  x = add_conv (self, add_published_range (self, x), "conv1", 2);
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
