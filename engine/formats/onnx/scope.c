/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "engine/koma-limits.h"
#include "lowering.h"

typedef Koma__Onnx__NodeProto     NodeProto;
typedef Koma__Onnx__TensorProto   TensorProto;
typedef Koma__Onnx__OperatorSetId OperatorSetId;

/**
 * koma_onnx_scope_init:
 * @parent: outlives @self
 *
 * Thread: any.
 */
void
koma_onnx_scope_init (KomaOnnxScope       *self,
                      const KomaOnnxScope *parent)
{
  *self = (KomaOnnxScope){
    .parent = parent,
    .initializers = g_hash_table_new (g_str_hash, g_str_equal),
    .values = g_hash_table_new (g_str_hash, g_str_equal),
  };
  if (parent == NULL)
    return;
  self->depth = parent->depth + 1;
  self->opset = parent->opset;
  self->function = parent->function;
  self->call = parent->call;
}

/**
 * koma_onnx_scope_clear:
 *
 * Frees what @self holds. Thread: any.
 */
void
koma_onnx_scope_clear (KomaOnnxScope *self)
{
  g_clear_pointer (&self->initializers, g_hash_table_unref);
  g_clear_pointer (&self->values, g_hash_table_unref);
}

/**
 * koma_onnx_scope_add_initializers:
 * @graph: outlives @self
 *
 * Thread: any.
 */
void
koma_onnx_scope_add_initializers (KomaOnnxScope                *self,
                                  const Koma__Onnx__GraphProto *graph)
{
  for (gsize i = 0; i < graph->n_initializer; i++)
    g_hash_table_insert (self->initializers, graph->initializer[i]->name, graph->initializer[i]);
}

static gboolean
is_own_domain (const char *domain)
{
  return *domain == '\0' || g_str_equal (domain, "ai.onnx");
}

/**
 * koma_onnx_get_full_name:
 *
 * Returns: (transfer full): "Conv", "com.microsoft.Gelu". Thread: any.
 */
char *
koma_onnx_get_full_name (const char *op,
                         const char *domain)
{
  return is_own_domain (domain) ? g_strdup (op) : g_strdup_printf ("%s.%s", domain, op);
}

/**
 * koma_onnx_get_opset:
 *
 * Returns: the version of ONNX's own operators; @fallback if there is none. Thread: any.
 */
gint64
koma_onnx_get_opset (OperatorSetId *const *imports,
                     gsize                 n_imports,
                     gint64                fallback)
{
  gint64 opset = fallback;

  for (gsize i = 0; i < n_imports; i++)
    if (is_own_domain (imports[i]->domain))
      opset = imports[i]->version;
  return opset;
}

/**
 * koma_onnx_scope_set:
 * @value: %KOMA_VALUE_NONE if it was not lowered
 *
 * Errors: %KOMA_ERROR_MODEL if the name is taken. Thread: any.
 */
gboolean
koma_onnx_scope_set (KomaOnnxScope *self,
                     const char    *name,
                     KomaValueId    value,
                     GError       **error)
{
  if (!g_hash_table_insert (self->values, (char *) name, GUINT_TO_POINTER (value + 1)))
    return koma_fail (error, KOMA_ERROR_MODEL, "value “%s” is there twice", name);
  return TRUE;
}

static gboolean
add_constant (KomaOnnxScope     *self,
              KomaOnnxLowering  *lowering,
              const TensorProto *proto,
              const char        *name,
              KomaValueId       *ret_value,
              GError           **error)
{
  g_autoptr (KomaArray) tensor = koma_onnx_tensor_read (proto, lowering->source, error);

  if (tensor == NULL)
    return FALSE;
  if (koma_onnx_type_get (proto->data_type).size == 2 && tensor->dtype == KOMA_DTYPE_FLOAT32)
    lowering->raw->n_float16 += tensor->count;
  *ret_value = koma_builder_constant (&lowering->builder.nodes, name, tensor);
  return koma_onnx_scope_set (self, name, *ret_value, error);
}

/* (nullable) The scope that has the name. */
static const KomaOnnxScope *
find_holder (const KomaOnnxScope *self,
             const char          *name)
{
  for (; self != NULL; self = self->parent)
    if (g_hash_table_contains (self->values, name) ||
        g_hash_table_contains (self->initializers, name))
      return self;
  return NULL;
}

/**
 * koma_onnx_scope_find:
 * @lowering: reads a constant when it is asked for the first time
 * @ret_value: %KOMA_VALUE_NONE if it was not lowered, %KOMA_ONNX_LEFT_OUT
 *
 * Errors: %KOMA_ERROR_MODEL if there is no such value; those of koma_onnx_tensor_read().
 * Thread: any; reads files.
 */
gboolean
koma_onnx_scope_find (KomaOnnxScope    *self,
                      KomaOnnxLowering *lowering,
                      const char       *name,
                      KomaValueId      *ret_value,
                      GError          **error)
{
  const KomaOnnxScope *holder = find_holder (self, name);
  gpointer             found = NULL;

  if (holder == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "nothing computes “%s”", name);
  if (!g_hash_table_lookup_extended (holder->values, name, NULL, &found))
    return add_constant ((KomaOnnxScope *) holder, lowering,
                         g_hash_table_lookup (holder->initializers, name), name, ret_value,
                         error);
  *ret_value = GPOINTER_TO_UINT (found) - 1;
  return TRUE;
}

/**
 * koma_onnx_lower_enter:
 *
 * Counts nodes before they are looked at, needed or not: functions that call functions could make
 * any number of a small file.
 *
 * Errors: %KOMA_ERROR_MEMORY if there are too many. Thread: any.
 */
gboolean
koma_onnx_lower_enter (KomaOnnxLowering *self,
                       NodeProto *const *nodes,
                       gsize             n_nodes,
                       GError          **error)
{
  if (n_nodes > KOMA_MAX_NODES - self->n_nodes)
    return koma_fail (error, KOMA_ERROR_MEMORY, "the graph has more than %d nodes",
                      KOMA_MAX_NODES);
  self->n_nodes += (guint) n_nodes;
  for (gsize i = 0; i < n_nodes; i++) {
    g_autofree char *name = koma_onnx_get_full_name (nodes[i]->op_type, nodes[i]->domain);

    if (!g_str_equal (name, "Constant"))
      koma_raw_model_count_op (self->raw, name);
  }
  return TRUE;
}
