/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/formats/format.h"
#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/**
 * KomaTfjsModelJson:
 *
 * A model.json, parsed, with what graph models and layers models share.
 * Borrowed by the reader that the file's topology calls for,
 * koma_tfjs_graph_read () or koma_keras_read (). Such a reader fills graph,
 * op_counts, unsupported and format of the
 * #KomaRawModel (zeroed on entry), and labels where its format has such a
 * thing; its caller adds hash and metadata, and clears it on failure.
 */
typedef struct
{
  const char      *path;   /* of model.json */
  const char      *folder; /* that holds it */
  JsonObject      *root;
  JsonObject      *topology; /* "modelTopology" */
  JsonArray       *manifest; /* "weightsManifest" */
  KomaContentHash *checksum; /* for koma_tfjs_weights_read () */
} KomaTfjsModelJson;

G_END_DECLS
