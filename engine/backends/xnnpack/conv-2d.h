/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "define.h"

G_BEGIN_DECLS

/* Shared by convolutions and matrix products. */
gboolean koma_xnn_leaves_products (KomaDType dtype, const char *cpu_level, gboolean has_int8);
gboolean koma_xnn_conv_supports (const KomaGraph *graph, const KomaNode *node, GError **error);

uint32_t koma_xnn_conv_define_weights (KomaXnnContext *context,
                                       const KomaNode *node,
                                       guint           rank,
                                       guint           channel_dim,
                                       const size_t   *dims,
                                       gconstpointer   data,
                                       GError        **error);
uint32_t koma_xnn_conv_define_columns (KomaXnnContext *context,
                                       const KomaNode *node,
                                       gsize           n_channels,
                                       GError        **error);
gpointer koma_xnn_conv_pack (KomaXnnContext *context,
                             const KomaNode *node,
                             gsize           n_channels,
                             GError        **error);

typedef uint32_t (*KomaXnnDefineWeights) (KomaXnnContext *context,
                                          const KomaNode *node,
                                          GError        **error);

/* XNNPACK's ids of what a node reads and makes. */
typedef struct
{
  uint32_t input;
  uint32_t filter;
  uint32_t bias;
  uint32_t output;
} KomaXnnConvIds;

gboolean koma_xnn_conv_define_values (KomaXnnContext      *context,
                                      const KomaNode      *node,
                                      KomaXnnDefineWeights define_weights,
                                      KomaXnnConvIds      *ret_ids,
                                      GError             **error);

G_END_DECLS
