/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* timm's EfficientNet, EfficientNet-Lite and V2, MobileNet V2, V3 and V4: stages of blocks, whose
 * kind follows from the names of their weights. Strides, activations and the order of the last
 * layers do not: they are those of the family. */

#include "architectures.h"
#include "layers.h"

#include <string.h>

#define MAX_STAGES 8
#define MAX_BLOCKS 1000

typedef struct
{
  const char *prefix;
  gint64      strides[MAX_STAGES]; /* of the first block of a stage */
  const char *activation;
  guint       n_relu_stages; /* first ones, which have a relu instead */
  const char *squeeze;       /* activation within squeeze layers; NULL: as the others */
  const char *gate;
  gboolean    is_pooled_first; /* the last convolution comes behind the mean */
  gboolean    has_plain_skip;  /* plain convolutions have a shortcut where they can */
} Family;

/* The first whose prefix fits. */
static const Family families[] = {
  { "efficientnet_lite", { 1, 2, 2, 2, 1, 2, 1 }, "relu6", 0, NULL, "sigmoid", FALSE, TRUE },
  { "efficientnet_e", { 1, 2, 2, 2, 1, 2, 1 }, "relu", 0, NULL, "sigmoid", FALSE, TRUE },
  { "efficientnet_b", { 1, 2, 2, 2, 1, 2, 1 }, "silu", 0, NULL, "sigmoid", FALSE, TRUE },
  { "efficientnetv2_", { 1, 2, 2, 2, 1, 2, 1 }, "silu", 0, NULL, "sigmoid", FALSE, TRUE },
  { "test_efficientnet", { 1, 2, 2, 2, 2 }, "silu", 0, NULL, "sigmoid", FALSE, TRUE },
  { "mobilenetv2_", { 1, 2, 2, 2, 1, 2, 1 }, "relu6", 0, NULL, "sigmoid", FALSE, FALSE },
  { "mobilenetv3_small_minimal", { 2, 2, 2, 1, 2, 1 }, "relu", 0, "relu", "hard_sigmoid", TRUE },
  { "mobilenetv3_small", { 2, 2, 2, 1, 2, 1 }, "hard_swish", 2, "relu", "hard_sigmoid", TRUE },
  { "mobilenetv3_large_minimal", { 1, 2, 2, 2, 1, 2, 1 }, "relu", 0, "relu", "hard_sigmoid", TRUE },
  { "mobilenetv3_", { 1, 2, 2, 2, 1, 2, 1 }, "hard_swish", 3, "relu", "hard_sigmoid", TRUE },
  { "mobilenetv4_conv_", { 2, 2, 2, 2, 1 }, "relu", 0, NULL, "sigmoid", TRUE, FALSE },
};

typedef struct
{
  KomaHub      *hub;
  const Family *family;
  KomaHubPad    pad;
  double        epsilon;
  const char   *activation; /* of the stage; NULL while it is left out */
} Builder;

static const char *
name (const Builder *self,
      const char    *block,
      const char    *layer)
{
  return koma_hub_name (self->hub, "%s.%s", block, layer);
}

static gboolean
has_weight (const Builder *self,
            const char    *block,
            const char    *layer)
{
  return koma_hub_has (self->hub, koma_hub_name (self->hub, "%s.%s.weight", block, layer));
}

static KomaValueId
add_conv (Builder    *self,
          KomaValueId x,
          const char *conv,
          const char *norm,
          gint64      stride,
          gboolean    is_active)
{
  const KomaHubWindow window = { .stride = stride, .pad = self->pad };

  x = koma_hub_conv (self->hub, x, conv, window);
  x = koma_hub_batch_norm (self->hub, x, norm, self->epsilon);
  return is_active ? koma_hub_activate (self->hub, x, self->activation) : x;
}

/* A layer of a block, and the norm of that number. */
static KomaValueId
add_layer (Builder    *self,
           KomaValueId x,
           const char *block,
           const char *layer,
           guint       number,
           gint64      stride,
           gboolean    is_active)
{
  return add_conv (self, x, name (self, block, layer),
                   koma_hub_name (self->hub, "%s.bn%u", block, number), stride, is_active);
}

static KomaValueId
add_squeeze (Builder    *self,
             KomaValueId x,
             const char *block)
{
  const KomaHubSqueeze squeeze = {
    .reduce = name (self, block, "se.conv_reduce"),
    .expand = name (self, block, "se.conv_expand"),
    .activation = self->family->squeeze != NULL ? self->family->squeeze : self->activation,
    .gate = self->family->gate,
  };

  return has_weight (self, block, "se.conv_reduce")
           ? koma_hub_squeeze_excite (self->hub, x, &squeeze)
           : x;
}

