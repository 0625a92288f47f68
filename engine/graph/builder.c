/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "builder.h"

/**
 * koma_builder_init:
 * @name: outlives @self, or the next name that is set
 */
void
koma_builder_init (KomaBuilder *self,
                   KomaGraph   *graph,
                   const char  *name)
{
  *self = (KomaBuilder){ .graph = graph, .name = name };
}

/**
 * koma_builder_finish:
 *
 * Errors: the first one since koma_builder_init(): those of the ops' `infer`, or
 * %KOMA_ERROR_MEMORY. @self may be used again.
 */
gboolean
koma_builder_finish (KomaBuilder *self,
                     GError     **error)
{
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

KomaValueId
koma_builder_fail (KomaBuilder *self,
                   KomaError    code,
                   const char  *format,
                   ...)
{
  va_list args;

  if (self->error != NULL)
    return KOMA_VALUE_NONE;
  va_start (args, format);
  self->error = g_error_new_valist (KOMA_ERROR, code, format, args);
  va_end (args);
  return KOMA_VALUE_NONE;
}

static gboolean
infer (KomaBuilder *self,
       KomaNode    *node)
{
  if (!koma_op_get_class (node->op)->infer (self->graph, node, &self->error)) {
    g_prefix_error (&self->error, "%s: ", koma_op_get_name (node->op));
    return FALSE;
  }
  for (guint i = 0; i < node->n_outputs; i++) {
    const KomaValue *output = koma_node_output (self->graph, node, i);

    if (!koma_shape_check (&output->shape, koma_dtype_size (output->dtype), NULL, &self->error))
      return FALSE;
  }
  return TRUE;
}

KomaNode *
koma_builder_nodes (KomaBuilder       *self,
                    KomaOp             op,
                    const KomaValueId *inputs,
                    guint              n_inputs,
                    KomaAttrs         *attrs)
{
  g_autoptr (KomaAttrs) owned = attrs;
  gboolean  is_sound = self->error == NULL;
  KomaNode *node = NULL;

  for (guint i = 0; i < n_inputs; i++)
    is_sound = is_sound && inputs[i] != KOMA_VALUE_NONE;
  if (!is_sound)
    return NULL;
  node = koma_graph_add_node (self->graph, op, self->name, inputs, n_inputs,
                              g_steal_pointer (&owned), &self->error);
  return node != NULL && infer (self, node) ? node : NULL;
}

KomaValueId
koma_builder_node (KomaBuilder       *self,
                   KomaOp             op,
                   const KomaValueId *inputs,
                   guint              n_inputs,
                   KomaAttrs         *attrs)
{
  const KomaNode *node = koma_builder_nodes (self, op, inputs, n_inputs, attrs);

  return node != NULL ? node->outputs[0] : KOMA_VALUE_NONE;
}

KomaValueId
koma_builder_unary (KomaBuilder *self,
                    KomaOp       op,
                    KomaValueId  x)
{
  return koma_builder_node (self, op, &x, 1, NULL);
}

KomaValueId
koma_builder_binary (KomaBuilder *self,
                     KomaOp       op,
                     KomaValueId  a,
                     KomaValueId  b)
{
  return KOMA_BUILDER_NODE (self, op, NULL, a, b);
}

KomaValueId
koma_builder_array (KomaBuilder *self,
                    KomaArray   *array)
{
  return self->error == NULL ? koma_graph_add_constant (self->graph, self->name, array)
                             : KOMA_VALUE_NONE;
}

static KomaValueId
build_scalar (KomaBuilder *self,
              KomaDType    dtype,
              double       value)
{
  g_autoptr (KomaArray) array = NULL;

  if (self->error == NULL)
    array = koma_array_new_scalar (dtype, value, &self->error);
  return array != NULL ? koma_builder_array (self, array) : KOMA_VALUE_NONE;
}

KomaValueId
koma_builder_number (KomaBuilder *self,
                     double       value,
                     KomaValueId  like)
{
  return like != KOMA_VALUE_NONE ? build_scalar (self, koma_builder_get_dtype (self, like), value)
                                 : KOMA_VALUE_NONE;
}

KomaValueId
koma_builder_int (KomaBuilder *self,
                  gint32       value)
{
  return build_scalar (self, KOMA_DTYPE_INT32, value);
}

KomaValueId
koma_builder_ints (KomaBuilder  *self,
                   const gint32 *values,
                   guint         n_values)
{
  const KomaShape shape = KOMA_SHAPE (n_values);
  g_autoptr (KomaArray) array = NULL;

  if (self->error == NULL)
    array = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, values, &self->error);
  return array != NULL ? koma_builder_array (self, array) : KOMA_VALUE_NONE;
}

