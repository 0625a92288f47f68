/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "byte-writer.h"
#include "engine/formats/kept-files.h"
#include "engine/graph/attrs-private.h"
#include "engine/runtime/memory.h"
#include "raw-parts.h"

void
koma_raw_write_shape (GByteArray      *bytes,
                      const KomaShape *shape)
{
  koma_byte_writer_uint32 (bytes, shape->rank);
  for (guint i = 0; shape->rank <= KOMA_MAX_RANK && i < shape->rank; i++)
    koma_byte_writer_int64 (bytes, shape->dims[i]);
}

/* Of elements that are in files. Places are multiples of more than 1. */
#define IN_FILES 1

/* Elements are aligned, and something may be read behind them, wherever they go. */
static gsize
get_padding (gsize size_bytes)
{
  const gsize excess = size_bytes % KOMA_MEMORY_ALIGNMENT;

  return KOMA_MEMORY_PADDING + (excess > 0 ? KOMA_MEMORY_ALIGNMENT - excess : 0);
}

static gboolean
find_in_files (KomaRawParts    *self,
               const KomaArray *array)
{
  const gsize size_bytes = koma_array_get_size_bytes (array);
  const guint n_found = self->found->len;

  if (!koma_kept_files_find (array->data, size_bytes, self->found))
    return FALSE;
  for (guint i = n_found; i < self->found->len; i++)
    g_array_index (self->found, KomaKeptPart, i).at += self->files_bytes;
  g_hash_table_insert (self->offsets, array->data,
                       GSIZE_TO_POINTER (self->files_bytes | IN_FILES));
  self->files_bytes += size_bytes + get_padding (size_bytes);
  return TRUE;
}

static void
add_elements (KomaRawParts    *self,
              const KomaArray *array)
{
  static const guint8 zeros[KOMA_MEMORY_ALIGNMENT + KOMA_MEMORY_PADDING];
  const gsize         size_bytes = koma_array_get_size_bytes (array);
  const KomaRawPart   parts[] = {
      { array->data, size_bytes },
      { zeros, get_padding (size_bytes) },
  };

  g_array_append_vals (self->parts, parts, G_N_ELEMENTS (parts));
  g_hash_table_insert (self->offsets, array->data, GSIZE_TO_POINTER (self->size_bytes));
  self->size_bytes += parts[0].size_bytes + parts[1].size_bytes;
}

void
koma_raw_write_array (KomaRawParts    *self,
                      const KomaArray *array)
{
  gsize offset = 0;

  if (array == NULL) {
    koma_byte_writer_uint32 (self->bytes, KOMA_RAW_ARRAY_NONE);
    return;
  }
  if (!g_hash_table_contains (self->offsets, array->data) && !find_in_files (self, array))
    add_elements (self, array);
  offset = GPOINTER_TO_SIZE (g_hash_table_lookup (self->offsets, array->data));
  koma_byte_writer_uint32 (self->bytes, offset & IN_FILES ? KOMA_RAW_ARRAY_IN_FILES
                                                          : KOMA_RAW_ARRAY_CAME);
  koma_byte_writer_uint32 (self->bytes, array->dtype);
  koma_raw_write_shape (self->bytes, &array->shape);
  koma_byte_writer_int64 (self->bytes, (gint64) (offset & ~(gsize) IN_FILES));
}

static gboolean
write_attr (KomaRawParts   *self,
            const KomaAttr *attr,
            GError        **error)
{
  koma_byte_writer_uint32 (self->bytes, attr->type);
  switch (attr->type) {
  case KOMA_ATTR_INT:
    koma_byte_writer_int64 (self->bytes, attr->number);
    break;
  case KOMA_ATTR_FLOAT:
    koma_byte_writer_double (self->bytes, attr->real);
    break;
  case KOMA_ATTR_STRING:
    koma_byte_writer_string (self->bytes, attr->string);
    break;
  case KOMA_ATTR_INTS:
    koma_byte_writer_uint32 (self->bytes, (guint32) attr->n_ints);
    for (gsize i = 0; i < attr->n_ints; i++)
      koma_byte_writer_int64 (self->bytes, attr->ints[i]);
    break;
  case KOMA_ATTR_OBJECT: /* the body of a Recurrent: no op has other objects */
  default:
    return koma_raw_write_graph (self, attr->object, error);
  }
  return TRUE;
}

