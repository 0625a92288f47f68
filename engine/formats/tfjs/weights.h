/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/model/content-hash.h"
#include "engine/runtime/progress.h"

G_BEGIN_DECLS

/* Reads what the weights manifest, which all TensorFlow.js formats share,
 * describes: char * → KomaArray. */
GHashTable *koma_tfjs_weights_read (const char       *folder,   /* shards lie in here */
                                    JsonArray        *manifest, /* "weightsManifest" */
                                    KomaModelProgress progress, /* (nullable) */
                                    gpointer          user_data,
                                    KomaContentHash  *checksum, /* (nullable) */
                                    GError          **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
