/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* RepVGG of timm: three branches that are added, 3x3, 1x1 and, where nothing is halved, a norm
 * alone. */

#include "architectures.h"
#include "branches.h"

#define EPSILON    1e-5
#define MAX_STAGES 8
#define MAX_BLOCKS 1000

static void
add_branch (KomaHubBranches *branches,
            const char      *branch)
{
  KomaHub *hub = branches->hub;

  koma_hub_branches_add_conv (branches, koma_hub_name (hub, "%s.conv", branch),
                              koma_hub_name (hub, "%s.bn", branch));
}

static KomaValueId
add_block (KomaHub    *hub,
           KomaValueId x,
           const char *block,
           gint64      stride)
{
  const char *identity = koma_hub_name (hub, "%s.identity", block);
  g_auto (KomaHubBranches) branches = { 0 };

  koma_hub_branches_init (&branches, hub, koma_hub_name (hub, "%s.conv_kxk.conv.weight", block),
                          EPSILON);
  add_branch (&branches, koma_hub_name (hub, "%s.conv_kxk", block));
  add_branch (&branches, koma_hub_name (hub, "%s.conv_1x1", block));
  if (koma_hub_has (hub, koma_hub_name (hub, "%s.weight", identity)))
    koma_hub_branches_add_input (&branches, identity, 1);
  hub->nodes.name = block;
  return koma_hub_activate (hub, koma_hub_branches_apply (&branches, x, stride), "relu");
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
