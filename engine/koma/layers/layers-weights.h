/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/formats/keras/weight.h"
#include "engine/training/constraint.h"
#include "engine/training/regularizer.h"
#include "layer-memory.h"

G_BEGIN_DECLS

/* A weight of a model, or a state of one of its layers. */
typedef struct
{
  char            *name;  /* (owned) "dense/kernel" */
  char            *label; /* (owned) "kernel" */
  KomaShape        shape;
  JsonObject      *layer;        /* (borrowed) the entry of the layer that asked for it */
  gboolean         is_trainable; /* as the layer says now */
  gboolean         is_learning;  /* as it did when the model was compiled */
  gboolean         is_state;
  KomaRegularizer  regularizer;
  KomaConstraint   constraint;
  KomaLayerMemory *memory; /* (owned) shared with the layer, and its other models */
} KomaLayersWeight;

/* Indices into @made, KomaKerasMadeWeight, in the order of the layers of a model. */
GArray *koma_layers_weights_sort (JsonObject *model, GArray *made);
/* (element-type KomaLayersWeight) (nullable) in that order */
GArray *koma_layers_weights_new (JsonObject *model,
                                 GArray     *made,
                                 GPtrArray  *layers, /* KomaLayer: they get the weights */
                                 guint64     seed,
                                 GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
