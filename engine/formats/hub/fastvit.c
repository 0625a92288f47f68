/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* FastViT of timm (Vasu et al., FastViT: A Fast Hybrid Vision Transformer using Structural
 * Reparameterization, 2023), and the towers of MobileCLIP, which are called fastvit_mci. A file has
 * the convolutions as they are computed, "reparam_conv", or as they were trained, in branches. A
 * block mixes pixels by a depthwise convolution m, or by attention:
 *
 *   x = x + scale · (m (x) - norm (x))
 *   x = x + scale · fc2 (gelu (fc1 (7x7 of each channel of x)))  */

#include "architectures.h"
#include "branches.h"
#include "fastvit.h"
#include "steps.h"

#include <string.h>

#define EPSILON    1e-5
#define HEAD_WIDTH 32
#define N_STEM     3
#define MAX_STAGES 16
#define MAX_BLOCKS 1000

static const char *
name (KomaHub    *hub,
      const char *block,
      const char *layer)
{
  return koma_hub_name (hub, "%s.%s", block, layer);
}

/* ---- Convolutions ---- */

/* @layer has a convolution "conv" and its norm "bn". */
static void
add_branch (KomaHubBranches *branches,
            const char      *layer)
{
  KomaHub *hub = branches->hub;

  if (koma_hub_has_layer (hub, name (hub, layer, "conv")))
    koma_hub_branches_add_conv (branches, name (hub, layer, "conv"), name (hub, layer, "bn"));
}

/* Those of MobileOne: as many alike as there are, one of a pixel, and a norm. */
static void
add_mobile_branches (KomaHubBranches *branches,
                     const char      *block)
{
  KomaHub    *hub = branches->hub;
  const char *identity = name (hub, block, "identity");

  for (guint i = 0; i < MAX_BLOCKS; i++) {
    const char *layer = koma_hub_name (hub, "%s.conv_kxk.%u", block, i);

    if (!koma_hub_has_layer (hub, name (hub, layer, "conv")))
      break;
    add_branch (branches, layer);
  }
  add_branch (branches, name (hub, block, "conv_scale"));
  if (koma_hub_has_layer (hub, identity))
    koma_hub_branches_add_input (branches, identity, 1);
}

/* A convolution as it is computed, in place of branches. FALSE: the file does not have it. */
static gboolean
add_whole (KomaHub     *hub,
           const char  *layer,
           gint64       stride,
           KomaValueId *x)
{
  const char *whole = name (hub, layer, "reparam_conv");

  if (!koma_hub_has_layer (hub, whole))
    return FALSE;
  *x = koma_hub_conv (hub, *x, whole, (KomaHubWindow){ .stride = stride });
  return TRUE;
}

/* @largest: the branch whose window is that of all of them */
static KomaValueId
add_conv (KomaHub    *hub,
          KomaValueId x,
          const char *block,
          const char *largest,
          gint64      stride)
{
  const KomaHubSqueeze squeeze = { .reduce = name (hub, block, "se.fc1"),
                                   .expand = name (hub, block, "se.fc2"),
                                   .activation = "relu",
                                   .gate = "sigmoid" };
  g_auto (KomaHubBranches) branches = { 0 };

  if (!add_whole (hub, block, stride, &x)) {
    koma_hub_branches_init (&branches, hub,
                            koma_hub_name (hub, "%s.%s.conv.weight", block, largest), EPSILON);
    add_mobile_branches (&branches, block);
    add_branch (&branches, name (hub, block, "large_conv"));
    add_branch (&branches, name (hub, block, "small_conv"));
    hub->nodes.name = block;
    x = koma_hub_branches_apply (&branches, x, stride);
  }
  return koma_hub_has_layer (hub, squeeze.reduce) ? koma_hub_squeeze_excite (hub, x, &squeeze) : x;
}

static KomaValueId
add_mobile_block (KomaHub    *hub,
                  KomaValueId x,
                  const char *block,
                  gint64      stride)
{
  return koma_hub_activate (hub, add_conv (hub, x, block, "conv_kxk.0", stride), "gelu");
}

static KomaValueId
add_downsample (KomaHub    *hub,
                KomaValueId x,
                const char *layer)
{
  const char    *large = name (hub, layer, "0");
  const gboolean is_active = strstr (hub->architecture, "_mci") != NULL;

  if (!koma_hub_has_layer (hub, name (hub, large, "reparam_conv")) &&
      !koma_hub_has_layer (hub, name (hub, large, "large_conv.conv")))
    return x;
  x = add_conv (hub, x, large, "large_conv", 2);
  x = koma_hub_activate (hub, x, is_active ? "gelu" : "linear");
  return add_mobile_block (hub, x, name (hub, layer, "1"), 1);
}

/* Positions: a convolution that is added to its input. */
static KomaValueId
add_positions (KomaHub    *hub,
               KomaValueId x,
               const char *layer)
{
  const char *conv = name (hub, layer, "pos_enc");
  g_auto (KomaHubBranches) branches = { 0 };

  if (add_whole (hub, layer, 1, &x) || !koma_hub_has_layer (hub, conv))
    return x;
  koma_hub_branches_init (&branches, hub, name (hub, conv, "weight"), EPSILON);
  koma_hub_branches_add_conv (&branches, conv, NULL);
  koma_hub_branches_add_input (&branches, NULL, 1);
  hub->nodes.name = layer;
  return koma_hub_branches_apply (&branches, x, 1);
}

