/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ops and attributes of a graph bear TensorFlow's names, so that a node is written nearly as it is.
 * The value that node 5 makes is "n5", its second one "n5:1"; a constant is "c" and its number, and
 * so is its weight. */
#include "graph-writer.h"

#include <string.h>

#include "engine/graph/attrs-private.h"
#include "engine/passes/passes.h"

typedef struct
{
  const KomaGraph *graph;
  KomaGraph       *inferred; /* a copy */
  guint           *producers;
  KomaTfjsWeights *weights;
  JsonArray       *nodes;
  gboolean        *is_written; /* [n_values] of constants */
  gboolean         is_open;    /* it takes any number of pictures at once */
} Writer;

static void
writer_clear (Writer *self)
{
  g_clear_pointer (&self->inferred, koma_graph_free);
  g_clear_pointer (&self->producers, g_free);
  g_clear_pointer (&self->is_written, g_free);
  g_clear_pointer (&self->nodes, json_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

static KomaGraph *
infer_for (const KomaGraph *graph,
           guint            batch,
           GError         **error)
{
  g_autoptr (KomaGraph) copy = koma_graph_copy (graph);

  return koma_pass_bind (copy, batch, NULL, 0, error) && koma_pass_infer (copy, error)
           ? g_steal_pointer (&copy)
           : NULL;
}

static gboolean
writer_init (Writer          *self,
             const KomaGraph *graph,
             KomaTfjsWeights *weights,
             GError         **error)
{
  self->graph = graph;
  self->weights = weights;
  self->nodes = json_array_new ();
  self->producers = koma_graph_find_producers (graph);
  self->is_written = g_new0 (gboolean, koma_graph_get_n_values (graph));
  /* A file may hold numbers of one picture that were worked out ahead. */
  self->inferred = infer_for (graph, 2, NULL);
  self->is_open = self->inferred != NULL;
  if (!self->is_open)
    self->inferred = infer_for (graph, 1, error);
  return self->inferred != NULL;
}

static const char *
get_type_name (KomaDType dtype)
{
  return dtype == KOMA_DTYPE_FLOAT32 ? "DT_FLOAT" : dtype == KOMA_DTYPE_INT32 ? "DT_INT32"
                                                                              : "DT_BOOL";
}

static gboolean
check_type (KomaDType dtype,
            GError  **error)
{
  return dtype == KOMA_DTYPE_FLOAT32 || dtype == KOMA_DTYPE_INT32 || dtype == KOMA_DTYPE_BOOL ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED, "values of %s can not be written",
                    koma_dtype_name (dtype));
}

static gboolean
refuse (const KomaNode *node,
        GError        **error)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s “%s” can not be written",
                    koma_node_get_op_name (node), node->name);
}

static JsonObject *
make_object (const char *name,
             JsonNode   *value) /* (transfer full) */
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, name, value);
  return object;
}

static JsonNode *
make_text (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

static JsonNode *
make_type (KomaDType dtype)
{
  return json_node_init_object (json_node_alloc (),
                                make_object ("type", make_text (get_type_name (dtype))));
}

/* 64 bits do not fit into a number of JavaScript. */
static JsonNode *
make_int (gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  return make_text (text);
}

static JsonNode *
make_ints (const gint64 *values,
           gsize         n)
{
  JsonArray  *array = json_array_new ();
  JsonObject *list = json_object_new ();

  for (gsize i = 0; i < n; i++)
    json_array_add_element (array, make_int (values[i]));
  json_object_set_array_member (list, "i", array);
  return json_node_init_object (json_node_alloc (), list);
}

/* { "dim": [{ "size": "-1" }, { "size": "3" }] } */
static JsonNode *
make_shape (const KomaShape *shape)
{
  JsonArray  *dims = json_array_new ();
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < shape->rank; i++)
    json_array_add_object_element (dims, make_object ("size", make_int (shape->dims[i])));
  json_object_set_array_member (object, "dim", dims);
  return json_node_init_object (json_node_alloc (), object);
}

