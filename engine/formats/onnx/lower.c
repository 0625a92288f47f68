/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From ONNX's nodes to Koma's graph:
 *
 *   1. which nodes the outputs need, and in which order (order.c),
 *   2. inputs, in the file's order,
 *   3. node by node (lower-node.c).
 *
 * A constant is read when the first node needs it. A node that Koma can not compute is counted, and
 * so is none of those that need it lowered: the model may then be looked at, and not run. */

#include "lower.h"

#include "engine/koma-limits.h"
#include "known-inputs.h"
#include "lowering.h"
#include "tables.h"

typedef Koma__Onnx__ModelProto    ModelProto;
typedef Koma__Onnx__GraphProto    GraphProto;
typedef Koma__Onnx__FunctionProto FunctionProto;

#define MIN_OPSET 1
#define MAX_OPSET 25

/* The model, and the names at its top. */
typedef struct
{
  const GraphProto *proto;
  KomaOnnxLowering  lowering;
  KomaOnnxScope     scope;
  KomaOnnxOrder     order;
  GArray           *shapes; /* KomaShape of each input, as the file has it */
} Lowering;

static void
lowering_clear (Lowering *self)
{
  koma_onnx_builder_clear (&self->lowering.builder);
  koma_onnx_subgraphs_clear (&self->lowering.subgraphs);
  g_clear_pointer (&self->lowering.functions, g_hash_table_unref);
  koma_onnx_scope_clear (&self->scope);
  koma_onnx_order_clear (&self->order);
  g_clear_pointer (&self->shapes, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lowering, lowering_clear)

static gboolean
check_opset (gint64   opset,
             GError **error)
{
  if (opset >= MIN_OPSET && opset <= MAX_OPSET)
    return TRUE;
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "the opset is %" G_GINT64_FORMAT ", expected %d to %d", opset, MIN_OPSET,
                    MAX_OPSET);
}

/* (nullable) The shape that the caller gives the next input. */
static const KomaShape *
get_given (const KomaOnnxLowering *self)
{
  const guint index = koma_graph_get_n_inputs (self->raw->graph);

  return index < self->source->n_shapes ? &self->source->shapes[index] : NULL;
}

/* An input that is known is a constant to the nodes; it stays an input that no node reads. */
static gboolean
add_input (Lowering                    *self,
           const Koma__Onnx__ValueInfo *info,
           KomaDType                    dtype,
           const KomaShape             *open,
           const KomaShape             *shape,
           GError                     **error)
{
  KomaGraph  *graph = self->lowering.raw->graph;
  const guint index = koma_graph_get_n_inputs (graph);
  g_autoptr (KomaArray) known = NULL;
  g_autoptr (GError) failure = NULL;
  KomaValueId value = koma_graph_add_input (graph, info->name, dtype, shape);

  known = koma_onnx_get_known_input (&self->lowering, index, dtype, open, &failure);
  if (failure != NULL) {
    g_propagate_error (error, g_steal_pointer (&failure));
    return FALSE;
  }
  if (known != NULL)
    value = koma_builder_constant (&self->lowering.builder.nodes, info->name, known);
  return koma_onnx_scope_set (&self->scope, info->name, value, error);
}

static gboolean
lower_input (Lowering                    *self,
             const Koma__Onnx__ValueInfo *info,
             GError                     **error)
{
  KomaOnnxLowering *lowering = &self->lowering;
  KomaDType         dtype = KOMA_DTYPE_FLOAT32;
  KomaShape         open = { 0 };
  KomaShape         shape = { 0 };

  if (!koma_onnx_input_read (info, get_given (lowering), lowering->source, lowering->raw, &dtype,
                             &open, error))
    return FALSE;
  g_array_append_val (self->shapes, open);
  shape = open;
  if (shape.rank > 0 && shape.dims[0] == KOMA_DIM_UNKNOWN)
    shape.dims[0] = 1;
  if (!koma_shape_check (&shape, koma_dtype_size (dtype), NULL, error)) {
    g_prefix_error (error, "input “%s”: ", info->name);
    return FALSE;
  }
  return add_input (self, info, dtype, &open, &shape, error);
}

