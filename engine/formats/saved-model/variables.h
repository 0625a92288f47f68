/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "engine/formats/tensorflow/tf-graph.h"
#include "engine/model/content-hash.h"

G_BEGIN_DECLS

gboolean koma_saved_is_variable (const KomaTfNode *node);
/* Makes constants of the variables that the outputs of @graph read, and leaves out all nodes that
 * they do not need. @prefix is that of the checkpoint. */
gboolean koma_saved_read_variables (KomaTfGraph      *graph,
                                    const char       *prefix,
                                    KomaContentHash  *checksum,
                                    KomaModelProgress progress, /* (nullable) */
                                    gpointer          user_data,
                                    GError          **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
