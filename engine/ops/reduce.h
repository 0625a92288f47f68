/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by reductions of numbers and of booleans. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

gboolean koma_reduce_infer (KomaGraph *graph,
                            KomaNode  *node,
                            guint      dtypes,
                            GError   **error);

G_END_DECLS
