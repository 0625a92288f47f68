/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of a stranger: each is checked before it is used, and memory is taken for no more than
 * there are bytes. */
#include "engine/graph/attrs-private.h"
#include "engine/graph/recurrent.h"
#include "raw-parts.h"

/* Of a graph that is being made. */
typedef struct
{
  KomaByteReader *bytes;
  KomaGraph      *graph;
  guint           depth;
  guint           n_values; /* that there will be */
  guint           n_nodes;
  guint          *order; /* [n_nodes] which node, in the order of values, comes i-th */
} Making;

#define NO_NODE G_MAXUINT

KomaShape
koma_raw_read_shape (KomaByteReader *self)
{
  KomaShape shape = { .rank = koma_byte_reader_uint32 (self) };

  if (shape.rank == KOMA_RANK_UNKNOWN)
    return shape;
  if (shape.rank > KOMA_MAX_RANK) {
    koma_byte_reader_fail (self, "the model that was read has a tensor of %u dimensions",
                           shape.rank);
    return KOMA_SHAPE_SCALAR;
  }
  for (guint i = 0; i < shape.rank; i++) {
    shape.dims[i] = koma_byte_reader_int64 (self);
    if (shape.dims[i] < KOMA_DIM_UNKNOWN || shape.dims[i] > G_MAXINT32) {
      koma_byte_reader_fail (self, "the model that was read has a dimension of %" G_GINT64_FORMAT,
                             shape.dims[i]);
      return KOMA_SHAPE_SCALAR;
    }
  }
  return shape;
}

/* Elements, and what kernels read behind them, lie in the memory. */
KomaArray *
koma_raw_read_array (KomaByteReader *self)
{
  KomaDType dtype = KOMA_DTYPE_FLOAT32;
  KomaShape shape;
  guint64   offset = 0;
  guint32   place = koma_byte_reader_choice (self, KOMA_RAW_N_ARRAYS);

  if (place == KOMA_RAW_ARRAY_NONE)
    return NULL;
  dtype = koma_byte_reader_choice (self, KOMA_N_DTYPES);
  shape = koma_raw_read_shape (self);
  offset = (guint64) koma_byte_reader_int64 (self);
  if (place == KOMA_RAW_ARRAY_IN_FILES && offset > G_MAXINT64)
    koma_byte_reader_fail (self, "an array lies outside of its memory");
  if (self->error != NULL)
    return NULL;
  if (place == KOMA_RAW_ARRAY_IN_FILES)
    offset += self->files_at;
  return koma_array_new_from_bytes (dtype, &shape, self->memory, offset, &self->error);
}

static void
read_ints (KomaByteReader *self,
           KomaAttrs      *attrs,
           const char     *name)
{
  const guint32      n_ints = koma_byte_reader_count (self, sizeof (gint64));
  g_autofree gint64 *ints = g_new (gint64, n_ints);

  for (guint32 i = 0; i < n_ints; i++)
    ints[i] = koma_byte_reader_int64 (self);
  koma_attrs_set_ints (attrs, name, ints, n_ints);
}

static void
read_attr (KomaByteReader *self,
           guint           depth,
           KomaAttrs      *attrs)
{
  g_autofree char *name = koma_byte_reader_string (self);
  g_autofree char *string = NULL;
  KomaGraph       *body = NULL;

  if (name == NULL) {
    koma_byte_reader_fail (self, "the model that was read has an attribute without a name");
    return;
  }
  switch (koma_byte_reader_choice (self, KOMA_ATTR_OBJECT + 1)) {
  case KOMA_ATTR_INT:
    koma_attrs_set_int (attrs, name, koma_byte_reader_int64 (self));
    break;
  case KOMA_ATTR_FLOAT:
    koma_attrs_set_float (attrs, name, koma_byte_reader_double (self));
    break;
  case KOMA_ATTR_STRING:
    string = koma_byte_reader_string (self);
    koma_attrs_set_string (attrs, name, string != NULL ? string : "");
    break;
  case KOMA_ATTR_INTS:
    read_ints (self, attrs, name);
    break;
  case KOMA_ATTR_OBJECT:
  default:
    body = koma_raw_read_graph (self, depth + 1);
    if (body != NULL)
      koma_recurrent_set_body (attrs, body);
  }
}

