/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* torchvision's MobileNet V2 and V3, EfficientNet V1 and V2, and MNASNet. All are inverted
 * residuals: widen each pixel, a convolution for each channel, perhaps a squeeze, narrow again, and
 * add what came in, where it has the same shape. Strides do not follow from the weights: a table
 * has those of the published networks. */

#include "architectures.h"
#include "steps.h"

#define MAX_BLOCKS 1000
#define MAX_LAYERS 16

typedef struct
{
  KomaHubSteps   steps;
  KomaHubSqueeze squeeze; /* its activations */
} Style;

/* The layers "PREFIX.0", "PREFIX.1" … of a block, each a convolution "0" and a norm "1", or a
 * squeeze "fc1" and "fc2"; all but the last one have the activation. */
static KomaValueId
add_layers (KomaHub     *self,
            KomaValueId  x,
            const char  *prefix,
            gint64       stride,
            const Style *style)
{
  const KomaValueId before = x;

  for (guint i = 0; i < MAX_LAYERS; i++) {
    const char     *conv = koma_hub_name (self, "%s.%u.0", prefix, i);
    const char     *norm = koma_hub_name (self, "%s.%u.1", prefix, i);
    const char     *fc1 = koma_hub_name (self, "%s.%u.fc1", prefix, i);
    const char     *next = koma_hub_name (self, "%s.%u.0", prefix, i + 1);
    const char     *next_fc1 = koma_hub_name (self, "%s.%u.fc1", prefix, i + 1);
    const KomaShape shape = koma_hub_look_shape (self, koma_hub_name (self, "%s.weight", conv));
    const gboolean  is_wide = shape.rank == 4 && shape.dims[2] > 1;
    const gboolean  is_last = !koma_hub_has_layer (self, next) &&
                             !koma_hub_has_layer (self, next_fc1);

    if (koma_hub_has_layer (self, fc1)) {
      KomaHubSqueeze squeeze = style->squeeze;

      squeeze.reduce = fc1;
      squeeze.expand = koma_hub_name (self, "%s.%u.fc2", prefix, i);
      x = koma_hub_squeeze_excite (self, x, &squeeze);
    } else if (koma_hub_has_layer (self, conv)) {
      x = koma_hub_conv_norm (self, x, conv, norm, is_wide ? stride : 1, &style->steps);
      /* The only layer of a block of EfficientNet V2 has it, too. */
      if (!is_last || i == 0)
        x = koma_hub_activate (self, x, style->steps.activation);
    } else {
      break;
    }
  }
  return koma_hub_add_if_alike (self, before, x);
}

KomaValueId
koma_hub_build_torchvision_mobilenet_v2 (KomaHub    *self,
                                         KomaValueId x)
{
  static const gint64 strides[] = { 2, 1, 2, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1 };
  const KomaHubSteps  steps = { 1e-5, "relu6" };

  x = koma_hub_conv_norm_act (self, x, "features.0.0", "features.0.1", 2, &steps);
  for (guint i = 1; i < G_N_ELEMENTS (strides); i++) {
    const KomaValueId before = x;
    guint             k = 0;

    for (; koma_hub_has_layer (self, koma_hub_name (self, "features.%u.conv.%u.0", i, k)); k++) {
      const char     *conv = koma_hub_name (self, "features.%u.conv.%u.0", i, k);
      const char     *norm = koma_hub_name (self, "features.%u.conv.%u.1", i, k);
      const KomaShape shape = koma_hub_look_shape (self, koma_hub_name (self, "%s.weight", conv));

      x = koma_hub_conv_norm_act (self, x, conv, norm, shape.dims[2] > 1 ? strides[i] : 1, &steps);
    }
    x = koma_hub_conv_norm (self, x, koma_hub_name (self, "features.%u.conv.%u", i, k),
                            koma_hub_name (self, "features.%u.conv.%u", i, k + 1), 1, &steps);
    x = koma_hub_add_if_alike (self, before, x);
  }
  x = koma_hub_conv_norm_act (self, x, "features.18.0", "features.18.1", 1, &steps);
  return koma_hub_linear (self, koma_hub_mean_pixels (self, x, FALSE), "classifier.1");
}