static gboolean
lower_inputs (Lowering *self,
              GError  **error)
{
  for (gsize i = 0; i < self->proto->n_input; i++) {
    const Koma__Onnx__ValueInfo *info = self->proto->input[i];

    if (!g_hash_table_contains (self->scope.initializers, info->name) &&
        g_hash_table_contains (self->order.needed, info->name) &&
        !lower_input (self, info, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_outputs (Lowering *self,
             GError  **error)
{
  for (gsize i = 0; i < self->proto->n_output; i++) {
    const Koma__Onnx__ValueInfo *info = self->proto->output[i];
    const char                  *name = info->name;
    KomaShape                    declared = { .rank = KOMA_RANK_UNKNOWN };
    KomaValueId                  value = KOMA_VALUE_NONE;

    if (!koma_onnx_scope_find (&self->scope, &self->lowering, name, &value, error)) {
      g_prefix_error (error, "output “%s”: ", name);
      return FALSE;
    }
    if (value != KOMA_VALUE_NONE)
      koma_graph_add_output (self->lowering.raw->graph, name, value);
    else
      koma_raw_model_note_missing (
        self->lowering.raw, name, koma_onnx_output_read_shape (info, &declared) ? &declared : NULL);
  }
  return TRUE;
}

static void
count_weights (Lowering *self)
{
  KomaRawModel  *raw = self->lowering.raw;
  GHashTableIter iter;
  gpointer       name = NULL;

  raw->n_weights = g_hash_table_size (self->scope.initializers);
  g_hash_table_iter_init (&iter, self->scope.initializers);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    raw->n_unused_weights += !g_hash_table_contains (self->scope.values, name);
}

static void
restore_inputs (Lowering *self)
{
  KomaGraph *graph = self->lowering.raw->graph;

  for (guint i = 0; i < self->shapes->len; i++)
    koma_graph_get_value (graph, koma_graph_get_input (graph, i))->shape =
      g_array_index (self->shapes, KomaShape, i);
}

static gboolean
find_order (Lowering *self,
            GError  **error)
{
  const GraphProto *graph = self->proto;
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();

  for (gsize i = 0; i < graph->n_output; i++)
    g_ptr_array_add (outputs, graph->output[i]->name);
  if (!koma_onnx_lower_enter (&self->lowering, graph->node, graph->n_node, error) ||
      !koma_onnx_order_find (graph->node, graph->n_node, outputs, &self->lowering.subgraphs,
                             &self->order, error))
    return FALSE;
  self->scope.needed = self->order.needed;
  return TRUE;
}

static gboolean
lower (Lowering *self,
       GError  **error)
{
  if (!find_order (self, error) || !lower_inputs (self, error) ||
      !koma_onnx_lower_nodes (&self->lowering, &self->scope, self->proto->node, self->order.nodes,
                              error) ||
      !add_outputs (self, error))
    return FALSE;
  count_weights (self);
  koma_onnx_builder_forget (&self->lowering.builder);
  restore_inputs (self);
  return TRUE;
}

static gboolean
check_graph (const GraphProto *graph, /* (nullable) */
             GError          **error)
{
  if (graph == NULL || graph->n_node == 0 || graph->n_output == 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "the graph computes nothing");
  return koma_onnx_check_names (graph, error);
}

/* Names of functions and operators are compared, and never shown unless a node has them. */
static GHashTable *
list_functions (const ModelProto *model)
{
  GHashTable *functions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < model->n_functions; i++) {
    FunctionProto *function = model->functions[i];

    g_hash_table_insert (functions, koma_onnx_get_full_name (function->name, function->domain),
                         function);
  }
  return functions;
}

static gboolean
lower_once (const ModelProto    *model,
            KomaOnnxSource      *source,
            KomaOnnxKnownInputs *known,
            KomaRawModel        *raw,
            GError             **error)
{
  g_auto (Lowering) self = {
    .proto = model->graph,
    .lowering = {
      .source = source,
      .raw = raw,
      .functions = list_functions (model),
      .known = known,
      .lower_nodes = koma_onnx_lower_nodes,
    },
    .shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape)),
  };

  raw->graph = koma_graph_new ();
  raw->op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  raw->unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  koma_onnx_builder_init (&self.lowering.builder, raw->graph);
  koma_onnx_subgraphs_init (&self.lowering.subgraphs);
  koma_onnx_scope_init (&self.scope, NULL);
  self.scope.opset = koma_onnx_get_opset (model->opset_import, model->n_opset_import, 1);
  if (!check_graph (model->graph, error) || !koma_onnx_check_tables (model, error) ||
      !check_opset (self.scope.opset, error))
    return FALSE;
  koma_onnx_scope_add_initializers (&self.scope, model->graph);
  return lower (&self, error);
}

/* What lower_once () set. */
static void
clear_raw (KomaRawModel *raw)
{
  g_clear_pointer (&raw->graph, koma_graph_free);
  g_clear_pointer (&raw->op_counts, g_hash_table_unref);
  g_clear_pointer (&raw->unsupported, g_hash_table_unref);
  g_clear_pointer (&raw->unsupported_at, g_hash_table_unref);
  g_clear_pointer (&raw->missing, g_array_unref);
  g_clear_pointer (&raw->warning, g_free);
  raw->is_size_guess = FALSE;
  raw->n_float16 = 0;
  raw->n_unused_weights = 0;
}

/**
 * koma_onnx_lower:
 * @source: of the constants' bytes
 * @raw: its graph, op_counts, unsupported and warning are set, also on failure
 *
 * Makes Koma's graph of ONNX's nodes. Shapes are not inferred. Inputs whose numbers @source has
 * become constants where nodes can not be lowered without.
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
  g_autofree gboolean *is_wanted = g_new0 (gboolean, source->n_inputs + 1);
  KomaOnnxKnownInputs  known = { .is_wanted = is_wanted };
  KomaOnnxSource       again = *source;
  gboolean             is_done = FALSE;
  g_autoptr (GError) failure = NULL;

  is_done = lower_once (model, source, &known, raw, &failure);
  /* The bytes of other files belong to the checksum once. */
  again.checksum = NULL;
  while (known.has_grown) {
    KomaOnnxSource once = again;

    known.has_grown = FALSE;
    known.n_searches = 0;
    clear_raw (raw);
    g_clear_error (&failure);
    is_done = lower_once (model, &once, &known, raw, &failure);
  }
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return is_done;
}
