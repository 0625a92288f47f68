/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layer.h"
#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* The weights that a layer owns, without its states: those that learn first. Models that the layer
 * is part of have the same. */
GPtrArray *koma_layer_get_weights (KomaLayer *self, GError **error);
gboolean   koma_layer_set_weights (KomaLayer   *self,
                                   KomaTensor **weights,
                                   guint        n_weights,
                                   GError     **error);

G_END_DECLS