KomaValueId
koma_builder_shape (KomaBuilder *self,
                    KomaShape    shape)
{
  gint32 dims[KOMA_MAX_RANK] = { 0 };

  for (guint d = 0; d < shape.rank; d++)
    dims[d] = shape.dims[d];
  return koma_builder_ints (self, dims, shape.rank);
}

KomaValueId
koma_builder_with_number (KomaBuilder *self,
                          KomaOp       op,
                          KomaValueId  a,
                          double       b)
{
  return koma_builder_binary (self, op, a, koma_builder_number (self, b, a));
}

KomaValueId
koma_builder_reduce (KomaBuilder *self,
                     KomaOp       op,
                     KomaValueId  x,
                     guint        axes,
                     gboolean     keep_dims)
{
  gint32     list[KOMA_MAX_RANK] = { 0 };
  guint      n = 0;
  KomaAttrs *attrs = koma_attrs_new ();

  for (guint d = 0; d < KOMA_MAX_RANK; d++)
    if (axes >> d & 1)
      list[n++] = d;
  koma_attrs_set_int (attrs, "keep_dims", keep_dims);
  return KOMA_BUILDER_NODE (self, op, attrs, x, koma_builder_ints (self, list, n));
}

KomaValueId
koma_builder_reshape (KomaBuilder *self,
                      KomaValueId  x,
                      KomaShape    shape)
{
  return koma_builder_binary (self, KOMA_OP_RESHAPE, x, koma_builder_shape (self, shape));
}

KomaValueId
koma_builder_broadcast_to (KomaBuilder *self,
                           KomaValueId  x,
                           KomaShape    shape)
{
  return koma_builder_binary (self, KOMA_OP_BROADCAST_TO, x, koma_builder_shape (self, shape));
}

KomaValueId
koma_builder_transpose (KomaBuilder *self,
                        KomaValueId  x,
                        const guint *perm)
{
  const guint rank = koma_builder_get_shape (self, x).rank;
  gint32      order[KOMA_MAX_RANK] = { 0 };

  for (guint d = 0; d < rank; d++)
    order[d] = perm[d];
  return koma_builder_binary (self, KOMA_OP_TRANSPOSE, x, koma_builder_ints (self, order, rank));
}

KomaValueId
koma_builder_cast (KomaBuilder *self,
                   KomaValueId  x,
                   KomaDType    dtype)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "DstT", koma_dtype_name (dtype));
  return koma_builder_node (self, KOMA_OP_CAST, &x, 1, attrs);
}

KomaValueId
koma_builder_mat_mul (KomaBuilder *self,
                      KomaValueId  a,
                      KomaValueId  b,
                      gboolean     is_a_transposed,
                      gboolean     is_b_transposed)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "transpose_a", is_a_transposed);
  koma_attrs_set_int (attrs, "transpose_b", is_b_transposed);
  return KOMA_BUILDER_NODE (self, KOMA_OP_MAT_MUL, attrs, a, b);
}

static KomaAttrs *
make_sizes (const gint64 *sizes,
            guint         n_sizes)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "sizes", sizes, n_sizes);
  return attrs;
}

KomaValueId
koma_builder_check_indices (KomaBuilder  *self,
                            KomaValueId   x,
                            const gint64 *sizes,
                            guint         n_sizes)
{
  return KOMA_BUILDER_NODE (self, KOMA_OP_CHECK_INDICES, make_sizes (sizes, n_sizes), x);
}

KomaValueId
koma_builder_check_labels (KomaBuilder *self,
                           KomaValueId  x,
                           gint64       size)
{
  KomaAttrs *attrs = make_sizes (&size, 1);

  koma_attrs_set_int (attrs, "is_label", TRUE);
  return KOMA_BUILDER_NODE (self, KOMA_OP_CHECK_INDICES, attrs, x);
}

KomaShape
koma_builder_get_shape (const KomaBuilder *self,
                        KomaValueId        x)
{
  return x != KOMA_VALUE_NONE ? koma_graph_get_value (self->graph, x)->shape : KOMA_SHAPE_SCALAR;
}

KomaDType
koma_builder_get_dtype (const KomaBuilder *self,
                        KomaValueId        x)
{
  return x != KOMA_VALUE_NONE ? koma_graph_get_value (self->graph, x)->dtype : KOMA_DTYPE_FLOAT32;
}
