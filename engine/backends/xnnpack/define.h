/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that are named after ops. Each file says which nodes
 * XNNPACK can compute, and adds a node to a subgraph. */
#pragma once

#include <xnnpack.h>

#include "engine/backends/backend.h"

G_BEGIN_DECLS

typedef struct
{
  xnn_subgraph_t         subgraph;
  const KomaSegmentSpec *spec;
  uint32_t              *ids;    /* [n_values] XNNPACK's ids, XNN_INVALID_VALUE_ID for none yet */
  GPtrArray             *packed; /* weights in XNNPACK's order, until the runtime has packed them */
} KomaXnnContext;

typedef struct
{
  /* (nullable) The error is the reason; NULL: every node of float32. */
  gboolean (*supports) (const KomaGraph *graph,
                        const KomaNode  *node,
                        GError         **error);
  gboolean (*define) (KomaXnnContext *context,
                      const KomaNode *node,
                      GError        **error);
  gboolean takes_8_bit; /* @supports is asked about quantised nodes too */
} KomaXnnKernel;

const KomaXnnKernel *koma_xnn_kernels_get (KomaOp op); /* (nullable) */

/* Ids of a node's i-th input and output; XNN_INVALID_VALUE_ID and an error. */
uint32_t koma_xnn_input (KomaXnnContext *context,
                         const KomaNode *node,
                         guint           index,
                         GError        **error);
uint32_t koma_xnn_output (KomaXnnContext *context,
                          const KomaNode *node,
                          guint           index,
                          GError        **error);
/* Of the first of both. */
gboolean koma_xnn_input_output (KomaXnnContext *context,
                                const KomaNode *node,
                                uint32_t       *ret_input,
                                uint32_t       *ret_output,
                                GError        **error);
/* A value that is not in the graph, [dims], of the type and quantisation of @like. */
uint32_t koma_xnn_define_value (KomaXnnContext  *context,
                                const KomaValue *like,
                                guint            rank,
                                const size_t    *dims,
                                gconstpointer    data,
                                GError         **error);
/* The same of integers with a scale for each index of one dimension. */
uint32_t koma_xnn_define_channels (KomaXnnContext   *context,
                                   enum xnn_datatype datatype,
                                   const float      *scales,
                                   guint             rank,
                                   guint             channel_dim,
                                   const size_t     *dims,
                                   gconstpointer     data,
                                   GError          **error);
/* A buffer that lives until the runtime is made. */
gpointer koma_xnn_alloc_packed (KomaXnnContext *context, gsize size_bytes, GError **error);
gboolean koma_xnn_check (enum xnn_status status, const char *what, GError **error);

const KomaShape *koma_xnn_in_shape (const KomaXnnContext *context,
                                    const KomaNode       *node,
                                    guint                 index);
const KomaShape *koma_xnn_out_shape (const KomaXnnContext *context, const KomaNode *node);
gboolean         koma_xnn_refuse (GError **error, const char *reason); /* always FALSE */

G_END_DECLS
