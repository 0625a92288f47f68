/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* BEiT and data2vec: ViT whose scores of attention have a bias for each distance of two patches, in
 * a table of each layer or one for all. The last three rows of a table are of the class token: with
 * a patch, of a patch with it, and with itself. */

#include "architectures.h"
#include "tokens.h"
#include "transformer.h"

#define MAX_BLOCKS 1000
#define TABLE      "relative_position_bias.relative_position_bias_table"

/* The row of the table for a token that looks at another; token 0 is the class. */
static gint64
find_row (gint64 query,
          gint64 key,
          gint64 height,
          gint64 width)
{
  const gint64 n = (2 * height - 1) * (2 * width - 1);
  const gint64 down = (query - 1) / width - (key - 1) / width + height - 1;
  const gint64 right = (query - 1) % width - (key - 1) % width + width - 1;

  if (query == 0)
    return key == 0 ? n + 2 : n;
  return key == 0 ? n + 1 : down * (2 * width - 1) + right;
}

/* [heads,rows,rows] */
static KomaValueId
add_bias (KomaHub    *self,
          const char *name,
          gint64      height,
          gint64      width)
{
  const gint64 n_rows = 1 + height * width;
  g_autoptr (KomaArray) table = NULL;
  g_autoptr (KomaArray) bias = NULL;
  KomaShape shape = { 0 };
  gint64    n_heads = 0;

  if (!koma_hub_has (self, name))
    return KOMA_VALUE_NONE;
  table = koma_hub_take (self, name, 2);
  if (table == NULL)
    return KOMA_VALUE_NONE;
  if (table->shape.dims[0] != (2 * height - 1) * (2 * width - 1) + 3)
    return koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                              "weight “%s” has %" G_GINT64_FORMAT
                              " rows, which are not those of %" G_GINT64_FORMAT
                              " × %" G_GINT64_FORMAT " patches",
                              name, table->shape.dims[0], height, width);
  n_heads = table->shape.dims[1];
  shape = KOMA_SHAPE (n_heads, n_rows, n_rows);
  bias = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->nodes.error);
  for (gint64 i = 0; bias != NULL && i < n_heads * n_rows * n_rows; i++) {
    const gint64 row = find_row (i / n_rows % n_rows, i % n_rows, height, width);

    ((float *) bias->data)[i] =
      ((const float *) table->data)[row * n_heads + i / (n_rows * n_rows)];
  }
  return bias != NULL ? koma_builder_constant (&self->nodes, name, bias) : KOMA_VALUE_NONE;
}

static KomaValueId
add_blocks (KomaHub     *self,
            KomaValueId  x,
            const char  *model,
            KomaHubBlock block,
            KomaShape    patch) /* the weight of the patches */
{
  const gint64      height = self->height / MAX (patch.dims[2], 1);
  const gint64      width = self->width / MAX (patch.dims[3], 1);
  const KomaValueId shared =
    add_bias (self, koma_hub_name (self, "%s.encoder." TABLE, model), height, width);

  for (guint i = 0; i < MAX_BLOCKS; i++) {
    const char *name = koma_hub_name (self, "%s.encoder.layer.%u", model, i);

    if (!koma_hub_has (self, koma_hub_name (self, "%s.layernorm_before.weight", name)))
      break;
    block.bias = add_bias (self, koma_hub_name (self, "%s.attention.attention." TABLE, name),
                           height, width);
    if (block.bias == KOMA_VALUE_NONE)
      block.bias = shared;
    x = koma_hub_block (self, x, name, &block);
  }
  return x;
}

KomaValueId
koma_hub_build_beit (KomaHub    *self,
                     KomaValueId x)
{
  const char *model = g_str_equal (self->architecture, "beit") ? "beit" : "data2vec_vision";
  const char *patches =
    koma_hub_name (self, "%s.embeddings.patch_embeddings.projection", model);
  const KomaShape patch =
    koma_hub_look_shape (self, koma_hub_name (self, "%s.weight", patches));
  const KomaHubTokens tokens = {
    .patches = patches,
    .tokens = { koma_hub_name (self, "%s.embeddings.cls_token", model) },
    .positions = koma_hub_name (self, "%s.embeddings.position_embeddings", model),
  };
  const KomaHubBlock block = {
    .names = &koma_hub_block_hugging_face,
    .activation = koma_hub_string (self, "hidden_act", "gelu"),
    .epsilon = koma_hub_double (self, "layer_norm_eps", 1e-12),
    .n_heads = koma_hub_int (self, "num_attention_heads", 12),
  };
  const char *pooler = koma_hub_name (self, "%s.pooler.layernorm", model);
  gint64      n_first = 0;

  x = koma_hub_tokens (self, x, &tokens, &n_first);
  x = add_blocks (self, x, model, block, patch);
  if (koma_hub_boolean (self, "use_mean_pooling", TRUE)) {
    x = koma_hub_mean_rows (self, koma_hub_slice_rows (self, x, n_first, -1));
    x = koma_hub_layer_norm (self, x, pooler, block.epsilon);
  } else {
    x = koma_hub_layer_norm (self, x, koma_hub_name (self, "%s.layernorm", model), block.epsilon);
    x = koma_hub_get_row (self, x, 0);
  }
  return koma_hub_linear (self, x, "classifier");
}
