/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One node of ONNX: by its row in rules.inc, or the nodes that it stands for. */

#include "known-inputs.h"
#include "lowering.h"
#include "rules.h"

typedef Koma__Onnx__AttributeProto AttributeProto;
typedef Koma__Onnx__FunctionProto  FunctionProto;
typedef Koma__Onnx__NodeProto      NodeProto;

/* The inputs of a node: @is_complete says whether all that are there could be lowered. */
static GArray *
collect_inputs (KomaOnnxLowering *self,
                KomaOnnxScope    *scope,
                const NodeProto  *node,
                gboolean         *ret_is_complete,
                GError          **error)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  *ret_is_complete = TRUE;
  for (gsize i = 0; i < node->n_input; i++) {
    KomaValueId value = KOMA_ONNX_LEFT_OUT;

    if (*node->input[i] != '\0' &&
        !koma_onnx_scope_find (scope, self, node->input[i], &value, error))
      return NULL;
    *ret_is_complete = *ret_is_complete && value != KOMA_VALUE_NONE;
    if (value == KOMA_ONNX_LEFT_OUT)
      value = KOMA_VALUE_NONE;
    g_array_append_val (inputs, value);
  }
  return g_steal_pointer (&inputs);
}

static const char *
get_node_name (const NodeProto *node)
{
  return *node->name != '\0' || node->n_output == 0 ? node->name : node->output[0];
}

/* A result of the rule takes the name that it has in the file; an input that is passed on keeps its
 * own. */
static void
name_value (KomaOnnxLowering *self,
            KomaValueId       id,
            KomaValueId       first_new,
            const char       *name)
{
  KomaValue *value = koma_graph_get_value (self->raw->graph, id);

  if (id < first_new)
    return;
  g_free (value->name);
  value->name = g_strdup (name);
}

static gboolean
set_outputs (KomaOnnxLowering *self,
             KomaOnnxScope    *scope,
             const NodeProto  *node,
             const GArray     *outputs, /* (nullable): it was not lowered */
             KomaValueId       first_new,
             GError          **error)
{
  for (gsize i = 0; i < node->n_output; i++) {
    const char *name = node->output[i];
    KomaValueId value = KOMA_VALUE_NONE;

    if (*name == '\0')
      continue;
    if (outputs != NULL && i < outputs->len) {
      value = g_array_index (outputs, KomaValueId, i);
      if (value != KOMA_VALUE_NONE)
        name_value (self, value, first_new, name);
    } else if (outputs != NULL && g_hash_table_contains (scope->needed, name)) {
      g_autofree char *said = g_strdup_printf ("%s (result %zu)", node->op_type, i);
      koma_raw_model_note_unsupported (self->raw, said, get_node_name (node));
    }
    if (!koma_onnx_scope_set (scope, name, value, error))
      return FALSE;
  }
  return TRUE;
}

/* What Koma can not compute is counted; FALSE: it is damage. */
static gboolean
count_unsupported (KomaOnnxLowering *self,
                   const char       *full_name,
                   const char       *node_name,
                   GError           *failure, /* (transfer full) */
                   GError          **error)
{
  g_autoptr (GError) owned = failure;
  g_autofree char *said = NULL;

  if (!g_error_matches (failure, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED)) {
    g_propagate_error (error, g_steal_pointer (&owned));
    return FALSE;
  }
  said = g_strdup_printf ("%s (%s)", full_name, failure->message);
  koma_raw_model_note_unsupported (self->raw, said, node_name);
  return TRUE;
}

/* Operators whose numbers stood elsewhere once, in attributes of other names mostly. The others of
 * these opsets are what they are today. */
