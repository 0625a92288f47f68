/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

typedef struct
{
  guint            batch;  /* 0: as the graph says, 1 if it leaves it open */
  const KomaShape *shapes; /* (nullable) [n_shapes] of the inputs, for open sizes */
  guint            n_shapes;
  gboolean         computes_integers; /* the backend computes quantised ops as such */
  /* It has LayerNorm and Attention, or leaves them to cpu without a copy. */
  gboolean fuses_layer_norm;
  gboolean fuses_attention;
} KomaPassesOptions;

/* Each pass is one file, changes the graph in place, leaves it sorted and
 * inferred, and may be run on its own. */

/* Sets the shapes of the inputs: all open sizes, and the batch. */
gboolean koma_pass_bind_given (KomaGraph       *graph,
                               const KomaShape *shapes,
                               guint            n_shapes,
                               GError         **error);
gboolean koma_pass_bind (KomaGraph       *graph,
                         guint            batch,
                         const KomaShape *shapes,
                         guint            n_shapes,
                         GError         **error);
/* Shape inference and constant folding, which need each other. */
gboolean koma_pass_infer (KomaGraph *graph, GError **error);
gboolean koma_pass_infer_node (KomaGraph *graph,
                               KomaNode  *node,
                               void     **scratch, /* [n_values] */
                               gboolean  *ret_is_folded,
                               GError   **error);
/* Recurrent becomes the nodes of its steps. */
gboolean koma_pass_unroll_recurrent (KomaGraph *graph, GError **error);
/* Transposes meet those that take them back, and both are gone. */
gboolean koma_pass_sink_transposes (KomaGraph *graph, GError **error);
/* Drops Identity, dropout and StopGradient, and reshapes that change nothing. */
gboolean koma_pass_remove_identity (KomaGraph *graph, GError **error);
/* AddN of two inputs becomes AddV2. */
gboolean koma_pass_lower_add_n (KomaGraph *graph, GError **error);
/* Batch norm becomes multiplication and addition by constants … */
gboolean koma_pass_lower_batch_norm (KomaGraph *graph, GError **error);
/* … which go into the weights and bias of the convolution before. */
gboolean koma_pass_fold_affine (KomaGraph *graph, GError **error);
/* The five nodes that compute x / 2 · (1 + erf (x / √2)) become a Gelu. */
gboolean koma_pass_fuse_gelu (KomaGraph *graph, GError **error);
/* Mean, Sub, Square and so on over the last dimension become a LayerNorm. */
gboolean koma_pass_fuse_layer_norm (KomaGraph *graph, GError **error);
/* MatMul, Softmax and MatMul become an Attention. */
gboolean koma_pass_fuse_attention (KomaGraph *graph, GError **error);
/* Zero padding goes into the convolution behind it. */
gboolean koma_pass_fuse_pad (KomaGraph *graph, GError **error);
/* relu, relu6 and clip go into the node before as a clamp. */
gboolean koma_pass_fuse_clamp (KomaGraph *graph, GError **error);
/* Dequantize, an op and Quantize become that op on integers … */
gboolean koma_pass_integer_ops (KomaGraph *graph, GError **error);
/* … and what is left of Quantize and Dequantize behind it FakeQuantize. */
gboolean koma_pass_fuse_quantize (KomaGraph *graph, GError **error);
/* Drops nodes whose results are not read. */
gboolean koma_pass_remove_dead (KomaGraph *graph, GError **error);
/* A copy with one output, for one picture, to look for what made that output. */
KomaGraph *koma_passes_copy_output (const KomaGraph *graph, guint output, GError **error);

/* Inputs and outputs of 8 bits, and pictures of int32, become float32. Of a graph as a reader made
 * it; not among … */
gboolean koma_pass_float_ends (KomaGraph *graph, GError **error);
gboolean koma_pass_float_pictures (KomaGraph *graph, GError **error);
/* … all passes, in the right order. */
gboolean koma_passes_run (KomaGraph               *graph,
                          const KomaPassesOptions *options,
                          GError                 **error);

G_END_DECLS
