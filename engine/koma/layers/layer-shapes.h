/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/formats/keras/builder.h"
#include "layer.h"

G_BEGIN_DECLS

/* What one use of a layer reads and gives; sizes that are open are KOMA_DIM_UNKNOWN, the batch
 * among them. */
typedef struct
{
  JsonObject *layer;   /* (borrowed) its entry */
  GArray     *inputs;  /* (owned) KomaShape */
  GArray     *outputs; /* (owned) KomaShape */
  guint       depth;   /* 1: a layer of the model itself */
} KomaLayerUse;

/* (element-type KomaShape) (nullable) what a layer makes of inputs */
GArray *koma_layer_shapes_apply (KomaLayer *layer, GArray *inputs, GError **error);
/* The layer in a graph, with numbers for what is open. @builder is to be cleared in any case. */
gboolean koma_layer_shapes_build (KomaKerasBuilder *builder,
                                  GPtrArray        *layers, /* KomaLayer: the one */
                                  GArray           *inputs, /* KomaShape, with the batch */
                                  GError          **error);
/* (element-type KomaLayerUse) (nullable) all uses in a model, in order */
GArray *koma_layer_shapes_of_model (JsonObject *entry,
                                    GPtrArray  *layers, /* KomaLayer: its own */
                                    GError    **error);
/* Whether weights are those that the layer was applied with first. */
gboolean koma_layer_shapes_check_weights (KomaLayer    *layer,
                                          const GArray *weights_made,
                                          GError      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
