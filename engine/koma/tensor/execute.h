/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"
#include "tensor.h"
#include "trace.h"

G_BEGIN_DECLS

/* How an op on tensors is computed; every function of the library that makes a tensor from
 * tensors goes through here.
 *
 * An op of the engine is one call of formula.h:
 *
 *   KomaTensor *
 *   koma_tensor_square (KomaTensor *self, GError **error)
 *   {
 *     return koma_formula_call_number (self, KOMA_OP_SQUARE, G_STRFUNC, error);
 *   }
 *
 * An op with axes, or of several nodes, is a formula. It is written with builder.h, where x[i] is
 * the value of inputs[i]:
 *
 *   KomaExecution run;
 *   KomaValueId   y;
 *
 *   if (!koma_execute_begin (&run, "sum", &self, 1, error))
 *     return NULL;
 *   y = koma_builder_reduce (&run.builder, KOMA_OP_SUM, run.x[0], axes, keep_dims);
 *   return koma_execute_end (&run, y, error);
 *
 * Formulas are compiled once for each combination of shapes, dtypes, attributes and constants.
 * So what seldom changes (axes, sizes, paddings, alpha) is an attribute or a constant of the
 * formula, and what changes from call to call is an input. Checks that infer does not do are made
 * within the formula, where shapes are known: koma_builder_fail (). Numbers that come when it runs
 * are checked then: koma_builder_check_indices ().
 *
 * Where a tape watches an input the formula is appended to what the tape remembers, and computed
 * when its result is read. An element-wise formula on large tensors is put off until then, too
 * (put-off.h). Formulas of Identity, Reshape, ExpandDims and Squeeze alone compute
 * nothing: the result shares the input's data. */
typedef struct
{
  KomaBuilder  builder;    /* the formula is written with it */
  KomaValueId *x;          /* [n inputs] the inputs in it; complex ones as float32 [.., 2] */
  gboolean     is_complex; /* set it: results of float32 [.., 2] are complex */

  /* Private. */
  KomaTrace *trace;     /* (nullable) (owned) what it is written to, if an input is watched */
  guint      n_nodes;   /* of the graph before the formula */
  KomaGraph *graph;     /* (nullable) (owned) else */
  GPtrArray *arrays;    /* (nullable) (owned) KomaArray *, of the inputs of graph */
  GPtrArray *originals; /* (nullable) (owned) KomaArray *, the same as the tensors have them */
  GPtrArray *members;   /* (nullable) (owned) KomaPutOffMember *, put off before, in graph now */
} KomaExecution;

/* FALSE without an error where an input is NULL. After TRUE one of the _end functions is called. */
gboolean koma_execute_begin (KomaExecution     *self,
                             const char        *name, /* of the op, borrowed */
                             KomaTensor *const *inputs,
                             guint              n_inputs,
                             GError           **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same, of a function that takes complex tensors, too. */
gboolean koma_execute_begin_complex (KomaExecution     *self,
                                     const char        *name, /* of the op, borrowed */
                                     KomaTensor *const *inputs,
                                     guint              n_inputs,
                                     GError           **error) G_GNUC_WARN_UNUSED_RESULT;

/* (transfer none) (nullable): floating, or a scope's. */
KomaTensor *koma_execute_end (KomaExecution *self, KomaValueId y, GError **error);

/* Several results: (transfer none) each. */
gboolean koma_execute_end_all (KomaExecution     *self,
                               const KomaValueId *ys,
                               guint              n_ys,
                               KomaTensor       **ret_ys,
                               GError           **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
