/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph.h"

G_BEGIN_DECLS

/* Formulas as nodes of a graph: gradients, losses, updates of weights, ops of tensors. All shapes
 * are known, and each node is inferred as it is added, so that the next one can be made from its
 * shape. The first failure is kept: from then on nothing is added, and every function returns
 * KOMA_VALUE_NONE, which the others take; koma_emit_finish () hands it out. Nodes stand in
 * topological order, because an input is there before its node. */
typedef struct
{
  KomaGraph  *graph; /* (borrowed) */
  const char *name;  /* (borrowed) of nodes from here on: "adam" */

  GError *error; /* (nullable) (owned) the first */
} KomaEmit;

void     koma_emit_init (KomaEmit *self, KomaGraph *graph, const char *name);
gboolean koma_emit_finish (KomaEmit *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Returns KOMA_VALUE_NONE; keeps an error if there is none yet. */
KomaValueId koma_emit_fail (KomaEmit *self, KomaError code, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* Any op; the first output of koma_emit_node (). (nullable) where an input or an earlier call
 * failed. */
KomaNode   *koma_emit_nodes (KomaEmit          *self,
                             KomaOp             op,
                             const KomaValueId *inputs,
                             guint              n_inputs,
                             KomaAttrs         *attrs /* (transfer full) (nullable) */);
KomaValueId koma_emit_node (KomaEmit          *self,
                            KomaOp             op,
                            const KomaValueId *inputs,
                            guint              n_inputs,
                            KomaAttrs         *attrs /* (transfer full) (nullable) */);
#define KOMA_EMIT(self, op, attrs, ...)                           \
  koma_emit_node ((self), (op), ((KomaValueId[]){ __VA_ARGS__ }), \
                  G_N_ELEMENTS (((KomaValueId[]){ __VA_ARGS__ })), (attrs))
KomaValueId koma_emit_unary (KomaEmit *self, KomaOp op, KomaValueId x);
KomaValueId koma_emit_binary (KomaEmit *self, KomaOp op, KomaValueId a, KomaValueId b);

/* Constants. A scalar of the element type of @like; a new reference is taken of an array. */
KomaValueId koma_emit_array (KomaEmit *self, KomaArray *array);
KomaValueId koma_emit_number (KomaEmit *self, double value, KomaValueId like);
KomaValueId koma_emit_int (KomaEmit *self, gint32 value);
KomaValueId koma_emit_ints (KomaEmit *self, const gint32 *values, guint n_values);
KomaValueId koma_emit_shape (KomaEmit *self, KomaShape shape); /* int32 [rank] */

/* With a number: the same as koma_emit_binary () with koma_emit_number (). */
KomaValueId koma_emit_with_number (KomaEmit *self, KomaOp op, KomaValueId a, double b);

/* What many formulas use. @axes: bit i set: dimension i. */
KomaValueId koma_emit_reduce (KomaEmit   *self,
                              KomaOp      op,
                              KomaValueId x,
                              guint       axes,
                              gboolean    keep_dims);
KomaValueId koma_emit_reshape (KomaEmit *self, KomaValueId x, KomaShape shape);
KomaValueId koma_emit_broadcast_to (KomaEmit *self, KomaValueId x, KomaShape shape);
KomaValueId koma_emit_transpose (KomaEmit *self, KomaValueId x, const guint *perm /* [rank] */);
KomaValueId koma_emit_cast (KomaEmit *self, KomaValueId x, KomaDType dtype);
KomaValueId koma_emit_mat_mul (KomaEmit   *self,
                               KomaValueId a,
                               KomaValueId b,
                               gboolean    is_a_transposed,
                               gboolean    is_b_transposed);

/* @x, int32 or float32, whose elements along the last dimension are indices, each less than its
 * size (-1: any); of one size @x has any shape. One out of its range fails the run. */
KomaValueId koma_emit_check_indices (KomaEmit     *self,
                                     KomaValueId   x,
                                     const gint64 *sizes,
                                     guint         n_sizes);
/* The same, of one size; the error says “label”. */
KomaValueId koma_emit_check_labels (KomaEmit *self, KomaValueId x, gint64 size);

/* Of a value; a scalar's shape and float32 for KOMA_VALUE_NONE. */
KomaShape koma_emit_get_shape (const KomaEmit *self, KomaValueId x);
KomaDType koma_emit_get_dtype (const KomaEmit *self, KomaValueId x);

G_END_DECLS
