/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "tfjs-weights.h"

G_BEGIN_DECLS

/* Private: a functional model of Keras while it is written, layer by layer. */
typedef struct
{
  JsonArray      *layers;
  KomaTfjsWeights weights;
  guint           n; /* layers */
} KomaLayersWriter;

void koma_layers_writer_init (KomaLayersWriter *self);
void koma_layers_writer_clear (KomaLayersWriter *self);

/* Adds a layer, and returns its name, which is unique. @config: (transfer full) */
char *koma_layers_writer_add (KomaLayersWriter  *self,
                              const char        *class_name,
                              JsonObject        *config,
                              const char *const *inputs, /* (nullable) [n_inputs] layers */
                              guint              n_inputs);
/* A weight of the layer that was added last: "conv2d_1", "kernel". */
void koma_layers_writer_add_weight (KomaLayersWriter *self,
                                    const char       *layer,
                                    const char       *weight,
                                    KomaShape         shape,
                                    const float      *values);
/* model.json, whose weights are in @weights_file. */
char *koma_layers_writer_to_json (KomaLayersWriter *self,
                                  const char       *input,
                                  const char       *output,
                                  const char       *weights_file);

/* [2,2]; a list of one or two, or more, whole numbers. */
void koma_layers_writer_set_ints (JsonObject   *config,
                                  const char   *name,
                                  const gint64 *values,
                                  guint         n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaLayersWriter, koma_layers_writer_clear)

G_END_DECLS