static KomaAttrs *
read_attrs (KomaByteReader *self,
            guint           depth)
{
  const guint32 n = koma_byte_reader_count (self, 2 * sizeof (guint32));
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();

  for (guint32 i = 0; i < n && self->error == NULL; i++)
    read_attr (self, depth, attrs);
  return self->error == NULL ? g_steal_pointer (&attrs) : NULL;
}

static void
rename_value (KomaGraph  *graph,
              KomaValueId id,
              char       *name) /* (nullable) (transfer full) */
{
  KomaValue *value = koma_graph_get_value (graph, id);

  if (name == NULL)
    return;
  g_free (value->name);
  value->name = name;
}

static void
read_input (Making     *self,
            const char *name)
{
  const KomaDType dtype = koma_byte_reader_choice (self->bytes, KOMA_N_DTYPES);
  const KomaShape shape = koma_raw_read_shape (self->bytes);

  koma_graph_add_input (self->graph, name, dtype, &shape);
}

static void
read_constant (Making     *self,
               const char *name)
{
  g_autoptr (KomaArray) array = koma_raw_read_array (self->bytes);

  if (array != NULL)
    koma_graph_add_constant (self->graph, name, array);
  else
    koma_byte_reader_fail (self->bytes, "the constant “%s” that was read has no elements", name);
}

/* What a node of which nothing is left has made. */
static void
read_nothing (Making     *self,
              const char *name)
{
  g_autoptr (KomaArray) zero = koma_array_new_scalar (KOMA_DTYPE_FLOAT32, 0, &self->bytes->error);
  KomaValueId id = KOMA_VALUE_NONE;

  if (zero == NULL)
    return;
  id = koma_graph_add_constant (self->graph, name, zero);
  koma_graph_drop_constant (self->graph, id);
  koma_graph_get_value (self->graph, id)->shape.rank = KOMA_RANK_UNKNOWN;
}

static KomaValueId *
read_ids (Making *self,
          guint  *ret_n_ids)
{
  const guint  n_ids = koma_byte_reader_count (self->bytes, sizeof (guint32));
  KomaValueId *ids = g_new (KomaValueId, n_ids);

  for (guint i = 0; i < n_ids; i++)
    ids[i] = koma_byte_reader_choice (self->bytes, self->n_values);
  *ret_n_ids = n_ids;
  return ids;
}

static void
read_output_names (Making         *self,
                   const KomaNode *node)
{
  const guint n_outputs = koma_byte_reader_uint32 (self->bytes);

  if (n_outputs != node->n_outputs) {
    koma_byte_reader_fail (self->bytes, "the node “%s” that was read has %u outputs, expected %u",
                           node->name, n_outputs, node->n_outputs);
    return;
  }
  for (guint i = 0; i < n_outputs; i++)
    rename_value (self->graph, node->outputs[i], koma_byte_reader_string (self->bytes));
}

static void
place_node (Making *self,
            guint   place)
{
  const guint index = koma_graph_get_n_nodes (self->graph) - 1;

  if (place < self->n_nodes && self->order[place] == NO_NODE)
    self->order[place] = index;
  else
    koma_byte_reader_fail (self->bytes, "two nodes that were read have the place %u", place);
}

static void
read_node (Making *self)
{
  const guint             place = koma_byte_reader_uint32 (self->bytes);
  g_autofree char        *op_name = koma_byte_reader_string (self->bytes);
  g_autofree char        *name = koma_byte_reader_string (self->bytes);
  guint                   n_inputs = 0;
  g_autofree KomaValueId *inputs = read_ids (self, &n_inputs);
  g_autoptr (KomaAttrs) attrs = read_attrs (self->bytes, self->depth);
  KomaNode *node = NULL;
  KomaOp    op = KOMA_N_OPS;

  if (attrs == NULL)
    return;
  if (op_name == NULL || name == NULL || !koma_op_from_name (op_name, &op)) {
    koma_byte_reader_fail (self->bytes, "the model that was read has an unknown op");
    return;
  }
  node = koma_graph_add_node (self->graph, op, name, inputs, n_inputs, g_steal_pointer (&attrs),
                              &self->bytes->error);
  if (node == NULL)
    return;
  read_output_names (self, node);
  place_node (self, place);
}

