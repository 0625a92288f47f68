/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SegFormer, and PVT v2 (Wang et al., PVT v2: Improved Baselines with Pyramid Vision Transformer,
 * 2021), which is the same under other names: overlapping patches in stages; keys and values are of
 * a smaller map, and between the two layers of a block each channel is convolved. The smaller map
 * is a convolution's, or with PVT's linear attention a mean of 7 × 7 parts. */

#include "architectures.h"
#include "layers.h"

#define MAX_STAGES 16
#define MAX_BLOCKS 1000
#define MEAN_SIDE  7

/* Behind the name of an attention. */
typedef struct
{
  const char *attention;
  const char *reduce;
  const char *output; /* behind that of a block */
} Names;

static const Names segformer = { "attention.self", "sr", "attention.output.dense" };
static const Names pvt = { "attention", "spatial_reduction", "attention.proj" };

typedef struct
{
  KomaHub     *hub;
  const Names *names;
  const char  *activation;
  double       epsilon;
  gboolean     is_linear; /* in the number of pixels */
  gint64       n_heads;
  gint64       height; /* of the map */
  gint64       width;
} Stage;

static const char *
name (const Stage *self,
      const char  *block,
      const char  *layer)
{
  return koma_hub_name (self->hub, "%s.%s", block, layer);
}

static const char *
name_patches (const Stage *self,
              guint        stage)
{
  return self->names == &pvt
           ? koma_hub_name (self->hub, "pvt_v2.encoder.layers.%u.patch_embedding", stage)
           : koma_hub_name (self->hub, "segformer.encoder.patch_embeddings.%u", stage);
}

static const char *
name_block (const Stage *self,
            guint        stage,
            guint        block)
{
  return self->names == &pvt
           ? koma_hub_name (self->hub, "pvt_v2.encoder.layers.%u.blocks.%u", stage, block)
           : koma_hub_name (self->hub, "segformer.encoder.block.%u.%u", stage, block);
}

static const char *
name_norm (const Stage *self,
           guint        stage)
{
  return self->names == &pvt
           ? koma_hub_name (self->hub, "pvt_v2.encoder.layers.%u.layer_norm", stage)
           : koma_hub_name (self->hub, "segformer.encoder.layer_norm.%u", stage);
}

/* Of maps that can not be cut into equal parts PyTorch takes parts that overlap. */
static KomaValueId
take_means (const Stage *self,
            KomaValueId  x)
{
  const gint64        side = self->height / MEAN_SIDE;
  const KomaHubWindow window = { .stride = side, .pad = KOMA_HUB_PAD_NONE };

  if (side < 1 || self->height % MEAN_SIDE != 0 || self->width != self->height)
    return koma_builder_fail (&self->hub->nodes, KOMA_ERROR_UNSUPPORTED,
                              "linear attention takes means of %d × %d parts, which a map of "
                              "%" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " does not have",
                              MEAN_SIDE, MEAN_SIDE, self->height, self->width);
  return koma_hub_pool (self->hub, KOMA_OP_AVG_POOL, x, side, window, FALSE);
}

/* What is looked at: all rows, or those of a map that is smaller. */
static KomaValueId
reduce (const Stage *self,
        KomaValueId  x,
        const char  *attention)
{
  const char         *conv = name (self, attention, self->names->reduce);
  const KomaShape     shape = koma_hub_look_shape (self->hub, name (self, conv, "weight"));
  const KomaHubWindow window = { .stride = shape.dims[2], .pad = KOMA_HUB_PAD_NONE };

  if (!koma_hub_has (self->hub, name (self, conv, "weight")))
    return x;
  x = koma_hub_rows_to_pixels (self->hub, x, self->height, self->width);
  if (self->is_linear)
    x = take_means (self, x);
  x = koma_hub_pixels_to_rows (self->hub, koma_hub_conv (self->hub, x, conv, window));
  x = koma_hub_layer_norm (self->hub, x, name (self, attention, "layer_norm"), self->epsilon);
  return self->is_linear ? koma_hub_activate (self->hub, x, "gelu") : x;
}