KomaValueId
koma_hub_build_torchvision_mobilenet_v3 (KomaHub    *self,
                                         KomaValueId x)
{
  static const struct
  {
    guint  n_blocks;
    guint  first_hard; /* from this block on hard-swish, before it relu */
    gint64 strides[15];
  } small = { 11, 4, { 2, 2, 1, 2, 1, 1, 1, 1, 2, 1, 1 } },
    large = { 15, 7, { 1, 2, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 2, 1, 1 } };
  const gboolean is_large = koma_hub_has_layer (self, "features.16.0");
  const guint    n_blocks = is_large ? large.n_blocks : small.n_blocks;
  const char    *last = koma_hub_name (self, "features.%u", n_blocks + 1);
  Style          style = {
             .steps = { 1e-3, "hard_swish" },
             .squeeze = { .activation = "relu", .gate = "hard_sigmoid" },
  };

  x = koma_hub_conv_norm_act (self, x, "features.0.0", "features.0.1", 2, &style.steps);
  for (guint i = 0; i < n_blocks; i++) {
    const guint first_hard = is_large ? large.first_hard : small.first_hard;

    style.steps.activation = i + 1 >= first_hard ? "hard_swish" : "relu";
    x = add_layers (self, x, koma_hub_name (self, "features.%u.block", i + 1),
                    is_large ? large.strides[i] : small.strides[i], &style);
  }
  style.steps.activation = "hard_swish";
  x = koma_hub_conv_norm_act (self, x, koma_hub_name (self, "%s.0", last),
                              koma_hub_name (self, "%s.1", last), 1, &style.steps);
  x = koma_hub_linear (self, koma_hub_mean_pixels (self, x, FALSE), "classifier.0");
  return koma_hub_linear (self, koma_hub_activate (self, x, "hard_swish"), "classifier.3");
}

/* V2 widens with its first convolutions; B5 to B7 have five blocks and more in the second stage. */
static gboolean
has_large_epsilon (KomaHub *self)
{
  const KomaShape first = koma_hub_look_shape (self, "features.1.0.block.0.0.weight");

  return (first.rank == 4 && first.dims[1] > 1) ||
         koma_hub_has_layer (self, "features.2.4.block.0.0");
}

KomaValueId
koma_hub_build_torchvision_efficientnet (KomaHub    *self,
                                         KomaValueId x)
{
  static const gint64 strides[] = { 2, 1, 2, 2, 2, 1, 2, 1 };
  const Style         style = {
            .steps = { has_large_epsilon (self) ? 1e-3 : 1e-5, "silu" },
            .squeeze = { .activation = "silu", .gate = "sigmoid" },
  };
  guint stage = 1;

  x = koma_hub_conv_norm_act (self, x, "features.0.0", "features.0.1", 2, &style.steps);
  for (; stage < G_N_ELEMENTS (strides); stage++) {
    if (!koma_hub_has_layer (self, koma_hub_name (self, "features.%u.0.block.0.0", stage)))
      break;
    for (guint i = 0; i < MAX_BLOCKS; i++) {
      const char *block = koma_hub_name (self, "features.%u.%u.block", stage, i);

      if (!koma_hub_has_layer (self, koma_hub_name (self, "%s.0.0", block)))
        break;
      x = add_layers (self, x, block, i == 0 ? strides[stage] : 1, &style);
    }
  }
  x = koma_hub_conv_norm_act (self, x, koma_hub_name (self, "features.%u.0", stage),
                              koma_hub_name (self, "features.%u.1", stage), 1, &style.steps);
  return koma_hub_linear (self, koma_hub_mean_pixels (self, x, FALSE), "classifier.1");
}

static KomaValueId
add_mnasnet_block (KomaHub            *self,
                   KomaValueId         x,
                   const char         *block,
                   gint64              stride,
                   const KomaHubSteps *steps)
{
  KomaValueId y = koma_hub_conv_norm_act (self, x, koma_hub_name (self, "%s.0", block),
                                          koma_hub_name (self, "%s.1", block), 1, steps);

  y = koma_hub_conv_norm_act (self, y, koma_hub_name (self, "%s.3", block),
                              koma_hub_name (self, "%s.4", block), stride, steps);
  y = koma_hub_conv_norm (self, y, koma_hub_name (self, "%s.6", block),
                          koma_hub_name (self, "%s.7", block), 1, steps);
  return koma_hub_add_if_alike (self, x, y);
}

KomaValueId
koma_hub_build_torchvision_mnasnet (KomaHub    *self,
                                    KomaValueId x)
{
  static const gint64 strides[] = { 2, 2, 2, 1, 2, 1 };
  const KomaHubSteps  steps = { 1e-5, "relu" };

  x = koma_hub_conv_norm_act (self, x, "layers.0", "layers.1", 2, &steps);
  x = koma_hub_conv_norm_act (self, x, "layers.3", "layers.4", 1, &steps);
  x = koma_hub_conv_norm (self, x, "layers.6", "layers.7", 1, &steps);
  for (guint stage = 0; stage < G_N_ELEMENTS (strides); stage++) {
    for (guint i = 0; i < MAX_BLOCKS; i++) {
      const char *block = koma_hub_name (self, "layers.%u.%u.layers", stage + 8, i);

      if (!koma_hub_has_layer (self, koma_hub_name (self, "%s.0", block)))
        break;
      x = add_mnasnet_block (self, x, block, i == 0 ? strides[stage] : 1, &steps);
    }
  }
  x = koma_hub_conv_norm_act (self, x, "layers.14", "layers.15", 1, &steps);
  return koma_hub_linear (self, koma_hub_mean_pixels (self, x, FALSE), "classifier.1");
}