static gboolean
is_old_form (gint64      opset,
             const char *name)
{
  static const struct
  {
    const char *name;
    gint64      since;
  } changed[] = {
    { "Cast", 6 },
    { "Concat", 4 },
    { "Gemm", 6 },
    { "Pad", 2 },
    { "Reshape", 5 },
    { "Split", 2 },
    { "Tile", 6 },
    { "Upsample", 7 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (changed); i++)
    if (opset < changed[i].since && g_str_equal (name, changed[i].name))
      return TRUE;
  return FALSE;
}

/* A rule that could not use an input has said so; one that gives nothing had none. */
static void
check_results (KomaBuilder  *nodes,
               const GArray *outputs)
{
  for (guint i = 0; i < outputs->len; i++)
    if (g_array_index (outputs, KomaValueId, i) == KOMA_VALUE_NONE)
      koma_builder_fail (nodes, KOMA_ERROR_MODEL, "an input is missing");
}

static gboolean
apply_rule (KomaOnnxLowering  *self,
            KomaOnnxScope     *scope,
            const NodeProto   *node,
            const KomaOnnxRow *row,
            const GArray      *inputs,
            GError           **error)
{
  g_autoptr (GArray) outputs = g_array_new (FALSE, TRUE, sizeof (KomaValueId));
  g_autoptr (GError) failure = NULL;
  const KomaValueId first_new = koma_graph_get_n_values (self->raw->graph);
  KomaBuilder      *nodes = &self->builder.nodes;
  KomaValueId       value = KOMA_VALUE_NONE;
  KomaOnnxCall      call = {
         .nodes = nodes,
         .source = self->source,
         .node = node,
         .opset = scope->opset,
         .op = row->op,
         .inputs = (const KomaValueId *) inputs->data,
         .n_inputs = inputs->len,
         .n_outputs = (guint) node->n_output,
         .others = outputs,
  };

  nodes->name = get_node_name (node);
  g_array_set_size (outputs, 1);
  if (is_old_form (scope->opset, row->name))
    koma_builder_fail (nodes, KOMA_ERROR_UNSUPPORTED, "of so old an opset, %" G_GINT64_FORMAT,
                       scope->opset);
  for (guint i = 0; i < row->min_inputs; i++)
    if (!koma_onnx_has_input (&call, i))
      koma_builder_fail (nodes, KOMA_ERROR_MODEL, "input %u is missing", i);
  if (nodes->error == NULL)
    value = row->rule (&call);
  g_array_index (outputs, KomaValueId, 0) = value;
  check_results (nodes, outputs);
  if (koma_builder_finish (nodes, &failure))
    return set_outputs (self, scope, node, outputs, first_new, error);
  koma_onnx_want_inputs (self, inputs);
  return count_unsupported (self, row->name, nodes->name, g_steal_pointer (&failure), error) &&
         set_outputs (self, scope, node, NULL, 0, error);
}

static gboolean
apply_if (KomaOnnxLowering *self,
          KomaOnnxScope    *scope,
          const NodeProto  *node,
          const GArray     *inputs,
          GError          **error)
{
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autoptr (GError) failure = NULL;
  const KomaValueId first_new = koma_graph_get_n_values (self->raw->graph);
  const KomaValueId condition =
    inputs->len > 0 ? g_array_index (inputs, KomaValueId, 0) : KOMA_VALUE_NONE;

  if (koma_onnx_lower_if (self, scope, node, condition, outputs, &failure))
    return set_outputs (self, scope, node, outputs, first_new, error);
  koma_onnx_want_inputs (self, inputs);
  return count_unsupported (self, "If", get_node_name (node), g_steal_pointer (&failure), error) &&
         set_outputs (self, scope, node, NULL, 0, error);
}

static gboolean
apply_function (KomaOnnxLowering    *self,
                KomaOnnxScope       *scope,
                const FunctionProto *function,
                const NodeProto     *node,
                const GArray        *inputs,
                GError             **error)
{
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  const KomaValueId first_new = koma_graph_get_n_values (self->raw->graph);

  return koma_onnx_lower_function (self, scope, function, node, inputs, outputs, error) &&
         set_outputs (self, scope, node, outputs, first_new, error);
}

static gboolean
lower_node (KomaOnnxLowering *self,
            KomaOnnxScope    *scope,
            const NodeProto  *node,
            const char       *full_name,
            GError          **error)
{
  const FunctionProto *function = g_hash_table_lookup (self->functions, full_name);
  const KomaOnnxRow   *row = koma_onnx_row_find (full_name);
  const gboolean       is_if = g_str_equal (full_name, "If");
  gboolean             is_complete = FALSE;
  g_autoptr (GArray) inputs = collect_inputs (self, scope, node, &is_complete, error);

  if (inputs == NULL)
    return FALSE;
  if (row == NULL && function == NULL && !is_if)
    koma_raw_model_note_unsupported (self->raw, full_name, get_node_name (node));
  if (!is_complete)
    return set_outputs (self, scope, node, NULL, 0, error);
  if (function != NULL)
    return apply_function (self, scope, function, node, inputs, error);
  if (is_if)
    return apply_if (self, scope, node, inputs, error);
  return row != NULL ? apply_rule (self, scope, node, row, inputs, error)
                     : set_outputs (self, scope, node, NULL, 0, error);
}

static const AttributeProto *
find_attr (AttributeProto *const *attrs,
           gsize                  n_attrs,
           const char            *name)
{
  for (gsize i = 0; i < n_attrs; i++)
    if (g_str_equal (attrs[i]->name, name))
      return attrs[i];
  return NULL;
}

/* A node of a function with the attributes that its caller gives: @ret_attrs, [n_attribute], are
 * what it has then; what the caller leaves out is missing. */
static NodeProto
fill_in (const KomaOnnxScope *scope,
         const NodeProto     *node,
         AttributeProto      *ret_attrs,
         AttributeProto     **ret_list)
{
  NodeProto filled = *node;

  filled.attribute = ret_list;
  filled.n_attribute = 0;
  for (gsize i = 0; i < node->n_attribute; i++) {
    const AttributeProto *attr = node->attribute[i];
    const char           *named = attr->ref_attr_name;

    if (*named != '\0')
      attr = find_attr (scope->call->attribute, scope->call->n_attribute, named);
    if (attr == NULL)
      attr = find_attr (scope->function->attribute_proto, scope->function->n_attribute_proto,
                        named);
    if (attr == NULL)
      continue;
    ret_attrs[filled.n_attribute] = *attr;
    ret_attrs[filled.n_attribute].name = node->attribute[i]->name;
    ret_list[filled.n_attribute] = &ret_attrs[filled.n_attribute];
    filled.n_attribute++;
  }
  return filled;
}

static gboolean
lower_filled_in (KomaOnnxLowering *self,
                 KomaOnnxScope    *scope,
                 const NodeProto  *node,
                 const char       *full_name,
                 GError          **error)
{
  g_autofree AttributeProto  *attrs = g_new0 (AttributeProto, node->n_attribute + 1);
  g_autofree AttributeProto **list = g_new0 (AttributeProto *, node->n_attribute + 1);
  const NodeProto             filled = fill_in (scope, node, attrs, list);

  return lower_node (self, scope, &filled, full_name, error);
}

/**
 * koma_onnx_lower_nodes:
 * @nodes: those that @order is of
 *
 * Adds nodes to the graph.
 *
 * Errors: those of koma_onnx_lower(). They name nodes. Thread: any; reads files.
 */
gboolean
koma_onnx_lower_nodes (KomaOnnxLowering *self,
                       KomaOnnxScope    *scope,
                       NodeProto *const *nodes,
                       const GArray     *order,
                       GError          **error)
{
  for (guint i = 0; i < order->len; i++) {
    const NodeProto *node = nodes[g_array_index (order, gsize, i)];
    g_autofree char *full_name = koma_onnx_get_full_name (node->op_type, node->domain);
    const gboolean   is_lowered =
      scope->function != NULL ? lower_filled_in (self, scope, node, full_name, error)
                                : lower_node (self, scope, node, full_name, error);

    if (!is_lowered) {
      g_prefix_error (error, "%s “%s”: ", full_name, get_node_name (node));
      return FALSE;
    }
  }
  return TRUE;
}
