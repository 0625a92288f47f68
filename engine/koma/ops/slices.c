/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "slices.h"

#include "engine/koma/tensor/formula.h"

static KomaValueId
build_concat (KomaBuilder       *builder,
              const KomaValueId *x,
              guint              n_x,
              int                axis)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, n_x + 1);

  for (guint i = 0; i < n_x; i++)
    inputs[i] = x[i];
  inputs[n_x] = koma_builder_int (builder, axis);
  return koma_builder_node (builder, KOMA_OP_CONCAT, inputs, n_x + 1, NULL);
}

/**
 * koma_tensor_concat:
 * @tensors: (array length=n_tensors): of any dtype, which is raised to the highest of them; equal
 *   in all dimensions but @axis
 * @n_tensors: 1 or more
 * @axis: along which; a negative one counts from the end
 * @error: return location for an error
 *
 * Tensors one behind the other. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if shapes differ otherwise, or there is no such axis;
 * %KOMA_ERROR_ARGUMENT if there is no tensor, or one was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the highest dtype, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_concat (KomaTensor *const *tensors,
                    guint              n_tensors,
                    int                axis,
                    GError           **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_formula_has_tensors (n_tensors, G_STRFUNC, error) ||
      !koma_execute_begin (&run, G_STRFUNC, tensors, n_tensors, error))
    return NULL;
  koma_formula_match (&run.builder, run.x, n_tensors);
  y = build_concat (&run.builder, run.x, n_tensors, axis);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_slice:
 * @self: (nullable): of any dtype and shape
 * @begin: (array length=n_begin): the first element along each dimension; those that are not there:
 *   0
 * @n_begin: at most the dimensions of @self
 * @size: (array length=n_size) (nullable): elements along each dimension; -1, and those that are
 *   not there: what is left
 * @n_size: at most the dimensions of @self
 * @error: return location for an error
 *
 * A box of @self. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if the box is not inside of @self, or there are more numbers than
 * dimensions; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_slice (KomaTensor *self,
                   const int  *begin,
                   guint       n_begin,
                   const int  *size,
                   guint       n_size,
                   GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  gint32        from[KOMA_MAX_RANK];
  gint32        extent[KOMA_MAX_RANK];
  guint         rank = 0;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;

  rank = koma_builder_get_shape (builder, run.x[0]).rank;
  if (n_begin > rank || n_size > rank)
    koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                       "begin and size have %u and %u elements, expected at most %u", n_begin,
                       n_size, rank);
  for (guint i = 0; i < rank; i++) {
    from[i] = i < n_begin ? begin[i] : 0;
    extent[i] = size != NULL && i < n_size ? size[i] : -1;
  }
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_SLICE, NULL, run.x[0],
                         koma_builder_ints (builder, from, rank),
                         koma_builder_ints (builder, extent, rank));
  return koma_execute_end (&run, y, error);
}

/* The outputs of @node as tensors; the node is NULL where the formula failed. */
static GPtrArray *
end_list (KomaExecution  *run,
          const KomaNode *node,
          GError        **error)
{
  const guint             n = node != NULL ? node->n_outputs : 0;
  g_autofree KomaValueId *ids = g_new (KomaValueId, n + 1);
  g_autofree KomaTensor **tensors = g_new0 (KomaTensor *, n + 1);
  GPtrArray              *list = NULL;

  for (guint i = 0; i < n; i++)
    ids[i] = node->outputs[i];
  if (!koma_execute_end_all (run, ids, n, tensors, error))
    return NULL;
  list = g_ptr_array_new_full (n, g_object_unref);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (list, g_object_ref_sink (tensors[i]));
  return list;
}

