/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* torchvision's ShuffleNet V2: half of the channels goes through a block, then the halves are mixed
 * like cards. The first block of a stage halves the picture, and takes all channels twice. */

#include "architectures.h"
#include "steps.h"

#define MAX_BLOCKS 1000

static const KomaHubSteps steps = { 1e-5, "relu" };

/* Channel c of the first half, channel c of the second one, channel c + 1 of the first … */
static KomaValueId
shuffle (KomaHub    *self,
         KomaValueId x)
{
  static const guint turned[] = { 0, 1, 3, 2 };
  KomaBuilder       *nodes = &self->nodes;
  const KomaShape    shape = koma_builder_get_shape (nodes, x);

  x = koma_builder_reshape (
    nodes, x, KOMA_SHAPE (-1, shape.dims[1] * shape.dims[2], 2, shape.dims[3] / 2));
  x = koma_builder_transpose (nodes, x, turned);
  return koma_builder_reshape (nodes, x,
                               KOMA_SHAPE (-1, shape.dims[1], shape.dims[2], shape.dims[3]));
}

static KomaValueId
add_short_branch (KomaHub    *self,
                  KomaValueId x,
                  const char *block)
{
  x = koma_hub_conv_norm (self, x, koma_hub_name (self, "%s.branch1.0", block),
                          koma_hub_name (self, "%s.branch1.1", block), 2, &steps);
  return koma_hub_conv_norm_act (self, x, koma_hub_name (self, "%s.branch1.2", block),
                                 koma_hub_name (self, "%s.branch1.3", block), 1, &steps);
}

static KomaValueId
add_long_branch (KomaHub    *self,
                 KomaValueId x,
                 const char *block,
                 gint64      stride)
{
  x = koma_hub_conv_norm_act (self, x, koma_hub_name (self, "%s.branch2.0", block),
                              koma_hub_name (self, "%s.branch2.1", block), 1, &steps);
  x = koma_hub_conv_norm (self, x, koma_hub_name (self, "%s.branch2.3", block),
                          koma_hub_name (self, "%s.branch2.4", block), stride, &steps);
  return koma_hub_conv_norm_act (self, x, koma_hub_name (self, "%s.branch2.5", block),
                                 koma_hub_name (self, "%s.branch2.6", block), 1, &steps);
}

static KomaValueId
add_block (KomaHub    *self,
           KomaValueId x,
           const char *block)
{
  KomaValueId halves[2] = { x, x };

  if (koma_hub_has_layer (self, koma_hub_name (self, "%s.branch1.0", block))) {
    halves[0] = add_short_branch (self, x, block);
    halves[1] = add_long_branch (self, x, block, 2);
  } else {
    koma_builder_split (&self->nodes, x, 2, halves);
    halves[1] = add_long_branch (self, halves[1], block, 1);
  }
  return shuffle (self, koma_hub_join_channels (self, halves[0], halves[1]));
}

KomaValueId
koma_hub_build_torchvision_shufflenet (KomaHub    *self,
                                       KomaValueId x)
{
  const KomaHubWindow halving = { .stride = 2 };

  x = koma_hub_conv_norm_act (self, x, "conv1.0", "conv1.1", 2, &steps);
  x = koma_hub_pool (self, KOMA_OP_MAX_POOL, x, 3, halving, FALSE);
  for (guint stage = 2; stage < 5; stage++)
    for (guint i = 0; i < MAX_BLOCKS; i++) {
      const char *block = koma_hub_name (self, "stage%u.%u", stage, i);

      if (!koma_hub_has_layer (self, koma_hub_name (self, "%s.branch2.0", block)))
        break;
      x = add_block (self, x, block);
    }
  x = koma_hub_conv_norm_act (self, x, "conv5.0", "conv5.1", 1, &steps);
  return koma_hub_linear (self, koma_hub_mean_pixels (self, x, FALSE), "fc");
}
