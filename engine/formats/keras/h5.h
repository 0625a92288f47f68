/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/formats/format.h"
#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* The name that Keras 3 gives the weights in a .keras file, which is an archive. */
#define KOMA_KERAS_WEIGHTS_NAME "model.weights.h5"

extern const KomaFormat koma_format_keras;

/* The model of a file, and its weights, before they become a graph. */
gboolean koma_keras_h5_read (const char      *path,
                             KomaContentHash *checksum,
                             JsonNode       **ret_config,
                             GHashTable     **ret_weights,
                             GError         **error);
/* The JSON of a model, whose weights are in a file beside it. */
gboolean koma_keras_read_architecture (const char      *path,
                                       JsonObject      *root,
                                       KomaContentHash *checksum,
                                       KomaRawModel    *raw, /* its owner clears it on failure */
                                       GError         **error);

G_END_DECLS