/* MobileNet V4's, each layer of which may be missing, with norms of their own. */
static KomaValueId
add_universal (Builder    *self,
               KomaValueId x,
               const char *block,
               gint64      stride)
{
  static const struct
  {
    const char *name;
    gboolean    is_active;
  } layers[] = {
    { "dw_start", FALSE }, { "pw_exp", TRUE }, { "dw_mid", TRUE }, { "pw_proj", FALSE }
  };
  const char *striding = has_weight (self, block, "dw_mid.conv") ? "dw_mid" : "dw_start";

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    const char *layer = name (self, block, layers[i].name);

    if (has_weight (self, layer, "conv"))
      x = add_conv (self, x, name (self, layer, "conv"), name (self, layer, "bn"),
                    g_str_equal (layers[i].name, striding) ? stride : 1, layers[i].is_active);
  }
  return x;
}

static KomaValueId
add_layers (Builder    *self,
            KomaValueId x,
            const char *block,
            gint64      stride)
{
  if (has_weight (self, block, "pw_exp.conv"))
    return add_universal (self, x, block, stride);
  if (has_weight (self, block, "conv"))
    return add_layer (self, x, block, "conv", 1, stride, TRUE);
  if (has_weight (self, block, "conv_exp")) {
    x = add_layer (self, x, block, "conv_exp", 1, stride, TRUE);
    return add_layer (self, add_squeeze (self, x, block), block, "conv_pwl", 2, 1, FALSE);
  }
  if (!has_weight (self, block, "conv_pwl")) {
    x = add_layer (self, x, block, "conv_dw", 1, stride, TRUE);
    return add_layer (self, add_squeeze (self, x, block), block, "conv_pw", 2, 1, FALSE);
  }
  x = add_layer (self, x, block, "conv_pw", 1, 1, TRUE);
  x = add_layer (self, x, block, "conv_dw", 2, stride, TRUE);
  return add_layer (self, add_squeeze (self, x, block), block, "conv_pwl", 3, 1, FALSE);
}

static KomaValueId
add_block (Builder    *self,
           KomaValueId x,
           const char *block,
           gint64      stride)
{
  const gboolean    is_plain = has_weight (self, block, "conv");
  const KomaValueId shortcut = x;
  KomaBuilder      *nodes = &self->hub->nodes;

  x = add_layers (self, x, block, stride);
  return stride == 1 && (!is_plain || self->family->has_plain_skip) &&
             koma_builder_get_dim (nodes, x, 3) == koma_builder_get_dim (nodes, shortcut, 3)
           ? koma_hub_add (self->hub, shortcut, x)
           : x;
}

static gboolean
has_block (const Builder *self,
           const char    *block)
{
  return has_weight (self, block, "conv") || has_weight (self, block, "conv_pw") ||
         has_weight (self, block, "conv_exp") || has_weight (self, block, "pw_exp.conv");
}

static KomaValueId
add_stages (Builder    *self,
            KomaValueId x)
{
  for (guint stage = 0; stage < MAX_STAGES; stage++) {
    self->activation = stage < self->family->n_relu_stages ? "relu" : self->family->activation;
    for (guint i = 0; i < MAX_BLOCKS; i++) {
      const char *block = koma_hub_name (self->hub, "blocks.%u.%u", stage, i);

      if (!has_block (self, block))
        break;
      x = add_block (self, x, block, i == 0 ? MAX (self->family->strides[stage], 1) : 1);
    }
  }
  return x;
}

static KomaValueId
add_head (Builder    *self,
          KomaValueId x)
{
  KomaHub *hub = self->hub;

  if (!self->family->is_pooled_first) {
    x = add_conv (self, x, "conv_head", "bn2", 1, TRUE);
    return koma_hub_head (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier");
  }
  x = koma_hub_conv (hub, koma_hub_mean_pixels (hub, x, TRUE), "conv_head", (KomaHubWindow){ 0 });
  if (koma_hub_has (hub, "norm_head.weight"))
    x = koma_hub_batch_norm (hub, x, "norm_head", self->epsilon);
  x = koma_hub_activate (hub, x, self->activation);
  return koma_hub_head (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier");
}

KomaValueId
koma_hub_build_timm_mobile (KomaHub    *hub,
                            KomaValueId x)
{
  const gboolean is_tf = g_str_has_prefix (hub->architecture, "tf_");
  const char    *plain = hub->architecture + (is_tf ? strlen ("tf_") : 0);
  Builder        self = {
           .hub = hub,
           .pad = is_tf ? KOMA_HUB_PAD_SAME : KOMA_HUB_PAD_HALF,
           .epsilon = is_tf ? 1e-3 : 1e-5,
  };

  for (guint i = 0; self.family == NULL && i < G_N_ELEMENTS (families); i++)
    if (g_str_has_prefix (plain, families[i].prefix))
      self.family = &families[i];
  if (self.family == NULL)
    return koma_builder_fail (&hub->nodes, KOMA_ERROR_UNSUPPORTED, "of this family it is unknown");
  self.activation = self.family->activation;
  x = add_conv (&self, x, "conv_stem", "bn1", 2, TRUE);
  return add_head (&self, add_stages (&self, x));
}
