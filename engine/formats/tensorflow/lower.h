/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "tf-graph.h"

G_BEGIN_DECLS

/* Fills graph, op_counts, unsupported and labels of @raw. */
gboolean koma_tf_lower (const KomaTfGraph *tf_graph,
                        KomaRawModel      *raw,
                        GError           **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
