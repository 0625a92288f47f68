/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* PoolFormer: the blocks of a transformer, in which the mean of the neighbours, less the pixel
 * itself, stands in place of attention. */

#include "architectures.h"
#include "layers.h"

#define ENCODER    "poolformer.encoder"
#define EPSILON    1e-5
#define MAX_STAGES 16
#define MAX_BLOCKS 1000

static KomaValueId
normalize (KomaHub    *hub,
           KomaValueId x,
           const char *block,
           const char *layer)
{
  return koma_hub_group_norm (hub, x, koma_hub_name (hub, "%s.%s", block, layer), 1, EPSILON);
}

static KomaValueId
add_block (KomaHub    *hub,
           KomaValueId x,
           const char *block)
{
  const KomaHubWindow window = { 0 };
  const gint64        side = koma_hub_int (hub, "pool_size", 3);
  KomaValueId         y = normalize (hub, x, block, "before_norm");
  const KomaValueId   mean = koma_hub_pool (hub, KOMA_OP_AVG_POOL, y, side, window, FALSE);

  y = koma_builder_binary (&hub->nodes, KOMA_OP_SUB, mean, y);
  x = koma_hub_add (hub, x,
                    koma_hub_scale (hub, y, koma_hub_name (hub, "%s.layer_scale_1", block)));
  y = normalize (hub, x, block, "after_norm");
  y = koma_hub_linear (hub, y, koma_hub_name (hub, "%s.output.conv1", block));
  y = koma_hub_activate (hub, y, koma_hub_string (hub, "hidden_act", "gelu"));
  y = koma_hub_linear (hub, y, koma_hub_name (hub, "%s.output.conv2", block));
  return koma_hub_add (hub, x,
                       koma_hub_scale (hub, y, koma_hub_name (hub, "%s.layer_scale_2", block)));
}

static KomaValueId
add_stage (KomaHub    *hub,
           KomaValueId x,
           guint       stage)
{
  const gint64        pad = koma_hub_list_int (hub, "padding", stage, stage == 0 ? 2 : 1);
  const KomaHubWindow window = { .stride = koma_hub_list_int (hub, "strides", stage,
                                                              stage == 0 ? 4 : 2),
                                 .pad = KOMA_HUB_PAD_GIVEN,
                                 .before = pad,
                                 .after = pad };

  x = koma_hub_conv (hub, x,
                     koma_hub_name (hub, ENCODER ".patch_embeddings.%u.projection", stage), window);
  for (guint i = 0; i < MAX_BLOCKS; i++) {
    const char *block = koma_hub_name (hub, ENCODER ".block.%u.%u", stage, i);

    if (!koma_hub_has (hub, koma_hub_name (hub, "%s.before_norm.weight", block)))
      break;
    x = add_block (hub, x, block);
  }
  return x;
}

KomaValueId
koma_hub_build_poolformer (KomaHub    *hub,
                           KomaValueId x)
{
  for (guint i = 0; i < MAX_STAGES; i++)
    if (koma_hub_has (hub, koma_hub_name (hub, ENCODER ".patch_embeddings.%u.projection.weight",
                                          i)))
      x = add_stage (hub, x, i);
  x = koma_hub_group_norm (hub, x, "norm", 1, EPSILON);
  return koma_hub_linear (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier");
}
