/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Swin: attention within windows, which lie elsewhere in every second block. Between two stages
 * four pixels become one. In V2 norms come behind what they normalise, and attention compares
 * directions, see cosine-attention.h. */

#include <math.h>

#include "architectures.h"
#include "cosine-attention.h"
#include "transformer.h"
#include "windows.h"

#define MAX_STAGES 16
#define MAX_BLOCKS 1000

static const KomaHubBlockNames hugging_face = {
  .norm1 = "layernorm_before",
  .query = "attention.self.query",
  .key = "attention.self.key",
  .value = "attention.self.value",
  .output = "attention.output.dense",
  .norm2 = "layernorm_after",
  .fc1 = "intermediate.dense",
  .fc2 = "output.dense",
};

typedef struct
{
  KomaHub     *hub;
  gboolean     is_hf;
  gboolean     is_v2;
  KomaHubBlock how;
  gint64       height; /* of the map, in tokens */
  gint64       width;
} Builder;

/* A table has a row for each distance of two tokens of a window. */
static gint64
find_side (KomaHub    *hub,
           const char *table)
{
  const gint64 n_rows = koma_hub_look_shape (hub, table).dims[0];

  return ((gint64) llround (sqrt ((double) MAX (n_rows, 1))) + 1) / 2;
}

static KomaValueId
add_block_v2 (Builder    *self,
              KomaValueId x, /* [n,rows,c] */
              const char *block,
              guint       stage,
              gboolean    is_shifted)
{
  KomaHub                   *hub = self->hub;
  const KomaHubCosineWindows cosine = {
    .attention = koma_hub_name (hub, "%s.attention.self", block),
    .output = koma_hub_name (hub, "%s.attention.output.dense", block),
    .trained_side = koma_hub_list_int (hub, "pretrained_window_sizes", stage, 0),
  };
  const KomaHubWindows windows = koma_hub_windows_find (
    koma_hub_list_int (hub, "window_size", 0, 7), self->height, self->width, is_shifted);
  KomaValueId y = koma_hub_windows_cut (hub, &windows, x);

  y = koma_hub_cosine_attention (hub, y, &windows, &cosine);
  y = koma_hub_windows_join (hub, &windows, y);
  y = koma_hub_layer_norm (hub, y, koma_hub_name (hub, "%s.%s", block, self->how.names->norm1),
                           self->how.epsilon);
  x = koma_hub_add (hub, x, y);
  y = koma_hub_block_mlp (hub, x, block, &self->how);
  y = koma_hub_layer_norm (hub, y, koma_hub_name (hub, "%s.%s", block, self->how.names->norm2),
                           self->how.epsilon);
  return koma_hub_add (hub, x, y);
}

static KomaValueId
add_block (Builder    *self,
           KomaValueId x, /* [n,rows,c] */
           const char *block,
           gboolean    is_shifted)
{
  KomaHub             *hub = self->hub;
  const char          *table = koma_hub_name (hub, "%s.%s.relative_position_bias_table", block,
                                     self->is_hf ? "attention.self" : "attn");
  const char          *norm1 = koma_hub_name (hub, "%s.%s", block, self->how.names->norm1);
  const char          *norm2 = koma_hub_name (hub, "%s.%s", block, self->how.names->norm2);
  const KomaHubWindows windows = koma_hub_windows_find (find_side (hub, table), self->height,
                                                        self->width, is_shifted);
  KomaHubBlock         how = self->how;
  KomaValueId          y = koma_hub_layer_norm (hub, x, norm1, how.epsilon);

  how.n_heads = koma_hub_look_shape (hub, table).dims[1];
  how.bias = koma_hub_windows_bias (hub, &windows, table, koma_hub_take (hub, table, 2));
  y = koma_hub_windows_cut (hub, &windows, y);
  y = koma_hub_block_attention (hub, y, block, &how);
  x = koma_hub_add (hub, x, koma_hub_windows_join (hub, &windows, y));
  y = koma_hub_block_mlp (hub, koma_hub_layer_norm (hub, x, norm2, how.epsilon), block, &how);
  return koma_hub_add (hub, x, y);
}

/* Pixels (0,0), (1,0), (0,1) and (1,1) as (row, column), one behind the other; a map of odd size is
 * made even with zeros. */
