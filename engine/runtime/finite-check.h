/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* Looks for NaN and infinity. Thread: any. */
gboolean koma_finite_are (const float *data,
                          gsize        n);
gboolean koma_finite_check_node (const KomaGraph *graph,
                                 const KomaNode  *node,
                                 void *const     *buffers,
                                 GError         **error);
gboolean koma_finite_check_constants (const KomaGraph *graph,
                                      GError         **error);

G_END_DECLS
