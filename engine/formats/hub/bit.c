/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* BiT (Big Transfer): a ResNet whose norms are of groups of channels and come before the
 * convolutions. The numbers of each filter have a mean of 0 and a deviation of 1. */

#include <math.h>

#include "architectures.h"
#include "layers.h"

#define EPSILON        1e-5
#define FILTER_EPSILON 1e-8
#define MAX_STAGES     16
#define MAX_LAYERS     1000

static gboolean
is_same (KomaHub *hub)
{
  return g_ascii_strcasecmp (koma_hub_string (hub, "global_padding", ""), "same") == 0;
}

static void
standardize (const float *from,
             gsize        n,
             float       *ret_filter)
{
  double sum = 0, squares = 0;
  double mean = 0, scale = 0;

  for (gsize i = 0; i < n; i++)
    sum += from[i];
  mean = sum / (double) n;
  for (gsize i = 0; i < n; i++)
    squares += (from[i] - mean) * (from[i] - mean);
  scale = 1 / sqrt (squares / (double) n + FILTER_EPSILON);
  for (gsize i = 0; i < n; i++)
    ret_filter[i] = (float) ((from[i] - mean) * scale);
}

/* (transfer full) (nullable) */
static KomaArray *
take_filter (KomaHub    *hub,
             const char *name)
{
  g_autoptr (KomaArray) stored = koma_hub_take (hub, koma_hub_name (hub, "%s.weight", name), 4);
  KomaArray  *filter = stored != NULL ? koma_array_new (KOMA_DTYPE_FLOAT32, &stored->shape,
                                                        &hub->nodes.error)
                                      : NULL;
  const gsize n_filters = filter != NULL ? (gsize) filter->shape.dims[0] : 0;

  for (gsize i = 0; i < n_filters; i++) {
    const gsize n = filter->count / n_filters;

    standardize ((const float *) stored->data + i * n, n, (float *) filter->data + i * n);
  }
  return filter;
}

static KomaValueId
convolve (KomaHub    *hub,
          KomaValueId x,
          const char *name,
          gint64      stride)
{
  KomaArray    *filter = take_filter (hub, name);
  const gint64  side = filter != NULL ? filter->shape.dims[2] : 1;
  const gint64  pad = (stride - 1 + side - 1) / 2;
  KomaHubWindow window = { .stride = stride,
                           .pad = is_same (hub) ? KOMA_HUB_PAD_SAME : KOMA_HUB_PAD_GIVEN,
                           .before = pad,
                           .after = pad };

  hub->nodes.name = name;
  return koma_hub_conv_with (hub, x, filter, KOMA_VALUE_NONE, window);
}

static KomaValueId
normalize (KomaHub    *hub,
           KomaValueId x,
           const char *name)
{
  x = koma_hub_group_norm (hub, x, name, koma_hub_int (hub, "num_groups", 32), EPSILON);
  return koma_hub_activate (hub, x, koma_hub_string (hub, "hidden_act", "relu"));
}

static KomaValueId
add_layer (KomaHub    *hub,
           KomaValueId x,
           const char *layer,
           gint64      stride)
{
  const char       *shortcut = koma_hub_name (hub, "%s.downsample.conv", layer);
  const KomaValueId first = normalize (hub, x, koma_hub_name (hub, "%s.norm1", layer));
  KomaValueId       y = convolve (hub, first, koma_hub_name (hub, "%s.conv1", layer), 1);

  if (koma_hub_has (hub, koma_hub_name (hub, "%s.weight", shortcut)))
    x = convolve (hub, first, shortcut, stride);
  y = normalize (hub, y, koma_hub_name (hub, "%s.norm2", layer));
  y = convolve (hub, y, koma_hub_name (hub, "%s.conv2", layer), stride);
  y = normalize (hub, y, koma_hub_name (hub, "%s.norm3", layer));
  y = convolve (hub, y, koma_hub_name (hub, "%s.conv3", layer), 1);
  return koma_hub_add (hub, x, y);
}

static KomaValueId
add_stage (KomaHub    *hub,
           KomaValueId x,
           guint       stage)
{
  for (guint i = 0; i < MAX_LAYERS; i++) {
    const char *layer = koma_hub_name (hub, "bit.encoder.stages.%u.layers.%u", stage, i);

    if (!koma_hub_has (hub, koma_hub_name (hub, "%s.conv1.weight", layer)))
      break;
    x = add_layer (hub, x, layer, stage > 0 && i == 0 ? 2 : 1);
  }
  return x;
}

/* Zeros count in the largest of nine pixels, as nothing has made them positive yet: as many as
 * TensorFlow would add, or one all around. */
static KomaValueId
add_pool (KomaHub    *hub,
          KomaValueId x)
{
  const KomaHubWindow window = { .stride = 2, .pad = KOMA_HUB_PAD_NONE };
  const gboolean      is_dynamic = koma_hub_boolean (hub, "embedding_dynamic_padding", FALSE);
  const gint64        odd_h = koma_builder_get_dim (&hub->nodes, x, 1) % 2;
  const gint64        odd_w = koma_builder_get_dim (&hub->nodes, x, 2) % 2;

  if (is_dynamic && odd_h != odd_w)
    return koma_builder_fail (&hub->nodes, KOMA_ERROR_UNSUPPORTED,
                              "one side of the map is odd, the other even, and padding depends on "
                              "that");
  if (is_dynamic || !is_same (hub))
    x = koma_hub_pad_pixels (hub, x, is_dynamic ? odd_h : 1, 1, 1);
  return koma_hub_pool (hub, KOMA_OP_MAX_POOL, x, 3, window, FALSE);
}

KomaValueId
koma_hub_build_bit (KomaHub    *hub,
                    KomaValueId x)
{
  const char *type = koma_hub_string (hub, "layer_type", "preactivation");

  if (!g_str_equal (type, "preactivation"))
    return koma_builder_fail (&hub->nodes, KOMA_ERROR_UNSUPPORTED,
                              "its layers are of type “%.100s”; Koma has “preactivation”", type);
  x = add_pool (hub, convolve (hub, x, "bit.embedder.convolution", 2));
  for (guint i = 0; i < MAX_STAGES; i++)
    x = add_stage (hub, x, i);
  x = normalize (hub, x, "bit.norm");
  return koma_hub_linear (hub, koma_hub_mean_pixels (hub, x, FALSE), "classifier.1");
}
