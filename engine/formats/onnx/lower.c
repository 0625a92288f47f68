/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From ONNX's nodes to Koma's graph:
 *
 *   1. which nodes the outputs need,
 *   2. inputs, in the file's order,
 *   3. node by node, in the file's order, which ONNX asks to be one that can be computed.
 *
 * A constant is read when the first node needs it. A node that Koma can not compute is counted, and
 * so is none of those that need it lowered: the model may then be looked at, and not run. */

#include "lower.h"

#include "rules.h"

typedef Koma__Onnx__ModelProto ModelProto;
typedef Koma__Onnx__GraphProto GraphProto;
typedef Koma__Onnx__NodeProto  NodeProto;

#define MIN_OPSET 6
#define MAX_OPSET 25

typedef struct
{
  const GraphProto *proto;
  KomaOnnxSource   *source;
  KomaRawModel     *raw;
  KomaOnnxBuilder   builder;
  gint64            opset;
  GHashTable       *initializers; /* char * (borrowed) → TensorProto (borrowed) */
  GHashTable       *values;       /* char * (borrowed) → KomaValueId + 1; 0: not lowered */
  GHashTable       *needed;       /* set of char * (borrowed) */
  GArray           *shapes;       /* KomaShape of each input, as the file has it */
} Lowering;

static void
lowering_clear (Lowering *self)
{
  koma_onnx_builder_clear (&self->builder);
  g_clear_pointer (&self->initializers, g_hash_table_unref);
  g_clear_pointer (&self->values, g_hash_table_unref);
  g_clear_pointer (&self->needed, g_hash_table_unref);
  g_clear_pointer (&self->shapes, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lowering, lowering_clear)

static void
count (GHashTable *counts,
       const char *name)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));

  g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (n + 1));
}

static gboolean
is_text (char **texts,
         gsize  n_texts)
{
  for (gsize i = 0; i < n_texts; i++)
    if (!g_utf8_validate (texts[i], -1, NULL))
      return FALSE;
  return TRUE;
}

/* Names stand in messages and in the window. */
static gboolean
check_names (const GraphProto *graph,
             GError          **error)
{
  for (gsize i = 0; i < graph->n_node; i++) {
    const NodeProto *node = graph->node[i];

    if (!g_utf8_validate (node->name, -1, NULL) || !g_utf8_validate (node->op_type, -1, NULL) ||
        !g_utf8_validate (node->domain, -1, NULL) || !is_text (node->input, node->n_input) ||
        !is_text (node->output, node->n_output))
      return koma_fail (error, KOMA_ERROR_MODEL, "node %zu has a name that is no text", i);
  }
  for (gsize i = 0; i < graph->n_input; i++)
    if (!g_utf8_validate (graph->input[i]->name, -1, NULL))
      return koma_fail (error, KOMA_ERROR_MODEL, "input %zu has a name that is no text", i);
  for (gsize i = 0; i < graph->n_output; i++)
    if (!g_utf8_validate (graph->output[i]->name, -1, NULL))
      return koma_fail (error, KOMA_ERROR_MODEL, "output %zu has a name that is no text", i);
  return TRUE;
}

static gboolean
is_own_domain (const char *domain)
{
  return *domain == '\0' || g_str_equal (domain, "ai.onnx");
}

static gboolean
read_opset (const ModelProto *model,
            gint64           *ret_opset,
            GError          **error)
{
  *ret_opset = 1;
  for (gsize i = 0; i < model->n_opset_import; i++)
    if (is_own_domain (model->opset_import[i]->domain))
      *ret_opset = model->opset_import[i]->version;
  if (*ret_opset >= MIN_OPSET && *ret_opset <= MAX_OPSET)
    return TRUE;
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "the opset is %" G_GINT64_FORMAT ", expected %d to %d", *ret_opset, MIN_OPSET,
                    MAX_OPSET);
}

