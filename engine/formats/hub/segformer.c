/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SegFormer: overlapping patches in stages; keys and values are of a smaller map, and between the
 * two layers of a block each channel is convolved. */

#include "architectures.h"
#include "layers.h"

#define ENCODER    "segformer.encoder"
#define EPSILON    1e-5 /* whatever the configuration says */
#define MAX_STAGES 16
#define MAX_BLOCKS 1000

typedef struct
{
  KomaHub    *hub;
  const char *activation;
  gint64      n_heads;
  gint64      height; /* of the map */
  gint64      width;
} Stage;

static const char *
name (const Stage *self,
      const char  *block,
      const char  *layer)
{
  return koma_hub_name (self->hub, "%s.%s", block, layer);
}

/* What is looked at: all rows, or those of a map that a convolution makes smaller. */
static KomaValueId
reduce (const Stage *self,
        KomaValueId  x,
        const char  *attention)
{
  const char         *conv = name (self, attention, "sr");
  const KomaShape     shape = koma_hub_look_shape (self->hub, name (self, conv, "weight"));
  const KomaHubWindow window = { .stride = shape.dims[2], .pad = KOMA_HUB_PAD_NONE };

  if (!koma_hub_has (self->hub, name (self, conv, "weight")))
    return x;
  x = koma_hub_rows_to_pixels (self->hub, x, self->height, self->width);
  x = koma_hub_pixels_to_rows (self->hub, koma_hub_conv (self->hub, x, conv, window));
  return koma_hub_layer_norm (self->hub, x, name (self, attention, "layer_norm"), EPSILON);
}

static KomaValueId
attend (const Stage *self,
        KomaValueId  x,
        const char  *block)
{
  const char       *attention = name (self, block, "attention.self");
  const KomaValueId seen = reduce (self, x, attention);
  KomaValueId       q = koma_hub_linear (self->hub, x, name (self, attention, "query"));
  KomaValueId       k = koma_hub_linear (self->hub, seen, name (self, attention, "key"));
  KomaValueId       v = koma_hub_linear (self->hub, seen, name (self, attention, "value"));

  q = koma_hub_split_heads (self->hub, q, self->n_heads);
  k = koma_hub_split_heads (self->hub, k, self->n_heads);
  v = koma_hub_split_heads (self->hub, v, self->n_heads);
  x = koma_hub_attend (self->hub, q, k, v, KOMA_VALUE_NONE);
  return koma_hub_linear (self->hub, x, name (self, block, "attention.output.dense"));
}

static KomaValueId
mix (const Stage *self,
     KomaValueId  x,
     const char  *mlp)
{
  const KomaHubWindow window = { 0 };

  x = koma_hub_linear (self->hub, x, name (self, mlp, "dense1"));
  x = koma_hub_rows_to_pixels (self->hub, x, self->height, self->width);
  x = koma_hub_conv (self->hub, x, name (self, mlp, "dwconv.dwconv"), window);
  x = koma_hub_activate (self->hub, koma_hub_pixels_to_rows (self->hub, x), self->activation);
  return koma_hub_linear (self->hub, x, name (self, mlp, "dense2"));
}

static KomaValueId
add_block (const Stage *self,
           KomaValueId  x,
           const char  *block)
{
  KomaValueId y = koma_hub_layer_norm (self->hub, x, name (self, block, "layer_norm_1"), EPSILON);

  x = koma_hub_add (self->hub, x, attend (self, y, block));
  y = koma_hub_layer_norm (self->hub, x, name (self, block, "layer_norm_2"), EPSILON);
  return koma_hub_add (self->hub, x, mix (self, y, name (self, block, "mlp")));
}

/* Pixels in, pixels out. */
static KomaValueId
add_stage (KomaHub    *hub,
           KomaValueId x,
           guint       stage)
{
  static const gint64 n_heads[] = { 1, 2, 5, 8 };
  const char         *patches = koma_hub_name (hub, ENCODER ".patch_embeddings.%u", stage);
  const KomaHubWindow window = { .stride =
                                   koma_hub_list_int (hub, "strides", stage, stage == 0 ? 4 : 2) };
  Stage               self = { hub, koma_hub_string (hub, "hidden_act", "gelu") };

  self.n_heads = koma_hub_list_int (hub, "num_attention_heads", stage,
                                    n_heads[MIN (stage, G_N_ELEMENTS (n_heads) - 1)]);
  x = koma_hub_conv (hub, x, name (&self, patches, "proj"), window);
  self.height = koma_builder_get_dim (&hub->nodes, x, 1);
  self.width = koma_builder_get_dim (&hub->nodes, x, 2);
  x = koma_hub_layer_norm (hub, koma_hub_pixels_to_rows (hub, x),
                           name (&self, patches, "layer_norm"), EPSILON);
  for (guint i = 0; i < MAX_BLOCKS; i++) {
    const char *block = koma_hub_name (hub, ENCODER ".block.%u.%u", stage, i);

    if (!koma_hub_has (hub, name (&self, block, "layer_norm_1.weight")))
      break;
    x = add_block (&self, x, block);
  }
  x = koma_hub_layer_norm (hub, x, koma_hub_name (hub, ENCODER ".layer_norm.%u", stage), EPSILON);
  return koma_hub_rows_to_pixels (hub, x, self.height, self.width);
}

KomaValueId
koma_hub_build_segformer (KomaHub    *hub,
                          KomaValueId x)
{
  for (guint i = 0; i < MAX_STAGES; i++)
    if (koma_hub_has (hub, koma_hub_name (hub, ENCODER ".patch_embeddings.%u.proj.weight", i)))
      x = add_stage (hub, x, i);
  return koma_hub_linear (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier");
}
