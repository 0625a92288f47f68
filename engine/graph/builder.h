/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph.h"

G_BEGIN_DECLS

/* Adds nodes to a graph: readers of formats, gradients, losses, updates of weights, ops of tensors.
 *
 * The first error is kept: from then on nothing is added, and every function returns
 * KOMA_VALUE_NONE, which the others take; koma_builder_finish () hands the error out. So a formula
 * is written without a check after each step.
 *
 * Either all shapes are known, and each node is inferred as it is added, so that the next one can
 * be made from its shape; or shapes come later (open), as in most files of models, and a value has
 * a rank alone. Nodes stand in topological order, because an input is there before its node. */
typedef struct _KomaBuilder KomaBuilder;
typedef gboolean (*KomaBuilderInfer) (KomaBuilder *self, KomaNode *node, GError **error);

struct _KomaBuilder
{
  KomaGraph  *graph;          /* (borrowed) */
  const char *name;           /* (borrowed) of nodes and constants from here on: "adam" */
  gboolean    has_op_in_name; /* nodes have their op behind it: "conv1/Conv2D" */

  KomaBuilderInfer infer; /* (nullable) of a node that was added; NULL: open */
  GArray          *ranks; /* (nullable) (owned) guint [values]; open */

  GError *error; /* (nullable) (owned) the first */
};