static void
find_needed (Lowering *self)
{
  const GraphProto *graph = self->proto;

  for (gsize i = 0; i < graph->n_output; i++)
    g_hash_table_add (self->needed, graph->output[i]->name);
  for (gsize i = graph->n_node; i-- > 0;) {
    const NodeProto *node = graph->node[i];
    gboolean         is_needed = FALSE;

    for (gsize j = 0; j < node->n_output; j++)
      is_needed = is_needed || g_hash_table_contains (self->needed, node->output[j]);
    for (gsize j = 0; is_needed && j < node->n_input; j++)
      g_hash_table_add (self->needed, node->input[j]);
  }
}

static gboolean
set_value (Lowering   *self,
           const char *name,
           KomaValueId value, /* KOMA_VALUE_NONE: not lowered */
           GError    **error)
{
  if (!g_hash_table_insert (self->values, (char *) name, GUINT_TO_POINTER (value + 1)))
    return koma_fail (error, KOMA_ERROR_MODEL, "value “%s” is there twice", name);
  return TRUE;
}

/* (nullable) The shape that the caller gives the next input. */
static const KomaShape *
get_given (const Lowering *self)
{
  const guint index = koma_graph_get_n_inputs (self->raw->graph);

  return index < self->source->n_shapes ? &self->source->shapes[index] : NULL;
}

static gboolean
lower_inputs (Lowering *self,
              GError  **error)
{
  KomaGraph *graph = self->raw->graph;

  for (gsize i = 0; i < self->proto->n_input; i++) {
    const Koma__Onnx__ValueInfo *info = self->proto->input[i];
    KomaDType                    dtype = KOMA_DTYPE_FLOAT32;
    KomaShape                    shape = { 0 };
    KomaValueId                  value = KOMA_VALUE_NONE;

    if (g_hash_table_contains (self->initializers, info->name) ||
        !g_hash_table_contains (self->needed, info->name))
      continue;
    if (!koma_onnx_input_read (info, get_given (self), self->raw, &dtype, &shape, error))
      return FALSE;
    g_array_append_val (self->shapes, shape);
    if (shape.rank > 0 && shape.dims[0] == KOMA_DIM_UNKNOWN)
      shape.dims[0] = 1;
    if (!koma_shape_check (&shape, koma_dtype_size (dtype), NULL, error)) {
      g_prefix_error (error, "input “%s”: ", info->name);
      return FALSE;
    }
    value = koma_graph_add_input (graph, info->name, dtype, &shape);
    if (!set_value (self, info->name, value, error))
      return FALSE;
  }
  return TRUE;
}

/* KOMA_VALUE_NONE, without an error, where it was not lowered. */
static gboolean
find_value (Lowering    *self,
            const char  *name,
            KomaValueId *ret_value,
            GError     **error)
{
  const Koma__Onnx__TensorProto *proto = NULL;
  gpointer                       found = NULL;
  g_autoptr (KomaArray) tensor = NULL;

  if (g_hash_table_lookup_extended (self->values, name, NULL, &found)) {
    *ret_value = GPOINTER_TO_UINT (found) - 1;
    return TRUE;
  }
  proto = g_hash_table_lookup (self->initializers, name);
  if (proto == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "nothing before it computes “%s”", name);
  tensor = koma_onnx_tensor_read (proto, self->source, error);
  if (tensor == NULL)
    return FALSE;
  if (koma_onnx_type_get (proto->data_type).size == 2 && tensor->dtype == KOMA_DTYPE_FLOAT32)
    self->raw->n_float16 += tensor->count;
  *ret_value = koma_onnx_builder_add_constant (&self->builder, name, tensor);
  return set_value (self, name, *ret_value, error);
}

/* @ret_is_complete says whether all inputs that are there could be lowered. */
static GArray *
collect_inputs (Lowering        *self,
                const NodeProto *node,
                gboolean        *ret_is_complete,
                GError         **error)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  *ret_is_complete = TRUE;
  for (gsize i = 0; i < node->n_input; i++) {
    KomaValueId value = KOMA_VALUE_NONE;

    if (*node->input[i] != '\0') {
      if (!find_value (self, node->input[i], &value, error))
        return NULL;
      *ret_is_complete = *ret_is_complete && value != KOMA_VALUE_NONE;
    }
    g_array_append_val (inputs, value);
  }
  return g_steal_pointer (&inputs);
}

