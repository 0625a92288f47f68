/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "build.h"

#include <string.h>

#include "engine/backends/cpu/fold.h"

/* Room that grows with the graph, for koma_cpu_fold (). */
static void **
get_scratch (KomaOnnxBuilder *self)
{
  const guint n_values = koma_graph_get_n_values (self->graph);

  if (n_values > self->n_scratch) {
    const guint n = MAX (2 * self->n_scratch, n_values);

    self->scratch = g_renew (void *, self->scratch, n);
    memset (self->scratch + self->n_scratch, 0, (n - self->n_scratch) * sizeof (void *));
    self->n_scratch = n;
  }
  return self->scratch;
}

static void
set_fixed (KomaOnnxBuilder *self,
           KomaValueId      value,
           gboolean         is_fixed)
{
  if (value >= self->is_fixed->len)
    g_array_set_size (self->is_fixed, value + 1);
  g_array_index (self->is_fixed, gboolean, value) = is_fixed;
}

static gboolean
is_fixed (const KomaOnnxBuilder *self,
          KomaValueId            value)
{
  return value < self->is_fixed->len && g_array_index (self->is_fixed, gboolean, value);
}

/**
 * koma_onnx_builder_init:
 * @graph: (transfer none): to be filled; outlives @self
 *
 * Thread: any.
 */
void
koma_onnx_builder_init (KomaOnnxBuilder *self,
                        KomaGraph       *graph)
{
  *self = (KomaOnnxBuilder){
    .graph = graph,
    .is_fixed = g_array_new (FALSE, TRUE, sizeof (gboolean)),
    .is_removed = g_array_new (FALSE, TRUE, sizeof (gboolean)),
  };
}

/**
 * koma_onnx_builder_clear:
 *
 * Frees what @self holds. Thread: any.
 */
void
koma_onnx_builder_clear (KomaOnnxBuilder *self)
{
  g_clear_pointer (&self->is_fixed, g_array_unref);
  g_clear_pointer (&self->is_removed, g_array_unref);
  g_clear_pointer (&self->scratch, g_free);
}

/**
 * koma_onnx_builder_add_constant:
 * @tensor: a reference is taken
 *
 * Returns: a constant whatever the batch is. Thread: any.
 */
KomaValueId
koma_onnx_builder_add_constant (KomaOnnxBuilder *self,
                                const char      *name,
                                KomaArray       *tensor)
{
  const KomaValueId value = koma_graph_add_constant (self->graph, name, tensor);

  set_fixed (self, value, TRUE);
  return value;
}

static KomaValueId
add_tensor (KomaOnnxCall *call,
            KomaArray    *tensor) /* (transfer full) (nullable) */
{
  g_autoptr (KomaArray) owned = tensor;

  return owned != NULL
           ? koma_onnx_builder_add_constant (call->builder, call->name, owned)
           : KOMA_VALUE_NONE;
}

/**
 * koma_onnx_number:
 *
 * Returns: a constant of one element and no dimension. Thread: any.
 */
KomaValueId
koma_onnx_number (KomaOnnxCall *call,
                  KomaDType     dtype,
                  double        number)
{
  return call->error == NULL
           ? add_tensor (call, koma_array_new_scalar (dtype, number, &call->error))
           : KOMA_VALUE_NONE;
}

/**
 * koma_onnx_float:
 *
 * Returns: a constant of one float32 and no dimension. Thread: any.
 */
KomaValueId
koma_onnx_float (KomaOnnxCall *call,
                 double        number)
{
  return koma_onnx_number (call, KOMA_DTYPE_FLOAT32, number);
}

/**
 * koma_onnx_ints:
 *
 * Returns: a constant, int32 [n]. Thread: any.
 */
KomaValueId
koma_onnx_ints (KomaOnnxCall *call,
                const gint64 *numbers,
                guint         n)
{
  const KomaShape shape = KOMA_SHAPE (n);
  KomaArray      *tensor = NULL;

  if (call->error != NULL)
    return KOMA_VALUE_NONE;
  tensor = koma_array_new (KOMA_DTYPE_INT32, &shape, &call->error);
  for (guint i = 0; tensor != NULL && i < n; i++)
    ((gint32 *) tensor->data)[i] = (gint32) CLAMP (numbers[i], G_MININT32, G_MAXINT32);
  return add_tensor (call, tensor);
}

/**
 * koma_onnx_floats:
 * @numbers: as many as @shape has
 *
 * Returns: a constant, float32. Thread: any.
 */
