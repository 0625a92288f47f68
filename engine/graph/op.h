/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "attrs.h"
#include "graph-info.h"
#include "op-params.h"

G_BEGIN_DECLS

#define KOMA_OP(ID, name, cpu, definition) KOMA_OP_##ID,
typedef enum {
#include "engine/ops/ops.inc"
  KOMA_N_OPS,
} KomaOp;
#undef KOMA_OP

#define KOMA_OP_VARIADIC G_MAXUINT

/**
 * KomaOpClass:
 *
 * The definition of an op, the same for all backends.
 */
typedef struct
{
  /* How many inputs a node of this op takes; @max_inputs may be
   * %KOMA_OP_VARIADIC. */
  guint min_inputs;
  guint max_inputs;

  /* (optional) How many outputs a node with these attributes has;
   * %NULL means one. 0 reports damaged attributes. */
  guint (*count_outputs) (const KomaAttrs *attrs);

  /* Checks the node's inputs and attributes; fills @node->params; sets dtype
   * and shape of its output values. Called in topological order, when dtypes
   * and shapes of all inputs are known and every input that could be
   * computed ahead is a constant; may be called again after a pass changed
   * attributes or inputs. Untouched on failure: the graph is dropped.
   * An error names expected and found; the caller prefixes op and node.
   *
   * Errors: %KOMA_ERROR_MODEL if an attribute is damaged; %KOMA_ERROR_SHAPE if
   * inputs do not fit each other; %KOMA_ERROR_UNSUPPORTED if the node is sound,
   * but Koma does not compute it; %KOMA_ERROR_MEMORY if an output is above the
   * limit. */
  gboolean (*infer) (KomaGraph *graph,
                     KomaNode  *node,
                     GError   **error);
} KomaOpClass;

#define KOMA_OP(ID, name, cpu, definition) extern const KomaOpClass koma_op_##definition;
#include "engine/ops/ops.inc"
#undef KOMA_OP

const char        *koma_op_get_name (KomaOp op);
gboolean           koma_op_from_name (const char *name,
                                      KomaOp     *ret_op);
const KomaOpClass *koma_op_get_class (KomaOp op);

G_END_DECLS
