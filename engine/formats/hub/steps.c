/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "steps.h"

gboolean
koma_hub_has_layer (KomaHub    *self,
                    const char *name)
{
  return koma_hub_has (self, koma_hub_name (self, "%s.weight", name));
}

KomaValueId
koma_hub_conv_norm (KomaHub            *self,
                    KomaValueId         x,
                    const char         *conv,
                    const char         *norm,
                    gint64              stride,
                    const KomaHubSteps *steps)
{
  x = koma_hub_conv (self, x, conv, (KomaHubWindow){ .stride = stride });
  return koma_hub_batch_norm (self, x, norm, steps->epsilon);
}

KomaValueId
koma_hub_conv_norm_act (KomaHub            *self,
                        KomaValueId         x,
                        const char         *conv,
                        const char         *norm,
                        gint64              stride,
                        const KomaHubSteps *steps)
{
  x = koma_hub_conv_norm (self, x, conv, norm, stride, steps);
  return koma_hub_activate (self, x, steps->activation);
}

KomaValueId
koma_hub_add_if_alike (KomaHub    *self,
                       KomaValueId x,
                       KomaValueId y)
{
  const KomaShape a = koma_builder_get_shape (&self->nodes, x);
  const KomaShape b = koma_builder_get_shape (&self->nodes, y);

  return koma_shape_equal (&a, &b) ? koma_hub_add (self, x, y) : y;
}

KomaValueId
koma_hub_join_channels (KomaHub    *self,
                        KomaValueId a,
                        KomaValueId b)
{
  const KomaValueId both[] = { a, b };

  return koma_builder_concat (&self->nodes, both, 2, 3);
}

KomaValueId
koma_hub_flatten (KomaHub    *self,
                  KomaValueId x)
{
  static const guint channels_first[] = { 0, 3, 1, 2 };
  const KomaShape    shape = koma_builder_get_shape (&self->nodes, x);

  x = koma_builder_transpose (&self->nodes, x, channels_first);
  return koma_builder_reshape (&self->nodes, x,
                               KOMA_SHAPE (-1, shape.dims[1] * shape.dims[2] * shape.dims[3]));
}