static char *
get_full_name (const NodeProto *node)
{
  return is_own_domain (node->domain) ? g_strdup (node->op_type)
                                      : g_strdup_printf ("%s.%s", node->domain, node->op_type);
}

static const char *
get_node_name (const NodeProto *node)
{
  return *node->name != '\0' || node->n_output == 0 ? node->name : node->output[0];
}

/* A result of the rule takes the name that it has in the file; an input that is passed on keeps its
 * own. */
static void
name_value (Lowering   *self,
            KomaValueId id,
            KomaValueId first_new,
            const char *name)
{
  KomaValue *value = koma_graph_get_value (self->raw->graph, id);

  if (id < first_new)
    return;
  g_free (value->name);
  value->name = g_strdup (name);
}

static gboolean
set_outputs (Lowering        *self,
             const NodeProto *node,
             const GArray    *outputs, /* (nullable): it was not lowered */
             KomaValueId      first_new,
             GError         **error)
{
  for (gsize i = 0; i < node->n_output; i++) {
    const char *name = node->output[i];
    KomaValueId value = KOMA_VALUE_NONE;

    if (*name == '\0')
      continue;
    if (outputs != NULL && i < outputs->len) {
      value = g_array_index (outputs, KomaValueId, i);
      name_value (self, value, first_new, name);
    } else if (outputs != NULL && g_hash_table_contains (self->needed, name)) {
      g_autofree char *said = g_strdup_printf ("%s (result %zu)", node->op_type, i);
      koma_raw_model_note_unsupported (self->raw, said, get_node_name (node));
    }
    if (!set_value (self, name, value, error))
      return FALSE;
  }
  return TRUE;
}

/* What Koma can not compute is counted; FALSE: it is damage. */
static gboolean
count_unsupported (Lowering   *self,
                   const char *full_name,
                   const char *node_name,
                   GError     *failure, /* (transfer full) */
                   GError    **error)
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

static gboolean
apply_rule (Lowering          *self,
            const NodeProto   *node,
            const KomaOnnxRow *row,
            const GArray      *inputs,
            GError           **error)
{
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  const KomaValueId first_new = koma_graph_get_n_values (self->raw->graph);
  KomaOnnxCall      call = {
         .builder = &self->builder,
         .source = self->source,
         .node = node,
         .name = get_node_name (node),
         .opset = self->opset,
         .koma_op = row->koma_op,
         .inputs = (const KomaValueId *) inputs->data,
         .n_inputs = inputs->len,
         .n_outputs = (guint) node->n_output,
         .outputs = outputs,
  };

  for (guint i = 0; i < row->min_inputs; i++)
    if (!koma_onnx_has_input (&call, i))
      koma_onnx_fail (&call, KOMA_ERROR_MODEL, "input %u is missing", i);
  if (call.error == NULL)
    row->rule (&call);
  if (call.error == NULL)
    return set_outputs (self, node, outputs, first_new, error);
  return count_unsupported (self, row->name, call.name, call.error, error) &&
         set_outputs (self, node, NULL, 0, error);
}

static gboolean
lower_node (Lowering        *self,
            const NodeProto *node,
            GError         **error)
{
  g_autofree char   *full_name = get_full_name (node);
  const KomaOnnxRow *row = koma_onnx_row_find (full_name);
  gboolean           is_complete = FALSE;
  g_autoptr (GArray) inputs = collect_inputs (self, node, &is_complete, error);

  if (inputs == NULL)
    return FALSE;
  if (row == NULL)
    koma_raw_model_note_unsupported (self->raw, full_name, get_node_name (node));
  if (row != NULL && is_complete)
    return apply_rule (self, node, row, inputs, error);
  return set_outputs (self, node, NULL, 0, error);
}

static gboolean
is_needed (const Lowering  *self,
           const NodeProto *node)
{
  for (gsize i = 0; i < node->n_output; i++)
    if (g_hash_table_contains (self->needed, node->output[i]))
      return TRUE;
  return FALSE;
}

