/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "builder.h"

static gboolean
infer (KomaBuilder *self,
       KomaNode    *node,
       GError     **error)
{
  if (koma_node_infer (self->graph, node, error))
    return TRUE;
  g_prefix_error (error, "%s: ", koma_op_get_name (node->op));
  return FALSE;
}

/**
 * koma_builder_init:
 * @graph: whose shapes are known
 * @name: outlives @self, or the next name that is set
 */
void
koma_builder_init (KomaBuilder *self,
                   KomaGraph   *graph,
                   const char  *name)
{
  *self = (KomaBuilder){ .graph = graph, .name = name, .infer = infer };
}

/**
 * koma_builder_init_open:
 * @graph: whose shapes come later
 * @name: outlives @self, or the next name that is set
 *
 * Nodes are not inferred. To be cleared with koma_builder_clear().
 */
void
koma_builder_init_open (KomaBuilder *self,
                        KomaGraph   *graph,
                        const char  *name)
{
  *self = (KomaBuilder){ .graph = graph,
                         .name = name,
                         .ranks = g_array_new (FALSE, TRUE, sizeof (guint)) };
}

/**
 * koma_builder_clear:
 *
 * Frees what @self has, also an error that nobody took.
 */
void
koma_builder_clear (KomaBuilder *self)
{
  g_clear_pointer (&self->ranks, g_array_unref);
  g_clear_error (&self->error);
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
finish_node (KomaBuilder *self,
             KomaNode    *node)
{
  if (self->infer != NULL)
    return self->infer (self, node, &self->error);
  for (guint i = 0; i < node->n_outputs; i++)
    koma_builder_set_rank (self, node->outputs[i],
                           node->n_inputs > 0 ? koma_builder_get_rank (self, node->inputs[0]) : 0);
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
  g_autofree char *long_name = NULL;
  gboolean         is_sound = self->error == NULL;
  KomaNode        *node = NULL;

  for (guint i = 0; i < n_inputs; i++)
    is_sound = is_sound && inputs[i] != KOMA_VALUE_NONE;
  if (!is_sound)
    return NULL;
  if (self->has_op_in_name)
    long_name = g_strdup_printf ("%s/%s", self->name, koma_op_get_name (op));
  node = koma_graph_add_node (self->graph, op, long_name != NULL ? long_name : self->name, inputs,
                              n_inputs, g_steal_pointer (&owned), &self->error);
  return node != NULL && finish_node (self, node) ? node : NULL;
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
  const guint rank = MAX (koma_builder_get_rank (self, a), koma_builder_get_rank (self, b));

  return koma_builder_set_rank (self, KOMA_BUILDER_NODE (self, op, NULL, a, b), rank);
}

KomaValueId
koma_builder_input (KomaBuilder *self,
                    const char  *name,
                    KomaDType    dtype,
                    KomaShape    shape)
{
  if (self->error != NULL)
    return KOMA_VALUE_NONE;
  return koma_builder_set_rank (self, koma_graph_add_input (self->graph, name, dtype, &shape),
                                shape.rank);
}

KomaValueId
koma_builder_constant (KomaBuilder *self,
                       const char  *name,
                       KomaArray   *array)
{
  if (self->error != NULL)
    return KOMA_VALUE_NONE;
  return koma_builder_set_rank (self, koma_graph_add_constant (self->graph, name, array),
                                array->shape.rank);
}

KomaValueId
koma_builder_array (KomaBuilder *self,
                    KomaArray   *array)
{
  return koma_builder_constant (self, self->name, array);
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
koma_builder_float (KomaBuilder *self,
                    double       value)
{
  return build_scalar (self, KOMA_DTYPE_FLOAT32, value);
}

KomaValueId
koma_builder_int (KomaBuilder *self,
                  gint32       value)
{
  return build_scalar (self, KOMA_DTYPE_INT32, value);
}

KomaValueId
koma_builder_data (KomaBuilder  *self,
                   KomaDType     dtype,
                   KomaShape     shape,
                   gconstpointer data)
{
  g_autoptr (KomaArray) array = NULL;

  if (self->error == NULL)
    array = koma_array_new_from_data (dtype, &shape, data, &self->error);
  return array != NULL ? koma_builder_array (self, array) : KOMA_VALUE_NONE;
}

KomaValueId
koma_builder_floats (KomaBuilder *self,
                     const float *values,
                     guint        n_values)
{
  return koma_builder_data (self, KOMA_DTYPE_FLOAT32, KOMA_SHAPE (n_values), values);
}

KomaValueId
koma_builder_ints (KomaBuilder  *self,
                   const gint32 *values,
                   guint         n_values)
{
  return koma_builder_data (self, KOMA_DTYPE_INT32, KOMA_SHAPE (n_values), values);
}

KomaValueId
koma_builder_shape (KomaBuilder *self,
                    KomaShape    shape)
{
  gint32 dims[KOMA_MAX_RANK] = { 0 };

  for (guint d = 0; d < shape.rank; d++)
    dims[d] = (gint32) CLAMP (shape.dims[d], G_MININT32, G_MAXINT32);
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

const KomaArray *
koma_builder_get_constant (const KomaBuilder *self,
                           KomaValueId        x)
{
  return x != KOMA_VALUE_NONE ? koma_graph_get_value (self->graph, x)->constant : NULL;
}

guint
koma_builder_get_rank (const KomaBuilder *self,
                       KomaValueId        x)
{
  if (self->ranks == NULL)
    return koma_builder_get_shape (self, x).rank;
  return x < self->ranks->len ? g_array_index (self->ranks, guint, x) : 0;
}

gint64
koma_builder_get_dim (const KomaBuilder *self,
                      KomaValueId        x,
                      guint              axis)
{
  const KomaShape shape = koma_builder_get_shape (self, x);

  return self->ranks == NULL && axis < shape.rank ? shape.dims[axis] : KOMA_DIM_UNKNOWN;
}

KomaValueId
koma_builder_set_rank (KomaBuilder *self,
                       KomaValueId  x,
                       guint        rank)
{
  if (self->ranks == NULL || x == KOMA_VALUE_NONE)
    return x;
  if (rank > KOMA_MAX_RANK)
    return koma_builder_fail (self, KOMA_ERROR_SHAPE, "a tensor has more than %d dimensions",
                              KOMA_MAX_RANK);
  if (x >= self->ranks->len)
    g_array_set_size (self->ranks, x + 1);
  g_array_index (self->ranks, guint, x) = rank;
  return x;
}
