/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* Private: brings a graph into a form that has few kinds of nodes: one picture, batch norms in the
 * weights of convolutions. Padding and activations stay nodes. Errors: those of the passes. Thread:
 * any. */
gboolean koma_simplify (KomaGraph *graph, GError **error);

G_END_DECLS