static GPtrArray *
call_split (KomaTensor *x,
            const int  *sizes,
            guint       n_splits,
            int         axis,
            const char *name,
            GError    **error)
{
  KomaExecution   run;
  KomaAttrs      *attrs = NULL;
  KomaValueId     inputs[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  const KomaNode *node = NULL;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  if (n_splits < 1 || n_splits > KOMA_MAX_NODE_ARITY)
    koma_builder_fail (&run.builder, KOMA_ERROR_ARGUMENT, "there are %u parts, expected 1 to %d",
                       n_splits, KOMA_MAX_NODE_ARITY);
  attrs = koma_formula_attr_int ("axis", axis);
  koma_attrs_set_int (attrs, "num_split", n_splits);
  inputs[0] = run.x[0];
  if (sizes != NULL)
    inputs[1] = koma_formula_ints (&run.builder, sizes, n_splits);
  node = koma_builder_nodes (&run.builder, KOMA_OP_SPLIT, inputs, sizes != NULL ? 2 : 1, attrs);
  return end_list (&run, node, error);
}

/**
 * koma_tensor_split:
 * @self: (nullable): of any dtype, of 1 dimension or more
 * @n_splits: 1 or more
 * @axis: along which; a negative one counts from the end
 * @error: return location for an error
 *
 * @self in parts of one size. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if the dimension can not be divided so, or there is none;
 * %KOMA_ERROR_ARGUMENT if @n_splits is 0, or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): the parts, of the dtype of
 *   @self; each is owned by the list, and by the scope in force
 */
GPtrArray *
koma_tensor_split (KomaTensor *self,
                   guint       n_splits,
                   int         axis,
                   GError    **error)
{
  return call_split (self, NULL, n_splits, axis, G_STRFUNC, error);
}

/**
 * koma_tensor_split_sizes:
 * @self: (nullable): of any dtype, of 1 dimension or more
 * @sizes: (array length=n_sizes): of the parts along @axis; one may be -1: what is left
 * @n_sizes: 1 or more
 * @axis: along which; a negative one counts from the end
 * @error: return location for an error
 *
 * @self in parts of given sizes. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if they do not add up to the dimension, or there is none;
 * %KOMA_ERROR_ARGUMENT if @n_sizes is 0, or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): the parts, of the dtype of
 *   @self; each is owned by the list, and by the scope in force
 */
GPtrArray *
koma_tensor_split_sizes (KomaTensor *self,
                         const int  *sizes,
                         guint       n_sizes,
                         int         axis,
                         GError    **error)
{
  return call_split (self, sizes, n_sizes, axis, G_STRFUNC, error);
}

/**
 * koma_tensor_stack:
 * @tensors: (array length=n_tensors): of any dtype, which is raised to the highest of them; all of
 *   one shape, of 0 to 5 dimensions
 * @n_tensors: 1 or more
 * @axis: of the new dimension in the result; a negative one counts from the end
 * @error: return location for an error
 *
 * Tensors along a new dimension. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if shapes differ, or there is no such axis; %KOMA_ERROR_UNSUPPORTED of
 * 6 dimensions; %KOMA_ERROR_ARGUMENT if there is no tensor, or one was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the highest dtype, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_stack (KomaTensor *const *tensors,
                   guint              n_tensors,
                   int                axis,
                   GError           **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_formula_has_tensors (n_tensors, G_STRFUNC, error) ||
      !koma_execute_begin (&run, G_STRFUNC, tensors, n_tensors, error))
    return NULL;
  koma_formula_match (&run.builder, run.x, n_tensors);
  y = koma_builder_node (&run.builder, KOMA_OP_PACK, run.x, n_tensors,
                         koma_formula_attr_int ("axis", axis));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_strided_slice:
 * @self: (nullable): of any dtype and shape
 * @begin: (array length=n): the first element along each dimension; a negative one counts from the
 *   end
 * @end: (array length=n): the element before which it ends, likewise
 * @strides: (array length=n): from element to element, not 0; negative: backwards
 * @n: entries of the three, at most 32
 * @begin_mask: bit i: entry i of @begin does not count: from the first element, or backwards from
 *   the last
 * @end_mask: bit i: entry i of @end does not count: to the last element, or backwards to the first
 * @ellipsis_mask: bit i: entry i stands for as many whole dimensions as are left over
 * @new_axis_mask: bit i: entry i stands for a new dimension of size 1
 * @shrink_axis_mask: bit i: entry i stands for the one element at begin; the dimension goes
 * @error: return location for an error
 *
 * NumPy's x[begin:end:strides, …]. What lies outside of @self is cut. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE, %KOMA_ERROR_MODEL or %KOMA_ERROR_UNSUPPORTED if an entry has no
 * meaning for the shape of @self; %KOMA_ERROR_ARGUMENT if @self was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_strided_slice (KomaTensor *self,
                           const int  *begin,
                           const int  *end,
                           const int  *strides,
                           guint       n,
                           guint       begin_mask,
                           guint       end_mask,
                           guint       ellipsis_mask,
                           guint       new_axis_mask,
                           guint       shrink_axis_mask,
                           GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  KomaAttrs    *attrs = NULL;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  attrs = koma_formula_attr_int ("begin_mask", begin_mask);

  koma_attrs_set_int (attrs, "end_mask", end_mask);
  koma_attrs_set_int (attrs, "ellipsis_mask", ellipsis_mask);
  koma_attrs_set_int (attrs, "new_axis_mask", new_axis_mask);
  koma_attrs_set_int (attrs, "shrink_axis_mask", shrink_axis_mask);
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_STRIDED_SLICE, attrs, run.x[0],
                         koma_formula_ints (builder, begin, n), koma_formula_ints (builder, end, n),
                         koma_formula_ints (builder, strides, n));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_unstack:
 * @self: (nullable): of any dtype, of 1 dimension or more
 * @axis: the dimension that goes; a negative one counts from the end
 * @error: return location for an error
 *
 * The slices of @self along a dimension. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): the slices, of the dtype of
 *   @self; each is owned by the list, and by the scope in force
 */
GPtrArray *
koma_tensor_unstack (KomaTensor *self,
                     int         axis,
                     GError    **error)
{
  KomaExecution   run;
  KomaShape       shape = { 0 };
  KomaAttrs      *attrs = NULL;
  const KomaNode *node = NULL;
  guint           at = 0;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  shape = koma_builder_get_shape (&run.builder, run.x[0]);
  if (koma_formula_axis (&run.builder, axis, shape.rank, &at)) {
    attrs = koma_formula_attr_int ("axis", at);
    koma_attrs_set_int (attrs, "num", shape.dims[at]);
    node = koma_builder_nodes (&run.builder, KOMA_OP_UNPACK, run.x, 1, attrs);
  }
  return end_list (&run, node, error);
}
