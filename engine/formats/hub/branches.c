/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "branches.h"

#include <math.h>

/* What a batch norm does to a channel: x · scale + shift. */
typedef struct
{
  double *scale; /* [n] */
  double *shift; /* [n] */
  gsize   n;
} Affine;

static void
affine_clear (Affine *self)
{
  g_free (self->scale);
  g_free (self->shift);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Affine, affine_clear)

/* (transfer full) (nullable) [n] */
static KomaArray *
take_channels (KomaHub    *hub,
               const char *layer,
               const char *part,
               gsize       n)
{
  const char *name = koma_hub_name (hub, "%s.%s", layer, part);
  g_autoptr (KomaArray) array = koma_hub_take (hub, name, 1);

  if (array == NULL || array->count == n)
    return g_steal_pointer (&array);
  koma_builder_fail (&hub->nodes, KOMA_ERROR_SHAPE,
                     "weight “%s” has %" G_GSIZE_FORMAT " channels, expected %" G_GSIZE_FORMAT,
                     name, array->count, n);
  return NULL;
}

static gboolean
affine_init (Affine     *self,
             KomaHub    *hub,
             const char *norm, /* (nullable) it changes nothing */
             double      epsilon,
             gsize       n)
{
  g_autoptr (KomaArray) weight = NULL;
  g_autoptr (KomaArray) bias = NULL;
  g_autoptr (KomaArray) mean = NULL;
  g_autoptr (KomaArray) variance = NULL;

  *self = (Affine){ .scale = g_new (double, n), .shift = g_new0 (double, n), .n = n };
  for (gsize i = 0; i < n; i++)
    self->scale[i] = 1;
  if (norm == NULL)
    return TRUE;
  weight = take_channels (hub, norm, "weight", n);
  bias = take_channels (hub, norm, "bias", n);
  mean = take_channels (hub, norm, "running_mean", n);
  variance = take_channels (hub, norm, "running_var", n);
  if (hub->nodes.error != NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++) {
    self->scale[i] = ((const float *) weight->data)[i] /
                     sqrt (((const float *) variance->data)[i] + epsilon);
    self->shift[i] = ((const float *) bias->data)[i] -
                     ((const float *) mean->data)[i] * self->scale[i];
  }
  return TRUE;
}

void
koma_hub_branches_init (KomaHubBranches *self,
                        KomaHub         *hub,
                        const char      *shape,
                        double           epsilon)
{
  const KomaShape filter = koma_hub_look_shape (hub, shape);
  const KomaShape channels = KOMA_SHAPE (filter.dims[0]);

  *self = (KomaHubBranches){ .hub = hub, .epsilon = epsilon };
  if (hub->nodes.error != NULL)
    return;
  if (filter.rank != 4 || koma_shape_count (&filter) == 0) {
    koma_builder_fail (&hub->nodes, KOMA_ERROR_MODEL,
                       "weight “%s” of a convolution is missing", shape);
    return;
  }
  self->filter = koma_array_new (KOMA_DTYPE_FLOAT32, &filter, &hub->nodes.error);
  if (self->filter != NULL)
    self->bias = koma_array_new (KOMA_DTYPE_FLOAT32, &channels, &hub->nodes.error);
}

void
koma_hub_branches_clear (KomaHubBranches *self)
{
  g_clear_pointer (&self->filter, koma_array_unref);
  g_clear_pointer (&self->bias, koma_array_unref);
}

/* Whether the middle of the sum is that of @filter. */
static gboolean
fits (const KomaHubBranches *self,
      const KomaArray       *filter,
      const char            *name)
{
  const gint64 *all = self->filter->shape.dims;
  const gint64 *own = filter->shape.dims;

  if (own[0] == all[0] && own[1] == all[1] && own[2] <= all[2] && own[3] <= all[3] &&
      (all[2] - own[2]) % 2 == 0 && (all[3] - own[3]) % 2 == 0)
    return TRUE;
  koma_builder_fail (&self->hub->nodes, KOMA_ERROR_SHAPE,
                     "weight “%s” does not fit into the convolution that it is a part of", name);
  return FALSE;
}