KomaValueId
koma_onnx_floats (KomaOnnxCall    *call,
                  const KomaShape *shape,
                  const float     *numbers)
{
  return call->error == NULL
           ? add_tensor (call, koma_array_new_from_data (KOMA_DTYPE_FLOAT32, shape, numbers,
                                                         &call->error))
           : KOMA_VALUE_NONE;
}

/* What is known ahead is computed at once; Shape's answer is, and may be another for another
 * batch. Dequantize of weights remains a node: products compute with its integers. */
static gboolean
fold (KomaOnnxCall   *call,
      const KomaNode *node)
{
  KomaOnnxBuilder *self = call->builder;
  gboolean         is_all_known = TRUE;
  gboolean         is_all_fixed = node->op != KOMA_OP_DEQUANTIZE;

  for (guint i = 0; i < node->n_inputs; i++) {
    is_all_known = is_all_known && koma_onnx_known (call, node->inputs[i]) != NULL;
    is_all_fixed = is_all_fixed && is_fixed (self, node->inputs[i]);
  }
  g_array_set_size (self->is_removed, koma_graph_get_n_nodes (self->graph));
  g_array_index (self->is_removed, gboolean, self->is_removed->len - 1) = is_all_fixed;
  for (guint i = 0; i < node->n_outputs; i++)
    set_fixed (self, node->outputs[i], is_all_fixed);
  return !(is_all_known || node->op == KOMA_OP_SHAPE) ||
         koma_cpu_fold (self->graph, node, get_scratch (self), &call->error);
}

static gboolean
check_outputs (KomaOnnxCall   *call,
               const KomaNode *node)
{
  for (guint i = 0; i < node->n_outputs; i++) {
    const KomaValue *output = koma_node_output (call->builder->graph, node, i);

    if (!koma_shape_check (&output->shape, koma_dtype_size (output->dtype), NULL, &call->error))
      return FALSE;
  }
  return TRUE;
}

static KomaValueId
add_node (KomaOnnxCall      *call,
          KomaOp             op,
          KomaAttrs         *attrs, /* (transfer full) (nullable) */
          const KomaValueId *inputs,
          guint              n_inputs)
{
  g_autofree char *name = g_strdup_printf ("%s/%s", call->name, koma_op_get_name (op));
  KomaNode        *node = koma_graph_add_node (call->builder->graph, op, name, inputs, n_inputs,
                                               attrs, &call->error);

  if (node == NULL ||
      !koma_op_get_class (op)->infer (call->builder->graph, node, &call->error) ||
      !check_outputs (call, node) || !fold (call, node))
    return KOMA_VALUE_NONE;
  return node->outputs[0];
}

/**
 * koma_onnx_addv:
 * @attrs: (transfer full) (nullable): TensorFlow's
 *
 * Adds a node.
 *
 * Returns: its first result; %KOMA_VALUE_NONE if an input is, or where the call has an error.
 *   Thread: any.
 */
KomaValueId
koma_onnx_addv (KomaOnnxCall      *call,
                KomaOp             op,
                KomaAttrs         *attrs,
                const KomaValueId *inputs,
                guint              n_inputs)
{
  gboolean is_complete = call->error == NULL;

  for (guint i = 0; i < n_inputs; i++)
    is_complete = is_complete && inputs[i] != KOMA_VALUE_NONE;
  if (is_complete)
    return add_node (call, op, attrs, inputs, n_inputs);
  g_clear_pointer (&attrs, koma_attrs_free);
  return koma_onnx_fail (call, KOMA_ERROR_MODEL, "an input is missing");
}

#define MAX_ARGUMENTS 6

/**
 * koma_onnx_add:
 * @attrs: (transfer full) (nullable): TensorFlow's
 *
 * As koma_onnx_addv(), for a few inputs.
 */
KomaValueId
koma_onnx_add (KomaOnnxCall *call,
               KomaOp        op,
               KomaAttrs    *attrs,
               guint         n_inputs,
               ...)
{
  KomaValueId inputs[MAX_ARGUMENTS] = { 0 };
  va_list     arguments;

  va_start (arguments, n_inputs);
  for (guint i = 0; i < MIN (n_inputs, MAX_ARGUMENTS); i++)
    inputs[i] = va_arg (arguments, KomaValueId);
  va_end (arguments);
  return koma_onnx_addv (call, op, attrs, inputs, n_inputs);
}