void     koma_builder_init (KomaBuilder *self, KomaGraph *graph, const char *name);
void     koma_builder_init_open (KomaBuilder *self, KomaGraph *graph, const char *name);
void     koma_builder_clear (KomaBuilder *self);
gboolean koma_builder_finish (KomaBuilder *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Returns KOMA_VALUE_NONE; keeps an error if there is none yet. */
KomaValueId koma_builder_fail (KomaBuilder *self, KomaError code, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* Any op; the first output of koma_builder_node (). (nullable) where an input or an earlier call
 * failed. */
KomaNode   *koma_builder_nodes (KomaBuilder       *self,
                                KomaOp             op,
                                const KomaValueId *inputs,
                                guint              n_inputs,
                                KomaAttrs         *attrs /* (transfer full) (nullable) */);
KomaValueId koma_builder_node (KomaBuilder       *self,
                               KomaOp             op,
                               const KomaValueId *inputs,
                               guint              n_inputs,
                               KomaAttrs         *attrs /* (transfer full) (nullable) */);
#define KOMA_BUILDER_NODE(self, op, attrs, ...)                      \
  koma_builder_node ((self), (op), ((KomaValueId[]){ __VA_ARGS__ }), \
                     G_N_ELEMENTS (((KomaValueId[]){ __VA_ARGS__ })), (attrs))
KomaValueId koma_builder_unary (KomaBuilder *self, KomaOp op, KomaValueId x);
KomaValueId koma_builder_binary (KomaBuilder *self, KomaOp op, KomaValueId a, KomaValueId b);

KomaValueId koma_builder_input (KomaBuilder *self,
                                const char  *name,
                                KomaDType    dtype,
                                KomaShape    shape);

/* Constants. A scalar of the element type of @like; a new reference is taken of an array. */
KomaValueId koma_builder_array (KomaBuilder *self, KomaArray *array);
KomaValueId koma_builder_constant (KomaBuilder *self, const char *name, KomaArray *array);
KomaValueId koma_builder_number (KomaBuilder *self, double value, KomaValueId like);
KomaValueId koma_builder_float (KomaBuilder *self, double value);
KomaValueId koma_builder_floats (KomaBuilder *self, const float *values, guint n_values);
KomaValueId koma_builder_int (KomaBuilder *self, gint32 value);
KomaValueId koma_builder_ints (KomaBuilder *self, const gint32 *values, guint n_values);
/* int32 [rank]; what int32 can not hold is the largest or the smallest number. */
KomaValueId koma_builder_shape (KomaBuilder *self, KomaShape shape);
/* @data is copied; as many elements of @dtype as @shape has. */
KomaValueId koma_builder_data (KomaBuilder  *self,
                               KomaDType     dtype,
                               KomaShape     shape,
                               gconstpointer data);

/* With a number: the same as koma_builder_binary () with koma_builder_number (). */
KomaValueId koma_builder_with_number (KomaBuilder *self, KomaOp op, KomaValueId a, double b);

/* What many formulas use. @axes: bit i set: dimension i. */
KomaValueId koma_builder_reduce (KomaBuilder *self,
                                 KomaOp       op,
                                 KomaValueId  x,
                                 guint        axes,
                                 gboolean     keep_dims);
/* (x − mean) / √(variance + epsilon), mean and variance over the axes */
KomaValueId koma_builder_normalize (KomaBuilder *self, KomaValueId x, guint axes, double epsilon);
KomaValueId koma_builder_reshape (KomaBuilder *self, KomaValueId x, KomaShape shape);
KomaValueId koma_builder_broadcast_to (KomaBuilder *self, KomaValueId x, KomaShape shape);
KomaValueId koma_builder_transpose (KomaBuilder *self,
                                    KomaValueId  x,
                                    const guint *perm /* [rank] */);
KomaValueId koma_builder_cast (KomaBuilder *self, KomaValueId x, KomaDType dtype);
KomaValueId koma_builder_mat_mul (KomaBuilder *self,
                                  KomaValueId  a,
                                  KomaValueId  b,
                                  gboolean     is_a_transposed,
                                  gboolean     is_b_transposed);
KomaValueId koma_builder_expand_dims (KomaBuilder *self, KomaValueId x, guint axis /* of y */);
KomaValueId koma_builder_squeeze (KomaBuilder *self, KomaValueId x, guint axis);
KomaValueId koma_builder_reverse (KomaBuilder *self, KomaValueId x, gint32 axis);
KomaValueId koma_builder_tile (KomaBuilder *self, KomaValueId x, const gint32 *times /* [rank] */);
KomaValueId koma_builder_concat (KomaBuilder       *self,
                                 const KomaValueId *values,
                                 guint              n_values,
                                 guint              axis);
KomaValueId koma_builder_slice (KomaBuilder  *self,
                                KomaValueId   x,
                                const gint32 *begin, /* [rank] */
                                const gint32 *size); /* [rank] -1: all that is left */
void        koma_builder_split (KomaBuilder *self,
                                KomaValueId  x,
                                guint        n_pieces, /* along the last dimension */
                                KomaValueId *ret_pieces);

/* @x, int32 or float32, whose elements along the last dimension are indices, each less than its
 * size (-1: any); of one size @x has any shape. One out of its range fails the run. */
KomaValueId koma_builder_check_indices (KomaBuilder  *self,
                                        KomaValueId   x,
                                        const gint64 *sizes,
                                        guint         n_sizes);
/* The same, of one size; the error says “label”. */
KomaValueId koma_builder_check_labels (KomaBuilder *self, KomaValueId x, gint64 size);

/* Of a value; a scalar's shape and float32 for KOMA_VALUE_NONE. Open: of inputs and constants. */
KomaShape koma_builder_get_shape (const KomaBuilder *self, KomaValueId x);
KomaDType koma_builder_get_dtype (const KomaBuilder *self, KomaValueId x);
/* (nullable): @x is not known, or KOMA_VALUE_NONE */
const KomaArray *koma_builder_get_constant (const KomaBuilder *self, KomaValueId x);
/* Also where shapes are open; there KOMA_DIM_UNKNOWN is the size of all dimensions. */
guint  koma_builder_get_rank (const KomaBuilder *self, KomaValueId x);
gint64 koma_builder_get_dim (const KomaBuilder *self, KomaValueId x, guint axis);
/* Open: a node has the rank of its first input until told otherwise. Returns @x. */
KomaValueId koma_builder_set_rank (KomaBuilder *self, KomaValueId x, guint rank);

G_END_DECLS