/* ---- Blocks ---- */

static KomaValueId
mix_by_conv (KomaHub    *hub,
             KomaValueId x,
             const char *mixer)
{
  g_auto (KomaHubBranches) branches = { 0 };

  if (add_whole (hub, mixer, 1, &x))
    return x;
  koma_hub_branches_init (&branches, hub, name (hub, mixer, "mixer.conv_kxk.0.conv.weight"),
                          EPSILON);
  add_mobile_branches (&branches, name (hub, mixer, "mixer"));
  koma_hub_branches_add_input (&branches, name (hub, mixer, "norm.identity"), -1);
  koma_hub_branches_scale (&branches, name (hub, mixer, "layer_scale.gamma"));
  koma_hub_branches_add_input (&branches, NULL, 1);
  hub->nodes.name = mixer;
  return koma_hub_branches_apply (&branches, x, 1);
}

static KomaValueId
normalize (KomaHub    *hub,
           KomaValueId x,
           const char *norm)
{
  return koma_hub_has (hub, name (hub, norm, "running_mean"))
           ? koma_hub_batch_norm (hub, x, norm, EPSILON)
           : koma_hub_layer_norm (hub, x, norm, EPSILON);
}

static KomaValueId
mix_by_attention (KomaHub    *hub,
                  KomaValueId x,
                  const char *block)
{
  const KomaShape        shape = koma_builder_get_shape (&hub->nodes, x);
  const KomaHubAttention attention = {
    .fused = name (hub, block, "token_mixer.qkv"),
    .output = name (hub, block, "token_mixer.proj"),
    .n_heads = x != KOMA_VALUE_NONE ? shape.dims[3] / HEAD_WIDTH : 0,
    .bias = KOMA_VALUE_NONE,
  };
  KomaValueId y = normalize (hub, x, name (hub, block, "norm"));

  y = koma_hub_attention (hub, koma_hub_pixels_to_rows (hub, y), &attention);
  y = koma_hub_rows_to_pixels (hub, y, shape.dims[1], shape.dims[2]);
  return koma_hub_add (hub, x, koma_hub_scale (hub, y, name (hub, block, "layer_scale_1.gamma")));
}

static KomaValueId
add_mlp (KomaHub    *hub,
         KomaValueId x,
         const char *block,
         const char *scale)
{
  const char        *mlp = name (hub, block, "mlp");
  const KomaHubSteps steps = { .epsilon = EPSILON };
  KomaValueId        y = koma_hub_conv_norm (hub, x, name (hub, mlp, "conv.conv"),
                                             name (hub, mlp, "conv.bn"), 1, &steps);

  y = koma_hub_activate (hub, koma_hub_linear (hub, y, name (hub, mlp, "fc1")), "gelu");
  y = koma_hub_linear (hub, y, name (hub, mlp, "fc2"));
  return koma_hub_add (hub, x, koma_hub_scale (hub, y, name (hub, block, scale)));
}

gboolean
koma_hub_has_fastvit_block (KomaHub    *hub,
                            const char *block)
{
  return koma_hub_has_layer (hub, name (hub, block, "mlp.conv.conv"));
}

KomaValueId
koma_hub_fastvit_block (KomaHub    *hub,
                        KomaValueId x,
                        const char *block)
{
  if (koma_hub_has_layer (hub, name (hub, block, "token_mixer.qkv")))
    return add_mlp (hub, mix_by_attention (hub, x, block), block, "layer_scale_2.gamma");
  x = mix_by_conv (hub, x, name (hub, block, "token_mixer"));
  return add_mlp (hub, x, block, "layer_scale.gamma");
}

static KomaValueId
add_stage (KomaHub    *hub,
           KomaValueId x,
           const char *stage)
{
  x = add_downsample (hub, x, name (hub, stage, "downsample.proj"));
  x = add_positions (hub, x, name (hub, stage, "pos_emb"));
  for (guint i = 0; i < MAX_BLOCKS && hub->nodes.error == NULL; i++) {
    const char *block = koma_hub_name (hub, "%s.blocks.%u", stage, i);

    if (!koma_hub_has_fastvit_block (hub, block))
      break;
    x = koma_hub_fastvit_block (hub, x, block);
  }
  return x;
}

KomaValueId
koma_hub_build_fastvit (KomaHub    *hub,
                        KomaValueId x)
{
  for (guint i = 0; i < N_STEM; i++)
    x = add_mobile_block (hub, x, koma_hub_name (hub, "stem.%u", i), i < N_STEM - 1 ? 2 : 1);
  for (guint i = 0; i < MAX_STAGES; i++)
    x = add_stage (hub, x, koma_hub_name (hub, "stages.%u", i));
  x = add_mobile_block (hub, x, "final_conv", 1);
  return koma_hub_head (hub, koma_hub_mean_pixels (hub, x, FALSE), "head.fc");
}
