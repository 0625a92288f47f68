/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"
#include "entry.h"

G_BEGIN_DECLS

/* Models, and layers that may be models. @ret_outputs: (element-type
 * KomaValueId) receives what the use of the layer gives; KOMA_VALUE_NONE where
 * an unsupported layer stands before it. At the top level there are no
 * inputs: input layers become inputs of the graph then. */
gboolean koma_keras_lower_layer (KomaKerasBuilder *builder,
                                 JsonObject       *layer,
                                 GArray           *inputs,
                                 guint             depth,
                                 GArray           *ret_outputs,
                                 GError          **error);
gboolean koma_keras_lower_sequential (KomaKerasBuilder *builder,
                                      JsonObject       *layer,
                                      GArray           *inputs,
                                      guint             depth,
                                      GArray           *ret_outputs,
                                      GError          **error);
gboolean koma_keras_lower_functional (KomaKerasBuilder *builder,
                                      JsonObject       *layer,
                                      GArray           *inputs,
                                      guint             depth,
                                      GArray           *ret_outputs,
                                      GError          **error);

/* A whole model, for training. */
gboolean koma_keras_build (KomaKerasBuilder *builder, JsonObject *topology, GError **error);

/* The graph's input that a top-level layer asks for. */
gboolean koma_keras_add_input (KomaKerasBuilder *builder,
                               JsonObject       *layer,
                               const char       *suffix,
                               KomaValueId      *ret_value,
                               GError          **error);

G_END_DECLS
