/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by Quantize and Dequantize. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

gboolean koma_quantize_infer (const KomaGraph *graph,
                              const KomaNode  *node,
                              guint            dtypes,
                              KomaOpParams    *ret_params,
                              GError         **error);

G_END_DECLS
