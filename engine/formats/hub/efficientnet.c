/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* EfficientNet of Hugging Face, which came from Keras: where it halves, the padding is one less at
 * the left and above. How many blocks a stage has follows from config.json, and the first of a
 * stage has no shortcut. */

#include "architectures.h"
#include "layers.h"

#include <math.h>

#define MAX_STAGES 16
#define MAX_BLOCKS 1000

typedef struct
{
  KomaHub    *hub;
  const char *activation;
  double      epsilon;
  guint       n_blocks; /* so far */
} Builder;

static const char *
name (const Builder *self,
      const char    *layer)
{
  return koma_hub_name (self->hub, "efficientnet.encoder.blocks.%u.%s", self->n_blocks, layer);
}

static gboolean
is_padded_alike (const Builder *self)
{
  gint64 block = 0;

  for (guint i = 0; i < MAX_BLOCKS && block >= 0; i++) {
    block = koma_hub_list_int (self->hub, "depthwise_padding", i, -1);
    if (block == self->n_blocks)
      return TRUE;
  }
  return FALSE;
}

static KomaValueId
add_depthwise (Builder    *self,
               KomaValueId x,
               gint64      stride)
{
  const KomaShape kernel = koma_hub_look_shape (
    self->hub, name (self, "depthwise_conv.depthwise_conv.weight"));
  KomaHubWindow window = { .stride = stride };

  if (stride == 2 && !is_padded_alike (self)) {
    window.pad = KOMA_HUB_PAD_GIVEN;
    window.before = MAX (kernel.dims[2] / 2 - 1, 0);
    window.after = kernel.dims[2] / 2;
  }
  x = koma_hub_conv (self->hub, x, name (self, "depthwise_conv.depthwise_conv"), window);
  x = koma_hub_batch_norm (self->hub, x, name (self, "depthwise_conv.depthwise_norm"),
                           self->epsilon);
  return koma_hub_activate (self->hub, x, self->activation);
}

static KomaValueId
add_block (Builder    *self,
           KomaValueId x,
           gint64      stride,
           gboolean    is_first)
{
  const KomaHubSqueeze squeeze = {
    .reduce = name (self, "squeeze_excite.reduce"),
    .expand = name (self, "squeeze_excite.expand"),
    .activation = self->activation,
    .gate = "sigmoid",
  };
  const KomaHubWindow plain = { 0 };
  const KomaValueId   shortcut = x;
  KomaHub            *hub = self->hub;

  if (koma_hub_has (hub, name (self, "expansion.expand_conv.weight"))) {
    x = koma_hub_conv (hub, x, name (self, "expansion.expand_conv"), plain);
    x = koma_hub_batch_norm (hub, x, name (self, "expansion.expand_bn"), self->epsilon);
    x = koma_hub_activate (hub, x, self->activation);
  }
  x = koma_hub_squeeze_excite (hub, add_depthwise (self, x, stride), &squeeze);
  x = koma_hub_conv (hub, x, name (self, "projection.project_conv"), plain);
  x = koma_hub_batch_norm (hub, x, name (self, "projection.project_bn"), self->epsilon);
  self->n_blocks++;
  return stride == 1 && !is_first ? koma_hub_add (hub, shortcut, x) : x;
}

static KomaValueId
add_stages (Builder    *self,
            KomaValueId x)
{
  static const gint64 strides[] = { 1, 2, 2, 2, 1, 2, 1 };
  static const gint64 repeats[] = { 1, 2, 2, 3, 3, 4, 1 };
  const double        depth = koma_hub_double (self->hub, "depth_coefficient", 3.1);

  for (guint stage = 0; stage < MAX_STAGES; stage++) {
    const gboolean is_usual = stage < G_N_ELEMENTS (strides);
    const gint64   stride =
      koma_hub_list_int (self->hub, "strides", stage, is_usual ? strides[stage] : 1);
    const gint64 n = koma_hub_list_int (self->hub, "num_block_repeats", stage,
                                        is_usual ? repeats[stage] : 0);

    for (gint64 i = 0; i < MAX_BLOCKS && (double) i < ceil (depth * (double) n); i++) {
      if (!koma_hub_has (self->hub, name (self, "projection.project_conv.weight")))
        return x;
      x = add_block (self, x, i == 0 ? stride : 1, i == 0);
    }
  }
  return x;
}

KomaValueId
koma_hub_build_efficientnet (KomaHub    *hub,
                             KomaValueId x)
{
  const KomaHubWindow stem = { .stride = 2, .pad = KOMA_HUB_PAD_GIVEN, .after = 1 };
  const gboolean      is_max =
    g_str_equal (koma_hub_string (hub, "pooling_type", "mean"), "max");
  Builder self = {
    .hub = hub,
    .activation = koma_hub_string (hub, "hidden_act", "swish"),
    .epsilon = koma_hub_double (hub, "batch_norm_eps", 0.001),
  };

  x = koma_hub_conv (hub, x, "efficientnet.embeddings.convolution", stem);
  x = koma_hub_batch_norm (hub, x, "efficientnet.embeddings.batchnorm", self.epsilon);
  x = add_stages (&self, koma_hub_activate (hub, x, self.activation));
  x = koma_hub_conv (hub, x, "efficientnet.encoder.top_conv", (KomaHubWindow){ 0 });
  x = koma_hub_batch_norm (hub, x, "efficientnet.encoder.top_bn", self.epsilon);
  x = koma_hub_activate (hub, x, self.activation);
  x = koma_builder_reduce (&hub->nodes, is_max ? KOMA_OP_MAX : KOMA_OP_MEAN, x,
                           KOMA_REDUCE_ROWS_AND_COLUMNS, FALSE);
  return koma_hub_linear (hub, x, "classifier");
}
