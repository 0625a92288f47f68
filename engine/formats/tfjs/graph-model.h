/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model-json.h"

G_BEGIN_DECLS

/* A TensorFlow.js graph model; see KomaTfjsModelJson. */
gboolean koma_tfjs_graph_read (const KomaTfjsModelJson *json,
                               KomaModelProgress        progress, /* (nullable) */
                               gpointer                 user_data,
                               KomaRawModel            *ret_raw,
                               GError                 **error);

G_END_DECLS