/* The part of the filter of one output channel. */
static void
add_filter (KomaHubBranches *self,
            const KomaArray *filter,
            gint64           channel,
            double           scale)
{
  const gint64 *all = self->filter->shape.dims;
  const gint64 *own = filter->shape.dims;
  const gint64  top = (all[2] - own[2]) / 2;
  const gint64  left = (all[3] - own[3]) / 2;
  const float  *from = (const float *) filter->data + channel * own[1] * own[2] * own[3];
  float        *to = (float *) self->filter->data + channel * all[1] * all[2] * all[3];

  for (gint64 i = 0; i < own[1]; i++)
    for (gint64 y = 0; y < own[2]; y++)
      for (gint64 x = 0; x < own[3]; x++)
        to[(i * all[2] + top + y) * all[3] + left + x] +=
          (float) (scale * from[(i * own[2] + y) * own[3] + x]);
}

void
koma_hub_branches_add_conv (KomaHubBranches *self,
                            const char      *conv,
                            const char      *norm)
{
  KomaHub    *hub = self->hub;
  const char *weight = koma_hub_name (hub, "%s.weight", conv);
  const char *own_bias = koma_hub_name (hub, "%s.bias", conv);
  g_autoptr (KomaArray) filter = koma_hub_take (hub, weight, 4);
  g_autoptr (KomaArray) bias = NULL;
  g_auto (Affine) affine = { 0 };

  if (filter == NULL || self->bias == NULL || !fits (self, filter, weight) ||
      !affine_init (&affine, hub, norm, self->epsilon, self->bias->count))
    return;
  if (koma_hub_has (hub, own_bias)) {
    bias = take_channels (hub, conv, "bias", affine.n);
    if (bias == NULL)
      return;
  }
  for (gsize c = 0; c < affine.n; c++) {
    const double own = bias != NULL ? ((const float *) bias->data)[c] : 0;

    add_filter (self, filter, (gint64) c, affine.scale[c]);
    ((float *) self->bias->data)[c] += (float) (own * affine.scale[c] + affine.shift[c]);
  }
}

/* Each channel has the pixel in the middle of the window of its own. */
void
koma_hub_branches_add_input (KomaHubBranches *self,
                             const char      *norm,
                             double           factor)
{
  const gint64 *dims = self->filter != NULL ? self->filter->shape.dims : NULL;
  g_auto (Affine) affine = { 0 };

  if (self->bias == NULL ||
      !affine_init (&affine, self->hub, norm, self->epsilon, self->bias->count))
    return;
  for (gsize c = 0; c < affine.n; c++) {
    const gint64 row = (gint64) c * dims[1] + (gint64) c % dims[1];

    ((float *) self->filter->data)[(row * dims[2] + dims[2] / 2) * dims[3] + dims[3] / 2] +=
      (float) (factor * affine.scale[c]);
    ((float *) self->bias->data)[c] += (float) (factor * affine.shift[c]);
  }
}

void
koma_hub_branches_scale (KomaHubBranches *self,
                         const char      *name)
{
  g_autoptr (KomaArray) scale = NULL;

  if (self->bias == NULL || !koma_hub_has (self->hub, name))
    return;
  scale = koma_hub_take (self->hub, name, koma_hub_look_shape (self->hub, name).rank);
  if (scale == NULL)
    return;
  if (scale->count != self->bias->count) {
    koma_builder_fail (&self->hub->nodes, KOMA_ERROR_SHAPE,
                       "weight “%s” has %" G_GSIZE_FORMAT
                       " numbers, expected one for each of %" G_GSIZE_FORMAT " channels",
                       name, scale->count, self->bias->count);
    return;
  }
  for (gsize i = 0; i < self->filter->count; i++)
    ((float *) self->filter->data)[i] *=
      ((const float *) scale->data)[i / (self->filter->count / scale->count)];
  for (gsize c = 0; c < scale->count; c++)
    ((float *) self->bias->data)[c] *= ((const float *) scale->data)[c];
}

KomaValueId
koma_hub_branches_apply (KomaHubBranches *self,
                         KomaValueId      x,
                         gint64           stride)
{
  KomaHub    *hub = self->hub;
  KomaValueId bias = KOMA_VALUE_NONE;

  if (hub->nodes.error != NULL || self->bias == NULL)
    return KOMA_VALUE_NONE;
  bias = koma_builder_array (&hub->nodes, self->bias);
  return koma_hub_conv_with (hub, x, g_steal_pointer (&self->filter), bias,
                             (KomaHubWindow){ .stride = stride });
}
