/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "symbol.h"
#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaLayersModel:
 *
 * A model of layers, with its weights: it can be trained, it predicts, it is saved and loaded. Used
 * on one thread.
 */
#define KOMA_TYPE_LAYERS_MODEL (koma_layers_model_get_type ())
G_DECLARE_FINAL_TYPE (KomaLayersModel, koma_layers_model, KOMA, LAYERS_MODEL, GObject)

/* Making. */
KomaLayersModel *koma_layers_model_new_sequential (const char *name /* (nullable) */);
gboolean         koma_layers_model_add (KomaLayersModel *self, KomaLayer *layer, GError **error);
KomaLayersModel *koma_layers_model_new (KomaSymbol **inputs,
                                        guint        n_inputs,
                                        KomaSymbol **outputs,
                                        guint        n_outputs,
                                        const char  *name, /* (nullable) */
                                        GError     **error);
void             koma_layers_model_set_seed (KomaLayersModel *self, guint64 seed);

/* Looking. */
const char *koma_layers_model_get_name (KomaLayersModel *self);
guint       koma_layers_model_get_n_layers (KomaLayersModel *self);
KomaLayer  *koma_layers_model_get_layer (KomaLayersModel *self, guint index);
KomaLayer  *koma_layers_model_find_layer (KomaLayersModel *self, const char *name);
gboolean    koma_layers_model_count_params (KomaLayersModel *self,
                                            gsize           *ret_total,
                                            gsize           *ret_trainable,
                                            GError         **error);
char       *koma_layers_model_summary (KomaLayersModel *self, GError **error);

/* Weights: those that learn first, then the others; each in the order of the layers. */
gboolean    koma_layers_model_get_n_weights (KomaLayersModel *self, guint *ret_n, GError **error);
const char *koma_layers_model_get_weight_name (KomaLayersModel *self, guint index, GError **error);
KomaTensor *koma_layers_model_get_weight (KomaLayersModel *self, guint index, GError **error);
gboolean    koma_layers_model_set_weight (KomaLayersModel *self,
                                          guint            index,
                                          KomaTensor      *value,
                                          GError         **error);
gboolean    koma_layers_model_reset_states (KomaLayersModel *self, GError **error);
void        koma_layers_model_dispose_data (KomaLayersModel *self);

G_END_DECLS
