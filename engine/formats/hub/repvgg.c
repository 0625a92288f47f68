/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* RepVGG of timm: three branches that are added, 3x3, 1x1 and, where nothing is halved, a norm
 * alone. */

#include "architectures.h"
#include "layers.h"

#define EPSILON    1e-5
#define MAX_STAGES 8
#define MAX_BLOCKS 1000

static KomaValueId
add_branch (KomaHub    *hub,
            KomaValueId x,
            const char *block,
            const char *branch,
            gint64      stride)
{
  x = koma_hub_conv (hub, x, koma_hub_name (hub, "%s.%s.conv", block, branch),
                     (KomaHubWindow){ .stride = stride });
  return koma_hub_batch_norm (hub, x, koma_hub_name (hub, "%s.%s.bn", block, branch), EPSILON);
}

static KomaValueId
add_block (KomaHub    *hub,
           KomaValueId x,
           const char *block,
           gint64      stride)
{
  const char *identity = koma_hub_name (hub, "%s.identity", block);
  KomaValueId sum = koma_hub_add (hub, add_branch (hub, x, block, "conv_kxk", stride),
                                  add_branch (hub, x, block, "conv_1x1", stride));

  if (koma_hub_has (hub, koma_hub_name (hub, "%s.weight", identity)))
    sum = koma_hub_add (hub, sum, koma_hub_batch_norm (hub, x, identity, EPSILON));
  return koma_hub_activate (hub, sum, "relu");
}

KomaValueId
koma_hub_build_repvgg (KomaHub    *hub,
                       KomaValueId x)
{
  x = add_block (hub, x, "stem", 2);
  for (guint stage = 0; stage < MAX_STAGES; stage++)
    for (guint i = 0; i < MAX_BLOCKS; i++) {
      const char *block = koma_hub_name (hub, "stages.%u.%u", stage, i);

      if (!koma_hub_has (hub, koma_hub_name (hub, "%s.conv_kxk.conv.weight", block)))
        break;
      x = add_block (hub, x, block, i == 0 ? 2 : 1);
    }
  return koma_hub_head (hub, koma_hub_mean_pixels (hub, x, FALSE), "head.fc");
}
