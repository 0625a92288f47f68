/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

/* What nearly all networks of convolutions are made of. */
typedef struct
{
  double      epsilon;    /* of batch norms */
  const char *activation; /* behind them, where one is wanted */
} KomaHubSteps;

/* Whether there is a layer @name. */
gboolean koma_hub_has_layer (KomaHub *self, const char *name);
/* Convolution and batch norm. */
KomaValueId koma_hub_conv_norm (KomaHub            *self,
                                KomaValueId         x,
                                const char         *conv,
                                const char         *norm,
                                gint64              stride,
                                const KomaHubSteps *steps);
/* The same, with the activation. */
KomaValueId koma_hub_conv_norm_act (KomaHub            *self,
                                    KomaValueId         x,
                                    const char         *conv,
                                    const char         *norm,
                                    gint64              stride,
                                    const KomaHubSteps *steps);
/* @x plus @y, where they have one shape; else @y. */
KomaValueId koma_hub_add_if_alike (KomaHub *self, KomaValueId x, KomaValueId y);
KomaValueId koma_hub_join_channels (KomaHub *self, KomaValueId a, KomaValueId b);
/* [n,h,w,c] → [n,c * h * w], in PyTorch's order. */
KomaValueId koma_hub_flatten (KomaHub *self, KomaValueId x);

G_END_DECLS
