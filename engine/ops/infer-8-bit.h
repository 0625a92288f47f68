/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Checks of the ops that compute with integers of 8 bits; see “Quantised models” in
 * engine/README.md. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

gboolean koma_infer_check_product (const KomaGraph *graph,
                                   const KomaNode  *node,
                                   gint64           n_channels,
                                   gsize            run_elems,
                                   GError         **error);

gboolean koma_infer_check_8_bit (const KomaGraph *graph,
                                 const KomaNode  *node,
                                 guint            n_inputs,
                                 guint            dtypes,
                                 GError         **error);

G_END_DECLS
