/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MobileViT: blocks of MobileNet V2, and from the third stage on transformers. A map is cut into
 * small patches, and attention is among the pixels that have the same place in their patch. In V2
 * it is linear: keys are summed with weights that a softmax makes of one number a pixel, and the
 * sum times the values is what comes out. */

#include "architectures.h"
#include "transformer.h"

#define EPSILON    1e-5
#define MAX_STAGES 16
#define MAX_LAYERS 1000

static gboolean
is_v2 (const KomaHub *hub)
{
  return g_str_equal (hub->architecture, "mobilevitv2");
}

static KomaValueId
convolve (KomaHub    *hub,
          KomaValueId x,
          const char *layer,
          gint64      stride,
          gboolean    is_active)
{
  const KomaHubWindow window = { .stride = stride };
  const char         *norm = koma_hub_name (hub, "%s.normalization", layer);

  x = koma_hub_conv (hub, x, koma_hub_name (hub, "%s.convolution", layer), window);
  if (koma_hub_has (hub, koma_hub_name (hub, "%s.weight", norm)))
    x = koma_hub_batch_norm (hub, x, norm, EPSILON);
  return is_active ? koma_hub_activate (hub, x, koma_hub_string (hub, "hidden_act", "silu")) : x;
}

/* As MobileNet V2's. */
static KomaValueId
add_inverted (KomaHub    *hub,
              KomaValueId x,
              const char *block,
              gint64      stride)
{
  KomaValueId y = convolve (hub, x, koma_hub_name (hub, "%s.expand_1x1", block), 1, TRUE);

  y = convolve (hub, y, koma_hub_name (hub, "%s.conv_3x3", block), stride, TRUE);
  y = convolve (hub, y, koma_hub_name (hub, "%s.reduce_1x1", block), 1, FALSE);
  return stride == 1 && koma_builder_get_dim (&hub->nodes, x, 3) ==
                          koma_builder_get_dim (&hub->nodes, y, 3)
           ? koma_hub_add (hub, x, y)
           : y;
}

static KomaValueId
add_inverted_stage (KomaHub    *hub,
                    KomaValueId x,
                    const char *stage,
                    gint64      stride)
{
  for (guint i = 0; i < MAX_LAYERS; i++) {
    const char *block = koma_hub_name (hub, "%s.layer.%u", stage, i);

    if (!koma_hub_has (hub, koma_hub_name (hub, "%s.conv_3x3.convolution.weight", block)))
      break;
    x = add_inverted (hub, x, block, i == 0 ? stride : 1);
  }
  return x;
}

/* ---- Stages with a transformer ---- */

static KomaValueId
slice_channels (KomaHub    *hub,
                KomaValueId x, /* of rank 4 */
                gint64      first,
                gint64      n_channels)
{
  const gint32 begin[] = { 0, 0, 0, (gint32) first };
  const gint32 size[] = { -1, -1, -1, (gint32) n_channels };

  return koma_builder_slice (&hub->nodes, x, begin, size);
}

static KomaValueId
attend_linear (KomaHub    *hub,
               KomaValueId x, /* [n,places,patches,c] */
               const char *attention)
{
  KomaBuilder      *nodes = &hub->nodes;
  const gint64      width = koma_builder_get_dim (nodes, x, 3);
  const KomaShape   shape = koma_builder_get_shape (nodes, x);
  const KomaValueId all =
    koma_hub_linear (hub, x, koma_hub_name (hub, "%s.qkv_proj.convolution", attention));
  const KomaValueId key = slice_channels (hub, all, 1, width);
  const KomaValueId value = slice_channels (hub, all, 1 + width, width);
  KomaValueId       weights = slice_channels (hub, all, 0, 1);

  weights = koma_builder_reshape (nodes, weights, KOMA_SHAPE (-1, shape.dims[1], shape.dims[2]));
  weights = KOMA_BUILDER_NODE (nodes, KOMA_OP_SOFTMAX, koma_attrs_new_int ("axis", -1), weights);
  weights =
    koma_builder_reshape (nodes, weights, KOMA_SHAPE (-1, shape.dims[1], shape.dims[2], 1));
  x = koma_builder_binary (nodes, KOMA_OP_MUL, key, weights);
  x = koma_builder_reduce (nodes, KOMA_OP_SUM, x, 1u << 2, TRUE);
  x = koma_builder_binary (nodes, KOMA_OP_MUL, koma_hub_activate (hub, value, "relu"), x);
  return koma_hub_linear (hub, x, koma_hub_name (hub, "%s.out_proj.convolution", attention));
}

static KomaValueId
add_linear_block (KomaHub    *hub,
                  KomaValueId x,
                  const char *block,
                  double      epsilon)
{
  KomaValueId y =
    koma_hub_group_norm (hub, x, koma_hub_name (hub, "%s.layernorm_before", block), 1, epsilon);

  x = koma_hub_add (hub, x, attend_linear (hub, y, koma_hub_name (hub, "%s.attention", block)));
  y = koma_hub_group_norm (hub, x, koma_hub_name (hub, "%s.layernorm_after", block), 1, epsilon);
  y = convolve (hub, y, koma_hub_name (hub, "%s.ffn.conv1", block), 1, TRUE);
  return koma_hub_add (hub, x,
                       convolve (hub, y, koma_hub_name (hub, "%s.ffn.conv2", block), 1, FALSE));
}

