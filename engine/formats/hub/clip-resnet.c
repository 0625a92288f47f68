/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The other tower of CLIP's pictures (Radford et al., Learning Transferable Visual Models From
 * Natural Language Supervision, 2021, section 2.4): a ResNet whose stem has three convolutions,
 * that halves a picture by means and not by strides, and whose last layer is attention: the mean of
 * all pixels looks at the mean and at each pixel. */

#include "clip-resnet.h"

#define TOWER      "visual."
#define POOL       TOWER "attnpool."
#define POSITIONS  POOL "positional_embedding"
#define EPSILON    1e-5
#define N_STEM     3
#define N_STAGES   4
#define HEAD_WIDTH 64

gboolean
koma_hub_has_clip_resnet (const KomaHub *self)
{
  return koma_hub_has (self, POSITIONS);
}

/* ---- Blocks ---- */

static KomaValueId
add_conv (KomaHub      *self,
          KomaValueId   x,
          const char   *layer,
          guint         index,
          KomaHubWindow window)
{
  x = koma_hub_conv (self, x, koma_hub_name (self, "%s.conv%u", layer, index), window);
  return koma_hub_batch_norm (self, x, koma_hub_name (self, "%s.bn%u", layer, index), EPSILON);
}

static KomaValueId
halve (KomaHub    *self,
       KomaValueId x)
{
  const KomaHubWindow half = { .stride = 2, .pad = KOMA_HUB_PAD_NONE };

  return koma_hub_pool (self, KOMA_OP_AVG_POOL, x, 2, half, FALSE);
}

static KomaValueId
add_stem (KomaHub    *self,
          KomaValueId x)
{
  for (guint i = 1; i <= N_STEM; i++) {
    x = add_conv (self, x, "visual", i, (KomaHubWindow){ .stride = i == 1 ? 2 : 1 });
    x = koma_hub_activate (self, x, "relu");
  }
  return halve (self, x);
}

/* What is added to the result of a block. */
static KomaValueId
add_shortcut (KomaHub    *self,
              KomaValueId x,
              const char *block,
              gboolean    is_halved)
{
  const char *conv = koma_hub_name (self, "%s.downsample.0", block);

  if (!koma_hub_has (self, koma_hub_name (self, "%s.weight", conv)))
    return x;
  x = koma_hub_conv (self, is_halved ? halve (self, x) : x, conv, (KomaHubWindow){ 0 });
  return koma_hub_batch_norm (self, x, koma_hub_name (self, "%s.downsample.1", block), EPSILON);
}

static KomaValueId
add_block (KomaHub    *self,
           KomaValueId x,
           const char *block,
           gboolean    is_halved)
{
  const KomaValueId shortcut = add_shortcut (self, x, block, is_halved);

  x = koma_hub_activate (self, add_conv (self, x, block, 1, (KomaHubWindow){ 0 }), "relu");
  x = koma_hub_activate (self, add_conv (self, x, block, 2, (KomaHubWindow){ 0 }), "relu");
  x = add_conv (self, is_halved ? halve (self, x) : x, block, 3, (KomaHubWindow){ 0 });
  return koma_hub_activate (self, koma_hub_add (self, x, shortcut), "relu");
}

static KomaValueId
add_stage (KomaHub    *self,
           KomaValueId x,
           guint       stage)
{
  for (guint i = 0; self->nodes.error == NULL; i++) {
    const char *block = koma_hub_name (self, TOWER "layer%u.%u", stage, i);

    if (i > 0 && !koma_hub_has (self, koma_hub_name (self, "%s.conv1.weight", block)))
      break;
    x = add_block (self, x, block, stage > 1 && i == 0);
  }
  return x;
}

/* ---- Attention ---- */

/* [n,h,w,c] → [n,1 + h * w,c]: the mean, then the pixels, each with its position. */
static KomaValueId
add_rows (KomaHub    *self,
          KomaValueId pixels)
{
  const KomaValueId x = koma_hub_pixels_to_rows (self, pixels);
  const KomaValueId mean = koma_builder_reduce (&self->nodes, KOMA_OP_MEAN, x, 1u << 1, TRUE);
  const KomaValueId positions = koma_hub_weight (self, POSITIONS, 2);
  const gint64      n_rows = 1 + koma_builder_get_dim (&self->nodes, x, 1);
  const gint64      n_positions = koma_builder_get_dim (&self->nodes, positions, 0);

  if (positions == KOMA_VALUE_NONE || x == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  if (n_positions != n_rows)
    return koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                              "weight “%s” has %" G_GINT64_FORMAT
                              " rows, expected %" G_GINT64_FORMAT " for pictures of %u×%u",
                              POSITIONS, n_positions, n_rows, self->width, self->height);
  return koma_hub_add (
    self, koma_builder_concat (&self->nodes, (const KomaValueId[]){ mean, x }, 2, 1), positions);
}

static KomaValueId
add_pool (KomaHub    *self,
          KomaValueId pixels,
          gint64      head_width)
{
  KomaValueId  x = add_rows (self, pixels);
  const gint64 n_heads = koma_builder_get_dim (&self->nodes, x, 2) / MAX (head_width, 1);
  KomaValueId  q = koma_hub_linear (self, koma_hub_slice_rows (self, x, 0, 1), POOL "q_proj");
  KomaValueId  k = koma_hub_linear (self, x, POOL "k_proj");
  KomaValueId  v = koma_hub_linear (self, x, POOL "v_proj");

  q = koma_hub_split_heads (self, q, n_heads);
  k = koma_hub_split_heads (self, k, n_heads);
  v = koma_hub_split_heads (self, v, n_heads);
  x = koma_hub_attend (self, q, k, v, KOMA_VALUE_NONE);
  return koma_hub_get_row (self, koma_hub_linear (self, x, POOL "c_proj"), 0);
}

KomaValueId
koma_hub_clip_resnet (KomaHub    *self,
                      KomaValueId pictures)
{
  KomaValueId x = add_stem (self, pictures);

  for (guint stage = 1; stage <= N_STAGES; stage++)
    x = add_stage (self, x, stage);
  return add_pool (self, x, koma_hub_int (self, "head_width", HEAD_WIDTH));
}
