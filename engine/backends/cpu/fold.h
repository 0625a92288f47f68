/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

gboolean koma_cpu_fold (KomaGraph      *graph,
                        const KomaNode *node,
                        void          **scratch, /* [n_values] */
                        GError        **error);

G_END_DECLS
