/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/tfjs/model-json.h"

G_BEGIN_DECLS

gboolean koma_keras_lower_model (JsonObject   *topology, /* (nullable) */
                                 GHashTable   *weights,  /* (transfer full) char * → KomaArray */
                                 KomaRawModel *raw,      /* its owner clears it on failure */
                                 GError      **error);
gboolean koma_keras_read (const KomaTfjsModelJson *json,
                          KomaModelProgress        progress, /* (nullable) */
                          gpointer                 user_data,
                          KomaRawModel            *raw, /* zeroed; its owner clears it on failure */
                          GError                 **error);

G_END_DECLS