/* Attributes that are booleans in TensorFlow; here they are numbers. */
static gboolean
is_boolean (const char *name)
{
  static const char *const names[] = { "adj_x", "adj_y", "align_corners", "antialias",
                                       "approximate", "ceil_mode", "count_include_pad",
                                       "exclude_outside", "exclusive", "half_pixel_centers",
                                       "is_training", "keep_dims", "negative_indices", "reverse",
                                       "transpose_a", "transpose_b", NULL };

  return g_strv_contains (names, name);
}

static JsonNode *
make_string (const char *text)
{
  g_autofree char *base64 = g_base64_encode ((const guchar *) text, strlen (text));

  return make_text (base64);
}

/* (nullable) NULL: it can not be written */
static JsonObject *
make_attr (const char     *name,
           const KomaAttr *attr)
{
  JsonNode *node = json_node_alloc ();

  switch (attr->type) {
  case KOMA_ATTR_INT:
    json_node_unref (node);
    return is_boolean (name)
             ? make_object ("b", json_node_init_boolean (json_node_alloc (), attr->number != 0))
             : make_object ("i", make_int (attr->number));
  case KOMA_ATTR_FLOAT:
    return make_object ("f", json_node_init_double (node, attr->real));
  case KOMA_ATTR_STRING:
    json_node_unref (node);
    return make_object ("s", make_string (attr->string));
  case KOMA_ATTR_INTS:
    json_node_unref (node);
    return make_object ("list", make_ints (attr->ints, attr->n_ints));
  case KOMA_ATTR_OBJECT:
    break;
  }
  json_node_unref (node);
  return NULL;
}

/* Its attributes are there to be filled. */
static JsonObject *
add_node (Writer     *self,
          const char *name,
          const char *op,
          JsonArray  *inputs) /* (transfer full) (nullable) */
{
  JsonObject *node = json_object_new ();
  JsonObject *attrs = json_object_new ();

  json_object_set_string_member (node, "name", name);
  json_object_set_string_member (node, "op", op);
  if (inputs != NULL)
    json_object_set_array_member (node, "input", inputs);
  json_object_set_object_member (node, "attr", attrs);
  json_array_add_object_element (self->nodes, node);
  return attrs;
}

static gboolean
add_constant (Writer          *self,
              const char      *name,
              const KomaArray *array,
              GError         **error)
{
  JsonObject *attrs = NULL;

  if (!check_type (array->dtype, error))
    return FALSE;
  attrs = add_node (self, name, "Const", NULL);
  json_object_set_member (attrs, "dtype", make_type (array->dtype));
  koma_tfjs_weights_add (self->weights, name, array->dtype, &array->shape, array->data);
  return TRUE;
}

static char *
get_name (const Writer *self,
          KomaValueId   id)
{
  const guint     producer = self->producers[id];
  const KomaNode *node = NULL;
  guint           index = 0;

  if (producer >= koma_graph_get_n_nodes (self->graph))
    return koma_graph_get_value (self->graph, id)->constant != NULL ? g_strdup_printf ("c%u", id)
                                                                    : g_strdup_printf ("x%u", id);
  node = koma_graph_get_node (self->graph, producer);
  while (node->outputs[index] != id)
    index++;
  return index > 0 ? g_strdup_printf ("n%u:%u", producer, index)
                   : g_strdup_printf ("n%u", producer);
}

/* The names of a node's inputs; constants among them are written where they are not yet. */
static JsonArray *
make_inputs (Writer         *self,
             const KomaNode *node,
             GError        **error)
{
  g_autoptr (JsonArray) inputs = json_array_new ();

  for (guint i = 0; i < node->n_inputs; i++) {
    const KomaValueId id = node->inputs[i];
    const KomaArray  *constant = koma_graph_get_value (self->graph, id)->constant;
    g_autofree char  *name = get_name (self, id);

    if (constant != NULL && !self->is_written[id] && !add_constant (self, name, constant, error))
      return NULL;
    self->is_written[id] = TRUE;
    json_array_add_string_element (inputs, name);
  }
  return g_steal_pointer (&inputs);
}

