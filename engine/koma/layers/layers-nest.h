/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers-model.h"

G_BEGIN_DECLS

/* A model as a layer of others, which share its weights. */
KomaLayer       *koma_layers_model_as_layer (KomaLayersModel *self, GError **error);
KomaLayersModel *koma_layer_get_model (KomaLayer *self); /* (nullable) */

/* Of all its layers: koma_layer_set_trainable () of each tells beside that. */
gboolean koma_layers_model_get_trainable (KomaLayersModel *self);
void     koma_layers_model_set_trainable (KomaLayersModel *self, gboolean is_trainable);

/* What stands within a model: other models are made between these. */
GPtrArray  *koma_layers_model_get_inputs (KomaLayersModel *self, GError **error);
GPtrArray  *koma_layers_model_get_outputs (KomaLayersModel *self, GError **error);
KomaSymbol *koma_layers_model_get_layer_output (KomaLayersModel *self,
                                                guint            index,
                                                GError         **error);
KomaSymbol *koma_layer_get_output (KomaLayer *self, GError **error);

G_END_DECLS