static gboolean
lower_nodes (Lowering *self,
             GError  **error)
{
  for (gsize i = 0; i < self->proto->n_node; i++) {
    const NodeProto *node = self->proto->node[i];
    g_autofree char *full_name = get_full_name (node);

    if (g_strcmp0 (full_name, "Constant") != 0)
      count (self->raw->op_counts, full_name);
    if (is_needed (self, node) && !lower_node (self, node, error)) {
      g_prefix_error (error, "%s “%s”: ", full_name, get_node_name (node));
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
add_outputs (Lowering *self,
             GError  **error)
{
  for (gsize i = 0; i < self->proto->n_output; i++) {
    const char *name = self->proto->output[i]->name;
    KomaValueId value = KOMA_VALUE_NONE;

    if (!find_value (self, name, &value, error)) {
      g_prefix_error (error, "output “%s”: ", name);
      return FALSE;
    }
    if (value != KOMA_VALUE_NONE)
      koma_graph_add_output (self->raw->graph, name, value);
  }
  return TRUE;
}

static void
count_weights (Lowering *self)
{
  GHashTableIter iter;
  gpointer       name = NULL;

  self->raw->n_weights = g_hash_table_size (self->initializers);
  g_hash_table_iter_init (&iter, self->initializers);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    self->raw->n_unused_weights += !g_hash_table_contains (self->values, name);
}

static void
restore_inputs (Lowering *self)
{
  KomaGraph *graph = self->raw->graph;

  for (guint i = 0; i < self->shapes->len; i++)
    koma_graph_get_value (graph, koma_graph_get_input (graph, i))->shape =
      g_array_index (self->shapes, KomaShape, i);
}

static gboolean
lower (Lowering *self,
       GError  **error)
{
  find_needed (self);
  if (!lower_inputs (self, error) || !lower_nodes (self, error) || !add_outputs (self, error))
    return FALSE;
  count_weights (self);
  koma_onnx_builder_forget (&self->builder);
  restore_inputs (self);
  return TRUE;
}

static gboolean
check_graph (const GraphProto *graph, /* (nullable) */
             GError          **error)
{
  if (graph == NULL || graph->n_node == 0 || graph->n_output == 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "the graph computes nothing");
  if (graph->n_node > KOMA_MAX_NODES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "the graph has %zu nodes, more than %d",
                      graph->n_node, KOMA_MAX_NODES);
  return check_names (graph, error);
}

/**
 * koma_onnx_lower:
 * @source: of the constants' bytes
 * @raw: its graph, op_counts, unsupported and warning are set, also on failure
 *
 * Makes Koma's graph of ONNX's nodes. Shapes are not inferred.
 *
 * Errors: %KOMA_ERROR_MODEL if nodes, inputs or numbers are missing or damaged; %KOMA_ERROR_SHAPE
 * if inputs do not fit each other; %KOMA_ERROR_UNSUPPORTED if the opset, an input or a constant is
 * of a kind that Koma does not have; %KOMA_ERROR_MEMORY; #GFileError. They name nodes. Operators
 * that Koma does not have are no error: they are counted in @raw. Thread: any; reads files.
 *
 * Returns: whether the graph makes sense
 */
gboolean
koma_onnx_lower (const ModelProto *model,
                 KomaOnnxSource   *source,
                 KomaRawModel     *raw,
                 GError          **error)
{
  g_auto (Lowering) self = {
    .proto = model->graph,
    .source = source,
    .raw = raw,
    .initializers = g_hash_table_new (g_str_hash, g_str_equal),
    .values = g_hash_table_new (g_str_hash, g_str_equal),
    .needed = g_hash_table_new (g_str_hash, g_str_equal),
    .shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape)),
  };

  raw->graph = koma_graph_new ();
  raw->op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  raw->unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  koma_onnx_builder_init (&self.builder, raw->graph);
  if (!check_graph (model->graph, error) || !read_opset (model, &self.opset, error))
    return FALSE;
  for (gsize i = 0; i < model->graph->n_initializer; i++)
    g_hash_table_insert (self.initializers, model->graph->initializer[i]->name,
                         model->graph->initializer[i]);
  return lower (&self, error);
}
