/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* (element-type KomaTensorInfo) of all outputs, found with trial sizes. */
GPtrArray *koma_graph_model_infer_outputs (const KomaGraph *graph);

G_END_DECLS