static KomaValueId
transform_linear (KomaHub    *hub,
                  KomaValueId x, /* [n,places,patches,c] */
                  const char *stage)
{
  const double epsilon = koma_hub_double (hub, "layer_norm_eps", 1e-5);

  for (guint i = 0; i < MAX_LAYERS; i++) {
    const char *block = koma_hub_name (hub, "%s.transformer.layer.%u", stage, i);

    if (!koma_hub_has (hub, koma_hub_name (hub, "%s.layernorm_before.weight", block)))
      break;
    x = add_linear_block (hub, x, block, epsilon);
  }
  return koma_hub_group_norm (hub, x, koma_hub_name (hub, "%s.layernorm", stage), 1, epsilon);
}

static KomaValueId
transform (KomaHub    *hub,
           KomaValueId x, /* [n * places,patches,c] */
           const char *stage)
{
  const KomaHubBlock how = {
    .names = &koma_hub_block_hugging_face,
    .activation = koma_hub_string (hub, "hidden_act", "silu"),
    .epsilon = koma_hub_double (hub, "layer_norm_eps", 1e-5),
    .n_heads = koma_hub_int (hub, "num_attention_heads", 4),
    .bias = KOMA_VALUE_NONE,
  };

  for (guint i = 0; i < MAX_LAYERS; i++) {
    const char *block = koma_hub_name (hub, "%s.transformer.layer.%u", stage, i);

    if (!koma_hub_has (hub, koma_hub_name (hub, "%s.layernorm_before.weight", block)))
      break;
    x = koma_hub_block (hub, x, block, &how);
  }
  return koma_hub_layer_norm (hub, x, koma_hub_name (hub, "%s.layernorm", stage), how.epsilon);
}

/* By the place that pixels have in their patch, and back. */
static KomaValueId
transform_patches (KomaHub    *hub,
                   KomaValueId x,
                   const char *stage)
{
  static const guint out[] = { 0, 2, 4, 1, 3, 5 };
  static const guint back[] = { 0, 3, 1, 4, 2, 5 };
  KomaBuilder       *nodes = &hub->nodes;
  const KomaShape    shape = koma_builder_get_shape (nodes, x);
  const gint64       side = koma_hub_int (hub, "patch_size", 2);
  gint64             rows = 0, columns = 0;

  if (x == KOMA_VALUE_NONE)
    return x;
  if (side < 1 || shape.dims[1] % side != 0 || shape.dims[2] % side != 0)
    return koma_builder_fail (nodes, KOMA_ERROR_UNSUPPORTED,
                              "%s: a map of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                              " is no multiple of patches with a side of %" G_GINT64_FORMAT,
                              stage, shape.dims[2], shape.dims[1], side);
  rows = shape.dims[1] / side;
  columns = shape.dims[2] / side;
  x = koma_builder_reshape (nodes, x, KOMA_SHAPE (-1, rows, side, columns, side, shape.dims[3]));
  x = koma_builder_transpose (nodes, x, out);
  if (is_v2 (hub)) {
    x = koma_builder_reshape (nodes, x,
                              KOMA_SHAPE (-1, side * side, rows * columns, shape.dims[3]));
    x = transform_linear (hub, x, stage);
  } else {
    x = koma_builder_reshape (nodes, x, KOMA_SHAPE (-1, rows * columns, shape.dims[3]));
    x = transform (hub, x, stage);
  }
  x = koma_builder_reshape (nodes, x, KOMA_SHAPE (-1, side, side, rows, columns, shape.dims[3]));
  x = koma_builder_transpose (nodes, x, back);
  return koma_builder_reshape (
    nodes, x, KOMA_SHAPE (-1, shape.dims[1], shape.dims[2], shape.dims[3]));
}

static KomaValueId
add_transformer_stage (KomaHub    *hub,
                       KomaValueId x,
                       const char *stage)
{
  KomaValueId both[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  x = add_inverted (hub, x, koma_hub_name (hub, "%s.downsampling_layer", stage), 2);
  both[0] = x;
  x = convolve (hub, x, koma_hub_name (hub, "%s.conv_kxk", stage), 1, TRUE);
  x = convolve (hub, x, koma_hub_name (hub, "%s.conv_1x1", stage), 1, FALSE);
  x = transform_patches (hub, x, stage);
  both[1] =
    convolve (hub, x, koma_hub_name (hub, "%s.conv_projection", stage), 1, !is_v2 (hub));
  if (is_v2 (hub))
    return both[1];
  x = koma_builder_concat (&hub->nodes, both, 2, 3);
  return convolve (hub, x, koma_hub_name (hub, "%s.fusion", stage), 1, TRUE);
}

KomaValueId
koma_hub_build_mobilevit (KomaHub    *hub,
                          KomaValueId x)
{
  const char *model = hub->architecture;
  const char *last = koma_hub_name (hub, "%s.conv_1x1_exp", model);

  if (koma_hub_int (hub, "output_stride", 32) != 32)
    return koma_builder_fail (&hub->nodes, KOMA_ERROR_UNSUPPORTED,
                              "an output stride other than 32");
  x = convolve (hub, x, koma_hub_name (hub, "%s.conv_stem", model), 2, TRUE);
  for (guint i = 0; i < MAX_STAGES; i++) {
    const char *stage = koma_hub_name (hub, "%s.encoder.layer.%u", model, i);

    if (koma_hub_has (hub, koma_hub_name (hub, "%s.conv_kxk.convolution.weight", stage)))
      x = add_transformer_stage (hub, x, stage);
    else
      x = add_inverted_stage (hub, x, stage, i == 0 ? 1 : 2);
  }
  if (koma_hub_has (hub, koma_hub_name (hub, "%s.convolution.weight", last)))
    x = convolve (hub, x, last, 1, TRUE);
  return koma_hub_linear (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier");
}