static KomaValueId
attend (const Stage *self,
        KomaValueId  x,
        const char  *block)
{
  const char       *attention = name (self, block, self->names->attention);
  const KomaValueId seen = reduce (self, x, attention);
  KomaValueId       q = koma_hub_linear (self->hub, x, name (self, attention, "query"));
  KomaValueId       k = koma_hub_linear (self->hub, seen, name (self, attention, "key"));
  KomaValueId       v = koma_hub_linear (self->hub, seen, name (self, attention, "value"));

  q = koma_hub_split_heads (self->hub, q, self->n_heads);
  k = koma_hub_split_heads (self->hub, k, self->n_heads);
  v = koma_hub_split_heads (self->hub, v, self->n_heads);
  x = koma_hub_attend (self->hub, q, k, v, KOMA_VALUE_NONE);
  return koma_hub_linear (self->hub, x, name (self, block, self->names->output));
}

static KomaValueId
mix (const Stage *self,
     KomaValueId  x,
     const char  *mlp)
{
  const KomaHubWindow window = { 0 };

  x = koma_hub_linear (self->hub, x, name (self, mlp, "dense1"));
  x = koma_hub_rows_to_pixels (self->hub, x, self->height, self->width);
  if (self->is_linear)
    x = koma_hub_activate (self->hub, x, "relu");
  x = koma_hub_conv (self->hub, x, name (self, mlp, "dwconv.dwconv"), window);
  x = koma_hub_activate (self->hub, koma_hub_pixels_to_rows (self->hub, x), self->activation);
  return koma_hub_linear (self->hub, x, name (self, mlp, "dense2"));
}

static KomaValueId
add_block (const Stage *self,
           KomaValueId  x,
           const char  *block)
{
  KomaValueId y =
    koma_hub_layer_norm (self->hub, x, name (self, block, "layer_norm_1"), self->epsilon);

  x = koma_hub_add (self->hub, x, attend (self, y, block));
  y = koma_hub_layer_norm (self->hub, x, name (self, block, "layer_norm_2"), self->epsilon);
  return koma_hub_add (self->hub, x, mix (self, y, name (self, block, "mlp")));
}

/* Pixels in, pixels out. */
static KomaValueId
add_stage (Stage      *self,
           KomaValueId x,
           guint       stage)
{
  static const gint64 n_heads[] = { 1, 2, 5, 8 };
  KomaHub            *hub = self->hub;
  const char         *patches = name_patches (self, stage);
  const KomaHubWindow window = { .stride =
                                   koma_hub_list_int (hub, "strides", stage, stage == 0 ? 4 : 2) };

  self->n_heads = koma_hub_list_int (hub, "num_attention_heads", stage,
                                     n_heads[MIN (stage, G_N_ELEMENTS (n_heads) - 1)]);
  x = koma_hub_conv (hub, x, name (self, patches, "proj"), window);
  self->height = koma_builder_get_dim (&hub->nodes, x, 1);
  self->width = koma_builder_get_dim (&hub->nodes, x, 2);
  x = koma_hub_layer_norm (hub, koma_hub_pixels_to_rows (hub, x),
                           name (self, patches, "layer_norm"), self->epsilon);
  for (guint i = 0; i < MAX_BLOCKS; i++) {
    const char *block = name_block (self, stage, i);

    if (!koma_hub_has (hub, name (self, block, "layer_norm_1.weight")))
      break;
    x = add_block (self, x, block);
  }
  x = koma_hub_layer_norm (hub, x, name_norm (self, stage), self->epsilon);
  return koma_hub_rows_to_pixels (hub, x, self->height, self->width);
}

static KomaValueId
build (Stage      *self,
       KomaValueId x)
{
  KomaHub *hub = self->hub;

  self->activation = koma_hub_string (hub, "hidden_act", "gelu");
  for (guint i = 0; i < MAX_STAGES; i++)
    if (koma_hub_has (hub, name (self, name_patches (self, i), "proj.weight")))
      x = add_stage (self, x, i);
  return koma_hub_linear (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier");
}

KomaValueId
koma_hub_build_segformer (KomaHub    *hub,
                          KomaValueId x)
{
  /* Whatever the configuration says. */
  Stage self = { .hub = hub, .names = &segformer, .epsilon = 1e-5 };

  return build (&self, x);
}

KomaValueId
koma_hub_build_pvt_v2 (KomaHub    *hub,
                       KomaValueId x)
{
  Stage self = {
    .hub = hub,
    .names = &pvt,
    .epsilon = koma_hub_double (hub, "layer_norm_eps", 1e-6),
    .is_linear = koma_hub_boolean (hub, "linear_attention", FALSE),
  };

  return build (&self, x);
}