/* Koma's MatMul takes stacks of matrices, which is another op of TensorFlow. */
static gboolean
is_stack (const Writer   *self,
          const KomaNode *node)
{
  return node->op == KOMA_OP_MAT_MUL &&
         (koma_node_input (self->inferred, node, 0)->shape.rank > 2 ||
          koma_node_input (self->inferred, node, 1)->shape.rank > 2);
}

static const char *
find_attr_name (const char *name,
                gboolean    is_stack)
{
  if (is_stack && g_str_equal (name, "transpose_a"))
    return "adj_x";
  return is_stack && g_str_equal (name, "transpose_b") ? "adj_y" : name;
}

static gboolean
write_attrs (const Writer   *self,
             const KomaNode *node,
             JsonObject     *attrs,
             GError        **error)
{
  GHashTable *by_name = node->attrs != NULL ? node->attrs->by_name : NULL;
  g_autoptr (GList) names = by_name != NULL ? g_hash_table_get_keys (by_name) : NULL;

  names = g_list_sort (names, (GCompareFunc) strcmp);
  for (const GList *link = names; link != NULL; link = link->next) {
    JsonObject *object = make_attr (link->data, g_hash_table_lookup (by_name, link->data));

    if (object == NULL)
      return refuse (node, error);
    json_object_set_object_member (attrs, find_attr_name (link->data, is_stack (self, node)),
                                   object);
  }
  if (node->op == KOMA_OP_CAST)
    json_object_set_member (attrs, "DstT",
                            make_type (koma_node_output (self->inferred, node, 0)->dtype));
  return TRUE;
}

/* The axis is an attribute here, and an input of TensorFlow's: the last one of SplitV (value,
 * sizes, axis), the first one of Split (axis, value). */
static gboolean
add_axis (Writer         *self,
          const KomaNode *node,
          const char     *name,
          JsonArray      *inputs,
          GError        **error)
{
  g_autofree char *axis_name = g_strconcat (name, "_axis", NULL);
  g_autoptr (KomaArray) axis = koma_array_new_scalar (
    KOMA_DTYPE_INT32, (double) koma_attrs_get_int (node->attrs, "axis", 0), error);

  if (axis == NULL || !add_constant (self, axis_name, axis, error))
    return FALSE;
  json_array_add_string_element (inputs, axis_name);
  if (node->n_inputs == 1) {
    json_array_add_string_element (inputs, json_array_get_string_element (inputs, 0));
    json_array_remove_element (inputs, 0);
  }
  return TRUE;
}

static const char *
find_op_name (const Writer   *self,
              const KomaNode *node)
{
  if (node->op == KOMA_OP_SPLIT && node->n_inputs == 1)
    return "Split";
  return is_stack (self, node) ? "BatchMatMulV2" : koma_node_get_op_name (node);
}

static gboolean
write_node (Writer  *self,
            guint    index,
            GError **error)
{
  const KomaNode  *node = koma_graph_get_node (self->graph, index);
  g_autofree char *name = g_strdup_printf ("n%u", index);
  g_autoptr (JsonArray) inputs = NULL;
  JsonObject *attrs = NULL;

  if (koma_node_is_8_bit (self->inferred, node))
    return refuse (node, error);
  inputs = make_inputs (self, node, error);
  if (inputs == NULL ||
      (node->op == KOMA_OP_SPLIT && !add_axis (self, node, name, inputs, error)))
    return FALSE;
  attrs = add_node (self, name, find_op_name (self, node), g_steal_pointer (&inputs));
  return write_attrs (self, node, attrs, error);
}

