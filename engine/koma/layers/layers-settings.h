/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/training/constraint.h"
#include "engine/training/initializer.h"
#include "engine/training/optimizer.h"
#include "engine/training/regularizer.h"

G_BEGIN_DECLS

/* What Keras writes of a weight: a name, "zeros", or an object of "class_name" and "config". */
gboolean koma_layers_read_initializer (JsonNode        *node, /* (nullable) */
                                       const char      *fallback,
                                       KomaInitializer *ret_initializer,
                                       gint64          *ret_seed, /* -1: none */
                                       GError         **error);
gboolean koma_layers_read_regularizer (JsonNode        *node, /* (nullable) */
                                       KomaRegularizer *ret_regularizer,
                                       GError         **error);
gboolean koma_layers_read_constraint (JsonNode       *node, /* (nullable) */
                                      KomaConstraint *ret_constraint,
                                      GError        **error);

/* Of an optimizer; what is not there stays as it is. Without @is_strict others are left out. */
gboolean koma_layers_read_optimizer (JsonObject            *config, /* (nullable) */
                                     gboolean               is_strict,
                                     KomaOptimizerSettings *settings,
                                     GError               **error);

G_END_DECLS
