/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MobileNet V1 and V2 of Hugging Face, which came from TensorFlow: its padding, and batch norms
 * with an epsilon of 0.001. */

#include "architectures.h"
#include "layers.h"

typedef struct
{
  KomaHub    *hub;
  const char *activation;
  double      epsilon;
  KomaHubPad  pad;
} Builder;

static Builder
make_builder (KomaHub *hub)
{
  return (Builder){
    .hub = hub,
    .activation = koma_hub_string (hub, "hidden_act", "relu6"),
    .epsilon = koma_hub_double (hub, "layer_norm_eps", 0.001),
    .pad = koma_hub_boolean (hub, "tf_padding", TRUE) ? KOMA_HUB_PAD_SAME : KOMA_HUB_PAD_HALF,
  };
}

static gboolean
has_layer (const Builder *self,
           const char    *layer)
{
  return koma_hub_has (self->hub, koma_hub_name (self->hub, "%s.convolution.weight", layer));
}

static KomaValueId
add_layer (Builder    *self,
           KomaValueId x,
           const char *layer,
           gint64      stride,
           gint64      dilation,
           gboolean    is_active)
{
  const KomaHubWindow window = { .stride = stride, .dilation = dilation, .pad = self->pad };

  x = koma_hub_conv (self->hub, x, koma_hub_name (self->hub, "%s.convolution", layer), window);
  x = koma_hub_batch_norm (self->hub, x, koma_hub_name (self->hub, "%s.normalization", layer),
                           self->epsilon);
  return is_active ? koma_hub_activate (self->hub, x, self->activation) : x;
}

KomaValueId
koma_hub_build_mobilenet_v1 (KomaHub    *hub,
                             KomaValueId x)
{
  static const gint64 strides[] = { 1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1 };
  Builder             self = make_builder (hub);

  x = add_layer (&self, x, "mobilenet_v1.conv_stem", 2, 1, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (strides); i++) {
    x = add_layer (&self, x, koma_hub_name (hub, "mobilenet_v1.layer.%u", 2 * i), strides[i], 1,
                   TRUE);
    x = add_layer (&self, x, koma_hub_name (hub, "mobilenet_v1.layer.%u", 2 * i + 1), 1, 1, TRUE);
  }
  return koma_hub_linear (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier");
}

/* The inverted residual: to more channels, 3x3 of each, and to fewer, without an activation. */
static KomaValueId
add_block (Builder    *self,
           KomaValueId x,
           const char *block,
           gint64      stride,
           gint64      dilation)
{
  KomaBuilder      *nodes = &self->hub->nodes;
  const char       *expand = koma_hub_name (self->hub, "%s.expand_1x1", block);
  const KomaValueId shortcut = x;

  if (has_layer (self, expand))
    x = add_layer (self, x, expand, 1, 1, TRUE);
  x = add_layer (self, x, koma_hub_name (self->hub, "%s.conv_3x3", block), stride, dilation, TRUE);
  x = add_layer (self, x, koma_hub_name (self->hub, "%s.reduce_1x1", block), 1, 1, FALSE);
  return stride == 1 && koma_builder_get_dim (nodes, x, 3) ==
                          koma_builder_get_dim (nodes, shortcut, 3)
           ? koma_hub_add (self->hub, shortcut, x)
           : x;
}

KomaValueId
koma_hub_build_mobilenet_v2 (KomaHub    *hub,
                             KomaValueId x)
{
  static const gint64 strides[] = { 2, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1 };
  const gint64        output_stride = koma_hub_int (hub, "output_stride", 32);
  gint64              reached = 4;  /* by the stem and the first layer */
  gint64              dilation = 1; /* in place of strides that are more than is asked for */
  Builder             self = make_builder (hub);

  x = add_layer (&self, x, "mobilenet_v2.conv_stem.first_conv", 2, 1, TRUE);
  x = add_block (&self, x, "mobilenet_v2.conv_stem", 1, 1);
  for (guint i = 0; i < G_N_ELEMENTS (strides); i++) {
    const gboolean is_dilated = strides[i] == 2 && i > 0 && reached >= output_stride;
    const char    *block = koma_hub_name (hub, "mobilenet_v2.layer.%u", i);

    x = add_block (&self, x, block, is_dilated ? 1 : strides[i], dilation);
    if (is_dilated)
      dilation *= 2;
    else if (i > 0)
      reached *= strides[i];
  }
  x = add_layer (&self, x, "mobilenet_v2.conv_1x1", 1, 1, TRUE);
  return koma_hub_linear (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier");
}
