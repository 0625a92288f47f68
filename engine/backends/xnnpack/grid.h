/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "define.h"

G_BEGIN_DECLS

/* Of global average pooling: without the flag XNNPACK of 2024 drops dimensions, and what follows
 * has another shape; before there was no such flag. */
#ifdef XNN_FLAG_KEEP_DIMS
#define KOMA_XNN_KEEP_DIMS XNN_FLAG_KEEP_DIMS
#else
#define KOMA_XNN_KEEP_DIMS 0
#endif
#define KOMA_XNN_LEAST_MEAN_RATIO 0x1p-8
#define KOMA_XNN_MEAN_RATIO_LIMIT 0x1p+8

/* XNNPACK's limits on quantised nodes; each is TRUE for a node of float32. */
gboolean koma_xnn_grid_check (const KomaGraph *graph,
                              const KomaNode  *node,
                              guint            n_inputs,
                              GError         **error);
gboolean koma_xnn_grid_check_ratio (double   ratio,
                                    double   least,
                                    double   limit,
                                    GError **error);
gboolean koma_xnn_grid_check_ratios (const KomaGraph *graph,
                                     const KomaNode  *node,
                                     guint            n_inputs,
                                     double           least,
                                     double           limit,
                                     GError         **error);

G_END_DECLS