static void
read_value (Making *self)
{
  const KomaRawValue kind = koma_byte_reader_choice (self->bytes, KOMA_RAW_N_VALUES);
  g_autofree char   *name = NULL;

  if (kind == KOMA_RAW_VALUE_NODE) {
    read_node (self);
    return;
  }
  name = koma_byte_reader_string (self->bytes);
  if (kind == KOMA_RAW_VALUE_INPUT)
    read_input (self, name);
  else if (kind == KOMA_RAW_VALUE_CONSTANT)
    read_constant (self, name);
  else
    read_nothing (self, name);
}

static void
read_outputs (Making *self)
{
  const guint n_outputs = koma_byte_reader_count (self->bytes, 2 * sizeof (guint32));

  for (guint i = 0; i < n_outputs && self->bytes->error == NULL; i++) {
    g_autofree char  *name = koma_byte_reader_string (self->bytes);
    const KomaValueId id = koma_byte_reader_choice (self->bytes, self->n_values);

    if (self->bytes->error == NULL)
      koma_graph_add_output (self->graph, name, id);
  }
}

/* Each value and each place has been filled, so that the ids that were read mean something. */
static gboolean
settle_order (Making *self)
{
  if (koma_graph_get_n_values (self->graph) != self->n_values ||
      koma_graph_get_n_nodes (self->graph) != self->n_nodes)
    return koma_byte_reader_fail (self->bytes,
                                  "the model that was read has %u values and %u nodes, "
                                  "expected %u and %u",
                                  koma_graph_get_n_values (self->graph),
                                  koma_graph_get_n_nodes (self->graph), self->n_values,
                                  self->n_nodes);
  koma_graph_reorder_nodes (self->graph, self->order);
  return TRUE;
}

/* The body of a loop is inferred as it stands. */
static void
check_body (Making *self)
{
  g_autofree guint *producers = koma_graph_find_producers (self->graph);

  for (guint i = 0; i < self->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (self->graph, i);

    for (guint k = 0; k < node->n_inputs; k++)
      if (producers[node->inputs[k]] != G_MAXUINT && producers[node->inputs[k]] >= i)
        koma_byte_reader_fail (self->bytes, "the loop that was read has “%s” before its input",
                               node->name);
  }
}

/**
 * koma_raw_read_graph:
 * @depth: 0, or that of a loop's body
 *
 * Returns: (transfer full) (nullable): a graph as koma_graph_add_node () and the like make it, not
 *   inferred; that its nodes read what is made is not checked: koma_raw_model_read() does that
 */
KomaGraph *
koma_raw_read_graph (KomaByteReader *self,
                     guint           depth)
{
  const guint       n_values = koma_byte_reader_count (self, sizeof (guint32));
  const guint       n_nodes = koma_byte_reader_count (self, sizeof (guint32));
  g_autofree guint *order = g_new (guint, n_nodes + 1);
  Making            making = { self, koma_graph_new (), depth, n_values, n_nodes, order };

  if (depth > KOMA_MAX_NESTING)
    koma_byte_reader_fail (self, "loops in loops, more than %d deep", KOMA_MAX_NESTING);
  for (guint i = 0; i < n_nodes; i++)
    order[i] = NO_NODE;
  while (self->error == NULL && koma_graph_get_n_values (making.graph) < n_values)
    read_value (&making);
  read_outputs (&making);
  if (self->error == NULL && settle_order (&making) && depth > 0)
    check_body (&making);
  if (self->error != NULL)
    g_clear_pointer (&making.graph, koma_graph_free);
  return making.graph;
}