static KomaValueId
merge (Builder    *self,
       KomaValueId x,
       const char *layer)
{
  static const guint perm[] = { 0, 1, 3, 4, 2, 5 };
  KomaBuilder       *nodes = &self->hub->nodes;
  const gint64       width = koma_builder_get_dim (nodes, x, 2);
  const gint64       rows = (self->height + 1) / 2;
  const gint64       columns = (self->width + 1) / 2;

  x = koma_hub_rows_to_pixels (self->hub, x, self->height, self->width);
  if (self->height % 2 != 0 || self->width % 2 != 0)
    x = koma_hub_pad_pixels (self->hub, x, 0, self->height % 2, self->width % 2);
  x = koma_builder_reshape (nodes, x, KOMA_SHAPE (-1, rows, 2, columns, 2, width));
  x = koma_builder_transpose (nodes, x, perm);
  x = koma_builder_reshape (nodes, x, KOMA_SHAPE (-1, rows * columns, 4 * width));
  self->height = rows;
  self->width = columns;
  if (self->is_v2)
    x = koma_hub_linear (self->hub, x, koma_hub_name (self->hub, "%s.reduction", layer));
  x = koma_hub_layer_norm (self->hub, x, koma_hub_name (self->hub, "%s.norm", layer),
                           self->how.epsilon);
  return self->is_v2
           ? x
           : koma_hub_linear (self->hub, x, koma_hub_name (self->hub, "%s.reduction", layer));
}

static KomaValueId
merge_if_there (Builder    *self,
                KomaValueId x,
                const char *stage)
{
  const char *layer = koma_hub_name (self->hub, "%s.downsample", stage);

  return koma_hub_has (self->hub, koma_hub_name (self->hub, "%s.reduction.weight", layer))
           ? merge (self, x, layer)
           : x;
}

static KomaValueId
add_stage (Builder    *self,
           KomaValueId x,
           const char *stage,
           guint       number)
{
  if (!self->is_hf)
    x = merge_if_there (self, x, stage);
  for (guint i = 0; i < MAX_BLOCKS; i++) {
    const char *block = koma_hub_name (self->hub, "%s.blocks.%u", stage, i);

    if (!koma_hub_has (self->hub, koma_hub_name (self->hub, "%s.%s.weight", block,
                                                 self->how.names->norm1)))
      break;
    x = self->is_v2 ? add_block_v2 (self, x, block, number, i % 2 == 1)
                    : add_block (self, x, block, i % 2 == 1);
  }
  return self->is_hf ? merge_if_there (self, x, stage) : x;
}

static KomaValueId
add_patches (Builder    *self,
             KomaValueId x)
{
  const char     *embeddings = koma_hub_name (self->hub, "%s.embeddings", self->hub->architecture);
  const char     *conv = self->is_hf
                           ? koma_hub_name (self->hub, "%s.patch_embeddings.projection", embeddings)
                           : "patch_embed.proj";
  const KomaShape kernel =
    koma_hub_look_shape (self->hub, koma_hub_name (self->hub, "%s.weight", conv));
  const KomaHubWindow window = { .stride = kernel.dims[2], .pad = KOMA_HUB_PAD_NONE };

  x = koma_hub_conv (self->hub, x, conv, window);
  self->height = koma_builder_get_dim (&self->hub->nodes, x, 1);
  self->width = koma_builder_get_dim (&self->hub->nodes, x, 2);
  return koma_hub_layer_norm (self->hub, koma_hub_pixels_to_rows (self->hub, x),
                              self->is_hf ? koma_hub_name (self->hub, "%s.norm", embeddings)
                                          : "patch_embed.norm",
                              self->how.epsilon);
}

KomaValueId
koma_hub_build_swin (KomaHub    *hub,
                     KomaValueId x)
{
  const gboolean is_hf = hub->source == KOMA_HUB_HUGGING_FACE;
  Builder        self = {
           .hub = hub,
           .is_hf = is_hf,
           .is_v2 = g_str_equal (hub->architecture, "swinv2"),
           .how = {
             .names = is_hf ? &hugging_face : &koma_hub_block_timm,
             .activation = koma_hub_string (hub, "hidden_act", "gelu"),
             .epsilon = koma_hub_double (hub, "layer_norm_eps", 1e-5),
    },
  };
  const char *model = hub->architecture;
  const char *stages = is_hf ? koma_hub_name (hub, "%s.encoder.layers", model) : "layers";
  const char *norm = is_hf ? koma_hub_name (hub, "%s.layernorm", model) : "norm";

  x = add_patches (&self, x);
  for (guint i = 0; i < MAX_STAGES && hub->nodes.error == NULL; i++)
    x = add_stage (&self, x, koma_hub_name (hub, "%s.%u", stages, i), i);
  x = koma_hub_layer_norm (hub, x, norm, self.how.epsilon);
  x = koma_hub_mean_rows (hub, x);
  return koma_hub_head (hub, x, is_hf ? "classifier" : "head.fc");
}