/**
 * koma_onnx_add_named:
 * @op: TensorFlow's name
 * @attrs: (transfer full) (nullable): TensorFlow's
 *
 * As koma_onnx_add(); the operator is unsupported where Koma has no such op.
 */
KomaValueId
koma_onnx_add_named (KomaOnnxCall *call,
                     const char   *op,
                     KomaAttrs    *attrs,
                     guint         n_inputs,
                     ...)
{
  KomaValueId inputs[MAX_ARGUMENTS] = { 0 };
  KomaOp      found = KOMA_N_OPS;
  va_list     arguments;

  va_start (arguments, n_inputs);
  for (guint i = 0; i < MIN (n_inputs, MAX_ARGUMENTS); i++)
    inputs[i] = va_arg (arguments, KomaValueId);
  va_end (arguments);
  if (koma_op_from_name (op, &found))
    return koma_onnx_addv (call, found, attrs, inputs, n_inputs);
  g_clear_pointer (&attrs, koma_attrs_free);
  return koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "%s", op);
}

/**
 * koma_onnx_transpose:
 * @perm: as many as @x has dimensions
 *
 * Returns: a value whose dimension i is dimension perm[i] of @x. Thread: any.
 */
KomaValueId
koma_onnx_transpose (KomaOnnxCall *call,
                     KomaValueId   x,
                     const gint64 *perm)
{
  return koma_onnx_add (call, KOMA_OP_TRANSPOSE, NULL, 2, x,
                        koma_onnx_ints (call, perm, koma_onnx_rank (call, x)));
}

/**
 * koma_onnx_reshape:
 * @dims: one of them may be -1
 *
 * Returns: the same elements in another shape. Thread: any.
 */
KomaValueId
koma_onnx_reshape (KomaOnnxCall *call,
                   KomaValueId   x,
                   const gint64 *dims,
                   guint         n)
{
  return koma_onnx_add (call, KOMA_OP_RESHAPE, NULL, 2, x, koma_onnx_ints (call, dims, n));
}

/**
 * koma_onnx_cast:
 *
 * Returns: @x in another element type; @x itself if it has that type. Thread: any.
 */
KomaValueId
koma_onnx_cast (KomaOnnxCall *call,
                KomaValueId   x,
                KomaDType     dtype)
{
  KomaAttrs *attrs = NULL;

  if (x == KOMA_VALUE_NONE || koma_onnx_dtype (call, x) == dtype)
    return x;
  attrs = koma_attrs_new ();
  koma_attrs_set_string (attrs, "DstT", koma_dtype_name (dtype));
  return koma_onnx_add (call, KOMA_OP_CAST, attrs, 1, x);
}

/**
 * koma_onnx_scale:
 *
 * Returns: @x times @factor. Thread: any.
 */
KomaValueId
koma_onnx_scale (KomaOnnxCall *call,
                 KomaValueId   x,
                 double        factor)
{
  return koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, x, koma_onnx_float (call, factor));
}

/**
 * koma_onnx_to_channels_last:
 *
 * Returns: @x, of 3 dimensions or more, with its second dimension behind all others. Thread: any.
 */
KomaValueId
koma_onnx_to_channels_last (KomaOnnxCall *call,
                            KomaValueId   x)
{
  const guint rank = koma_onnx_rank (call, x);
  gint64      perm[KOMA_MAX_RANK] = { 0 };

  if (rank < 3)
    return x;
  for (guint i = 1; i + 1 < rank; i++)
    perm[i] = i + 1;
  perm[rank - 1] = 1;
  return koma_onnx_transpose (call, x, perm);
}

/**
 * koma_onnx_to_channels_first:
 *
 * Returns: @x, of 3 dimensions or more, with its last dimension as the second. Thread: any.
 */
KomaValueId
koma_onnx_to_channels_first (KomaOnnxCall *call,
                             KomaValueId   x)
{
  const guint rank = koma_onnx_rank (call, x);
  gint64      perm[KOMA_MAX_RANK] = { 0 };

  if (rank < 3)
    return x;
  perm[1] = rank - 1;
  for (guint i = 2; i < rank; i++)
    perm[i] = i - 1;
  return koma_onnx_transpose (call, x, perm);
}

/**
 * koma_onnx_return:
 *
 * Gives the node its next result. Thread: any.
 */
void
koma_onnx_return (KomaOnnxCall *call,
                  KomaValueId   value)
{
  g_array_append_val (call->outputs, value);
}