static KomaShape
get_input_shape (const Writer *self,
                 KomaValueId   id)
{
  KomaShape shape = koma_graph_get_value (self->inferred, id)->shape;

  if (shape.rank > 0)
    shape.dims[0] = self->is_open ? -1 : 1;
  return shape;
}

static void
write_input (Writer *self)
{
  const KomaValueId id = koma_graph_get_input (self->graph, 0);
  const KomaShape   shape = get_input_shape (self, id);
  g_autofree char  *name = get_name (self, id);
  JsonObject       *attrs = add_node (self, name, "Placeholder", NULL);

  json_object_set_member (attrs, "dtype", make_type (KOMA_DTYPE_FLOAT32));
  json_object_set_object_member (attrs, "shape", make_object ("shape", make_shape (&shape)));
}

/* { "NAME": { "name": "NAME:0", … } } */
static JsonObject *
make_end (const Writer    *self,
          KomaValueId      id,
          const KomaShape *shape)
{
  g_autofree char *name = get_name (self, id);
  g_autofree char *port = strchr (name, ':') != NULL ? g_strdup (name)
                                                     : g_strconcat (name, ":0", NULL);
  JsonObject      *end = json_object_new ();
  JsonObject      *ends = json_object_new ();

  json_object_set_string_member (end, "name", port);
  json_object_set_string_member (end, "dtype", "DT_FLOAT");
  json_object_set_member (end, "tensorShape", make_shape (shape));
  json_object_set_object_member (ends, name, end);
  return ends;
}

static char *
to_json (Writer     *self,
         const char *weights_file)
{
  const KomaValueId output = koma_graph_get_output (self->graph, 0);
  const KomaShape   from = get_input_shape (self, koma_graph_get_input (self->graph, 0));
  const KomaShape   to = get_input_shape (self, output);
  JsonObject       *root = json_object_new ();
  JsonObject       *topology = json_object_new ();
  JsonObject       *signature = json_object_new ();
  g_autoptr (JsonNode) node = json_node_alloc ();

  json_object_set_object_member (
    signature, "inputs", make_end (self, koma_graph_get_input (self->graph, 0), &from));
  json_object_set_object_member (signature, "outputs", make_end (self, output, &to));
  json_object_set_array_member (topology, "node", json_array_ref (self->nodes));
  json_object_set_object_member (topology, "library", json_object_new ());
  json_object_set_object_member (topology, "versions", make_object ("producer", make_int (1)));
  json_object_set_string_member (root, "format", "graph-model");
  json_object_set_string_member (root, "generatedBy", "Koma");
  json_object_set_null_member (root, "convertedBy");
  json_object_set_object_member (root, "signature", signature);
  json_object_set_object_member (root, "modelTopology", topology);
  json_object_set_array_member (root, "weightsManifest",
                                koma_tfjs_weights_make_manifest (self->weights, weights_file));
  json_node_take_object (node, root);
  return json_to_string (node, FALSE);
}

/**
 * koma_graph_writer_to_json:
 * @graph: sorted, not inferred; one input of float32 and one output
 * @weights: its constants are added
 * @weights_file: the name of the file that gets them
 *
 * Koma reads all that it writes. TensorFlow.js does so where it has the ops: it lacks Gelu,
 * convolutions in groups, and pools with given padding. The batch is open where the graph allows
 * it. Thread: any.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED for values of 8 bits and for a node whose attributes hold a graph
 * of their own, naming it; those of koma_pass_bind() and koma_pass_infer().
 *
 * Returns: (transfer full): model.json
 */
char *
koma_graph_writer_to_json (const KomaGraph *graph,
                           KomaTfjsWeights *weights,
                           const char      *weights_file,
                           GError         **error)
{
  g_auto (Writer) self = { 0 };

  g_return_val_if_fail (koma_graph_get_n_inputs (graph) == 1, NULL);
  if (!writer_init (&self, graph, weights, error))
    return NULL;
  write_input (&self);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    if (!write_node (&self, i, error))
      return NULL;
  return to_json (&self, weights_file);
}
