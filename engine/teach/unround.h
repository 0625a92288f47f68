/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* Private: a quantised graph, as a reader made it, computes in float32 from here on. */
gboolean koma_unround (KomaGraph *graph, GError **error);

G_END_DECLS
