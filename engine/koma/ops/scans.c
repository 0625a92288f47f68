/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "scans.h"

#include <string.h>

#include "engine/koma/tensor/formula.h"

static KomaTensor *
call_scan (KomaTensor *x,
           KomaOp      op,
           int         axis,
           gboolean    is_exclusive,
           gboolean    is_reversed,
           const char *name,
           GError    **error)
{
  KomaExecution run;
  KomaAttrs    *attrs = NULL;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  attrs = koma_formula_attr_int ("exclusive", is_exclusive);
  koma_attrs_set_int (attrs, "reverse", is_reversed);
  y = KOMA_BUILDER_NODE (&run.builder, op, attrs, koma_formula_number (&run.builder, run.x[0]),
                         koma_builder_int (&run.builder, axis));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_cumprod:
 * @self: (nullable): float32 or int32, of 1 dimension or more; bool is converted to int32
 * @axis: along which; a negative one counts from the end
 * @is_exclusive: without the element itself
 * @is_reversed: from the end
 * @error: return location for an error
 *
 * The product of all elements up to each, along @axis. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_cumprod (KomaTensor *self,
                     int         axis,
                     gboolean    is_exclusive,
                     gboolean    is_reversed,
                     GError    **error)
{
  return call_scan (self, KOMA_OP_CUMPROD, axis, is_exclusive, is_reversed, G_STRFUNC, error);
}

/**
 * koma_tensor_cumsum:
 * @self: (nullable): float32 or int32, of 1 dimension or more; bool is converted to int32
 * @axis: along which; a negative one counts from the end
 * @is_exclusive: without the element itself
 * @is_reversed: from the end
 * @error: return location for an error
 *
 * The sum of all elements up to each, along @axis. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the shape and the dtype of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_cumsum (KomaTensor *self,
                    int         axis,
                    gboolean    is_exclusive,
                    gboolean    is_reversed,
                    GError    **error)
{
  return call_scan (self, KOMA_OP_CUMSUM, axis, is_exclusive, is_reversed, G_STRFUNC, error);
}

/**
 * koma_tensor_top_k:
 * @self: (nullable): float32 or int32, of 1 dimension or more; bool is converted to int32
 * @k: how many, 0 to the size of the last dimension
 * @ret_values: (out) (transfer none) (optional): of the dtype of @self; the last dimension is @k,
 *   floating, or the scope's in force
 * @ret_indices: (out) (transfer none) (optional): int32, of the same shape: where in its line each
 *   stands, floating, or the scope's in force
 * @error: return location for an error
 *
 * The greatest numbers along the last dimension, the greatest first, of equal ones the first.
 * Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @k is out of its range, or @self has no dimension;
 * %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where @self is %NULL
 */
gboolean
koma_tensor_top_k (KomaTensor  *self,
                   int          k,
                   KomaTensor **ret_values,
                   KomaTensor **ret_indices,
                   GError     **error)
{
  KomaExecution   run;
  KomaTensor     *tensors[2] = { NULL, NULL };
  KomaValueId     ids[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  const KomaNode *node = NULL;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return FALSE;
  node = koma_builder_nodes (&run.builder, KOMA_OP_TOP_K,
                             (KomaValueId[]){ koma_formula_number (&run.builder, run.x[0]),
                                              koma_builder_int (&run.builder, k) },
                             2, NULL);
  if (node != NULL)
    memcpy (ids, node->outputs, sizeof ids);
  if (!koma_execute_end_all (&run, ids, 2, tensors, error))
    return FALSE;
  koma_formula_return (tensors[0], ret_values);
  koma_formula_return (tensors[1], ret_indices);
  return TRUE;
}
