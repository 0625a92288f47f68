/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What an entry of a model's layers says, which may be a model itself. */
const char *koma_keras_layer_get_class (JsonObject *layer);
const char *koma_keras_layer_get_name (JsonObject *layer);
gboolean    koma_keras_layer_is_functional (JsonObject *layer);
gboolean    koma_keras_layer_is_sequential (JsonObject *layer);
JsonArray  *koma_keras_layer_get_layers (JsonObject *layer); /* (nullable) of a model */
/* (nullable) the layer itself, or the model that a TimeDistributed has: whose layers own weights */
JsonObject *koma_keras_layer_get_model (JsonObject *layer);
/* The same for all entries of one layer, which have its settings in common: to be compared. */
gconstpointer koma_keras_layer_get_identity (JsonObject *layer);

G_END_DECLS