static gboolean
write_attrs (KomaRawParts    *self,
             const KomaAttrs *attrs,
             GError         **error)
{
  GHashTableIter iter;
  gpointer       name = NULL;
  gpointer       attr = NULL;

  koma_byte_writer_uint32 (self->bytes, g_hash_table_size (attrs->by_name));
  g_hash_table_iter_init (&iter, attrs->by_name);
  while (g_hash_table_iter_next (&iter, &name, &attr)) {
    koma_byte_writer_string (self->bytes, name);
    if (!write_attr (self, attr, error))
      return FALSE;
  }
  return TRUE;
}

/* Outputs are values that follow each other, as koma_graph_add_node () makes them. */
static gboolean
write_node (KomaRawParts    *self,
            const KomaGraph *graph,
            guint            place,
            GError         **error)
{
  const KomaNode *node = koma_graph_get_node (graph, place);

  koma_byte_writer_uint32 (self->bytes, KOMA_RAW_VALUE_NODE);
  koma_byte_writer_uint32 (self->bytes, place);
  koma_byte_writer_string (self->bytes, koma_op_get_name (node->op));
  koma_byte_writer_string (self->bytes, node->name);
  koma_byte_writer_uint32 (self->bytes, node->n_inputs);
  for (guint i = 0; i < node->n_inputs; i++)
    koma_byte_writer_uint32 (self->bytes, node->inputs[i]);
  if (!write_attrs (self, node->attrs, error))
    return FALSE;
  koma_byte_writer_uint32 (self->bytes, node->n_outputs);
  for (guint i = 0; i < node->n_outputs; i++) {
    if (node->outputs[i] != node->outputs[0] + i)
      return koma_fail (error, KOMA_ERROR_MODEL, "outputs of “%s” do not follow each other",
                        node->name);
    koma_byte_writer_string (self->bytes, koma_node_output (graph, node, i)->name);
  }
  return TRUE;
}

static void
write_value (KomaRawParts    *self,
             const KomaValue *value,
             gboolean         is_input)
{
  const KomaRawValue kind = is_input                  ? KOMA_RAW_VALUE_INPUT
                            : value->constant != NULL ? KOMA_RAW_VALUE_CONSTANT
                                                      : KOMA_RAW_VALUE_NOTHING;

  koma_byte_writer_uint32 (self->bytes, kind);
  koma_byte_writer_string (self->bytes, value->name);
  if (kind == KOMA_RAW_VALUE_INPUT) {
    koma_byte_writer_uint32 (self->bytes, value->dtype);
    koma_raw_write_shape (self->bytes, &value->shape);
  }
  if (kind == KOMA_RAW_VALUE_CONSTANT)
    koma_raw_write_array (self, value->constant);
}

static void
write_outputs (KomaRawParts    *self,
               const KomaGraph *graph)
{
  koma_byte_writer_uint32 (self->bytes, koma_graph_get_n_outputs (graph));
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++) {
    koma_byte_writer_string (self->bytes, koma_graph_get_output_name (graph, i));
    koma_byte_writer_uint32 (self->bytes, koma_graph_get_output (graph, i));
  }
}

/**
 * koma_raw_write_graph:
 * @graph: as a reader of files made it: its inputs are in the order of their ids
 *
 * Errors: %KOMA_ERROR_MODEL where outputs of a node do not follow each other, as they do in graphs
 * that nobody has rewritten.
 */
gboolean
koma_raw_write_graph (KomaRawParts    *self,
                      const KomaGraph *graph,
                      GError         **error)
{
  const guint       n_values = koma_graph_get_n_values (graph);
  const guint       n_inputs = koma_graph_get_n_inputs (graph);
  g_autofree guint *producers = koma_graph_find_producers (graph);
  guint             input = 0;

  koma_byte_writer_uint32 (self->bytes, n_values);
  koma_byte_writer_uint32 (self->bytes, koma_graph_get_n_nodes (graph));
  for (KomaValueId id = 0; id < n_values; id++) {
    const guint    place = producers[id];
    const gboolean is_input = input < n_inputs && koma_graph_get_input (graph, input) == id;

    input += is_input;
    if (place == G_MAXUINT) {
      write_value (self, koma_graph_get_value (graph, id), is_input);
    } else if (koma_graph_get_node (graph, place)->outputs[0] == id &&
               !write_node (self, graph, place, error))
      return FALSE;
  }
  write_outputs (self, graph);
  return TRUE;
}
