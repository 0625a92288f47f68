/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers-model.h"
#include "../tensor/variable.h"

G_BEGIN_DECLS

/* Weights as variables, for loops of one's own: what is assigned to them the layer has, and its
 * models have it too. The same weight is always the same variable. */
GPtrArray *koma_layer_get_variables (KomaLayer *self, gboolean only_trainable, GError **error);
GPtrArray *koma_layers_model_get_variables (KomaLayersModel *self,
                                            gboolean         only_trainable,
                                            GError         **error);

G_END_DECLS
