/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Parents come before what they point to, because offsets only lead on. Each field of a table has
 * four bytes, a number of one byte too. */
#include "tflite-writer.h"

#include <string.h>

static void
put (GByteArray *file,
     guint64     number,
     guint       n_bytes)
{
  const guint64 little = GUINT64_TO_LE (number);

  g_byte_array_append (file, (const guint8 *) &little, n_bytes);
}

static void
align (GByteArray *file)
{
  while (file->len % 8 != 0)
    put (file, 0, 1);
}

static void
patch (GByteArray *file,
       guint       at,
       guint32     number)
{
  const guint32 little = GUINT32_TO_LE (number);

  memcpy (file->data + at, &little, sizeof little);
}

/* Where a table begins; none of its fields is there yet. */
static guint
add_table (GByteArray *file,
           guint       n_fields)
{
  guint vtable = 0;

  align (file);
  vtable = file->len;
  put (file, 4 + 2 * n_fields, 2);
  put (file, 4 + 4 * n_fields, 2);
  for (guint i = 0; i < n_fields; i++)
    put (file, 0, 2);
  align (file);
  put (file, file->len - vtable, 4);
  for (guint i = 0; i < n_fields; i++)
    put (file, 0, 4);
  return file->len - 4 - 4 * n_fields;
}

/* Where a field lies, from now on there. @slot: its four bytes, or the first four */
static guint
add_field_in (GByteArray *file,
              guint       table,
              guint       index,
              guint       slot)
{
  gint32        back = 0;
  const guint16 offset = GUINT16_TO_LE (4 + 4 * slot);

  memcpy (&back, file->data + table, sizeof back);
  memcpy (file->data + table - GINT32_FROM_LE (back) + 4 + 2 * index, &offset, sizeof offset);
  return table + 4 + 4 * slot;
}

static guint
add_field (GByteArray *file,
           guint       table,
           guint       index)
{
  return add_field_in (file, table, index, index);
}

static void
set_number (GByteArray   *file,
            guint         table,
            KomaFlatField field,
            gint32        number)
{
  patch (file, add_field (file, table, field.index), number);
}

/* Lets a place lead to what is written next. */
static void
lead (GByteArray *file,
      guint       from)
{
  align (file);
  patch (file, from, file->len - from);
}

static void
set_vector (GByteArray   *file,
            guint         table,
            KomaFlatField field,
            gconstpointer elements,
            gsize         n,
            guint         elem_bytes)
{
  lead (file, add_field (file, table, field.index));
  put (file, n, 4);
  g_byte_array_append (file, elements, n * elem_bytes);
  put (file, 0, 1); /* behind a string */
}

static void
set_string (GByteArray   *file,
            guint         table,
            KomaFlatField field,
            const char   *text)
{
  set_vector (file, table, field, text, strlen (text), 1);
}

static guint
set_table (GByteArray   *file,
           guint         table,
           KomaFlatField field,
           guint         n_fields)
{
  const guint from = add_field (file, table, field.index);
  const guint child = add_table (file, n_fields);

  patch (file, from, child - from);
  return child;
}

/* Where the vector's first offset lies. */
static guint
set_tables (GByteArray   *file,
            guint         table,
            KomaFlatField field,
            guint         n)
{
  lead (file, add_field (file, table, field.index));
  put (file, n, 4);
  for (guint i = 0; i < n; i++)
    put (file, 0, 4);
  return file->len - 4 * n;
}

static guint
add_element (GByteArray *file,
             guint       first,
             guint       index,
             guint       n_fields)
{
  const guint child = add_table (file, n_fields);

  patch (file, first + 4 * index, child - first - 4 * index);
  return child;
}

static void
write_quantization (GByteArray         *file,
                    guint               table,
                    const TfliteTensor *tensor)
{
  gint64 zero_points[TFLITE_MAX_SCALES] = { 0 };
  guint  quantization = set_table (file, table, TENSOR_QUANTIZATION, 7);

  for (guint i = 0; i < tensor->n_scales; i++)
    zero_points[i] = GINT64_TO_LE (tensor->zero_point);
  set_vector (file, quantization, QUANTIZATION_SCALE, tensor->scales, tensor->n_scales, 4);
  set_vector (file, quantization, QUANTIZATION_ZERO_POINT, zero_points, tensor->n_scales, 8);
  set_number (file, quantization, QUANTIZATION_DIMENSION, tensor->axis);
}

static void
write_indices (GByteArray   *file,
               guint         level,
               KomaFlatField type_field,
               KomaFlatField field,
               guint         type,
               guint         n,
               const gint32 *indices)
{
  static const guint elem_bytes[] = { 0, 4, 2, 1 };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint vector = 0;

  for (guint i = 0; i < n; i++)
    put (bytes, (guint64) indices[i], elem_bytes[type]);
  set_number (file, level, type_field, type);
  vector = set_table (file, level, field, 1);
  set_vector (file, vector, FIELD (0, ""), bytes->data, n, elem_bytes[type]);
}

static void
write_sparsity (GByteArray           *file,
                guint                 table,
                const TfliteSparsity *self)
{
  const guint sparsity = set_table (file, table, TENSOR_SPARSITY, 3);
  guint       first = 0;

  set_vector (file, sparsity, SPARSITY_TRAVERSAL_ORDER, self->order, self->n_levels, 4);
  set_vector (file, sparsity, SPARSITY_BLOCK_MAP, self->block_map, self->n_blocks, 4);
  first = set_tables (file, sparsity, SPARSITY_DIM_METADATA, self->n_levels);
  for (guint i = 0; i < self->n_levels; i++) {
    const TfliteLevel *level = &self->levels[i];
    const guint        at = add_element (file, first, i, 6);

    set_number (file, at, DIMENSION_FORMAT, level->is_sparse);
    set_number (file, at, DIMENSION_DENSE_SIZE, level->dense_size);
    if (!level->is_sparse)
      continue;
    write_indices (file, at, DIMENSION_SEGMENTS_TYPE, DIMENSION_SEGMENTS, level->type,
                   level->n_segments, level->segments);
    write_indices (file, at, DIMENSION_INDICES_TYPE, DIMENSION_INDICES, level->type,
                   level->n_indices, level->indices);
  }
}

/* Buffer 0 is empty, buffer i + 1 is tensor i's. */
static void
write_tensors (GByteArray        *file,
               guint              subgraph,
               const TfliteModel *model)
{
  const guint first = set_tables (file, subgraph, SUBGRAPH_TENSORS, model->n_tensors);

  for (guint i = 0; i < model->n_tensors; i++) {
    const TfliteTensor *tensor = &model->tensors[i];
    const guint         table = add_element (file, first, i, 8);

    set_number (file, table, TENSOR_TYPE, tensor->type);
    set_number (file, table, TENSOR_BUFFER, tensor->data != NULL ? i + 1 : 0);
    set_vector (file, table, TENSOR_SHAPE, tensor->dims, tensor->rank, 4);
    set_string (file, table, TENSOR_NAME, tensor->name);
    if (tensor->n_scales > 0)
      write_quantization (file, table, tensor);
    set_number (file, table, TENSOR_IS_VARIABLE, tensor->is_variable);
    if (tensor->sparsity != NULL)
      write_sparsity (file, table, tensor->sparsity);
  }
}

static void
write_ops (GByteArray        *file,
           guint              subgraph,
           const TfliteModel *model)
{
  const guint first = set_tables (file, subgraph, SUBGRAPH_OPERATORS, model->n_ops);

  for (guint i = 0; i < model->n_ops; i++) {
    const TfliteOp *op = &model->ops[i];
    const guint     table = add_element (file, first, i, 5);
    guint           options = 0;

    set_number (file, table, OPERATOR_CODE_INDEX, i);
    set_vector (file, table, OPERATOR_INPUTS, op->inputs, op->n_inputs, 4);
    set_vector (file, table, OPERATOR_OUTPUTS, op->outputs, op->n_outputs, 4);
    options = set_table (file, table, OPERATOR_OPTIONS, TFLITE_MAX_OPTIONS);
    for (guint k = 0; k < op->n_options; k++)
      set_number (file, options, FIELD (op->options[k].index, ""), op->options[k].value);
  }
}

static void
write_subgraph (GByteArray        *file,
                guint              root,
                const TfliteModel *model)
{
  const guint first = set_tables (file, root, MODEL_SUBGRAPHS, 1);
  const guint subgraph = add_element (file, first, 0, 4);

  set_vector (file, subgraph, SUBGRAPH_INPUTS, model->inputs, model->n_inputs, 4);
  set_vector (file, subgraph, SUBGRAPH_OUTPUTS, model->outputs, model->n_outputs, 4);
  write_tensors (file, subgraph, model);
  write_ops (file, subgraph, model);
}

static void
write_codes (GByteArray        *file,
             guint              root,
             const TfliteModel *model)
{
  const guint first = set_tables (file, root, MODEL_OPERATOR_CODES, model->n_ops);

  for (guint i = 0; i < model->n_ops; i++) {
    const guint table = add_element (file, first, i, 4);

    set_number (file, table, OPERATOR_CODE_DEPRECATED_BUILTIN, MIN (model->ops[i].code, 127));
    set_number (file, table, OPERATOR_CODE_BUILTIN, model->ops[i].code);
    if (model->ops[i].custom != NULL)
      set_string (file, table, OPERATOR_CODE_CUSTOM, model->ops[i].custom);
  }
}

static void
write_buffers (GByteArray        *file,
               guint              root,
               const TfliteModel *model,
               guint             *far) /* where the offsets of those at the end stand */
{
  const guint n = model->n_tensors + 1;
  const guint first = set_tables (file, root, MODEL_BUFFERS, n + (model->metadata != NULL));
  guint       table = 0;

  for (guint i = 0; i < n; i++) {
    const TfliteTensor *tensor = i > 0 ? &model->tensors[i - 1] : NULL;

    /* Two fields of eight bytes, in slots 1 and 3. */
    table = add_element (file, first, i, 5);
    if (tensor != NULL && tensor->is_far)
      far[i - 1] = add_field_in (file, table, BUFFER_OFFSET.index, 1);
    if (tensor != NULL && tensor->is_far)
      patch (file, add_field_in (file, table, BUFFER_SIZE.index, 3), tensor->size_bytes);
    if (tensor != NULL && tensor->data != NULL && !tensor->is_far)
      set_vector (file, table, BUFFER_DATA, tensor->data, tensor->size_bytes, 1);
  }
  if (model->metadata == NULL)
    return;
  table = add_element (file, first, n, 1);
  set_vector (file, table, BUFFER_DATA, g_bytes_get_data (model->metadata, NULL),
              g_bytes_get_size (model->metadata), 1);
}

static guint
begin (GByteArray *file,
       const char *identifier,
       guint       n_fields)
{
  guint root = 0;

  put (file, 0, 4);
  g_byte_array_append (file, (const guint8 *) identifier, 4);
  root = add_table (file, n_fields);
  patch (file, 0, root);
  return root;
}

/**
 * tflite_write:
 *
 * Returns: (transfer full): the file
 */
GByteArray *
tflite_write (const TfliteModel *model)
{
  GByteArray *file = g_byte_array_new ();
  const guint root = begin (file, KOMA_TFLITE_IDENTIFIER, 7);
  guint       far[TFLITE_MAX_TENSORS] = { 0 };

  set_number (file, root, MODEL_VERSION, KOMA_TFLITE_VERSION);
  write_codes (file, root, model);
  write_subgraph (file, root, model);
  write_buffers (file, root, model, far);
  if (model->metadata != NULL) {
    const guint first = set_tables (file, root, MODEL_METADATA, 1);
    const guint table = add_element (file, first, 0, 2);

    set_number (file, table, METADATA_BUFFER, model->n_tensors + 1);
    set_string (file, table, METADATA_NAME, "TFLITE_METADATA");
  }
  for (guint i = 0; i < model->n_tensors; i++)
    if (model->tensors[i].is_far) {
      patch (file, far[i], file->len);
      g_byte_array_append (file, model->tensors[i].data, model->tensors[i].size_bytes);
    }
  return file;
}

GBytes *
tflite_write_metadata (float       mean,
                       float       std,
                       const char *labels_files)
{
  g_auto (GStrv) names = g_strsplit (labels_files, ",", -1);
  GByteArray *file = g_byte_array_new ();
  const guint root = begin (file, "M001", 4);
  const guint subgraph = add_element (file, set_tables (file, root, FIELD (3, ""), 1), 0, 4);
  const guint input = add_element (file, set_tables (file, subgraph, FIELD (2, ""), 1), 0, 7);
  const guint output = add_element (file, set_tables (file, subgraph, FIELD (3, ""), 1), 0, 7);
  const guint unit = add_element (file, set_tables (file, input, FIELD (4, ""), 1), 0, 2);
  const guint labels =
    set_tables (file, output, FIELD (6, ""), g_strv_length (names));
  guint options = 0;

  set_number (file, unit, FIELD (0, ""), 1);
  options = set_table (file, unit, FIELD (1, ""), 2);
  set_vector (file, options, FIELD (0, ""), &mean, 1, 4);
  set_vector (file, options, FIELD (1, ""), &std, 1, 4);
  for (guint i = 0; names[i] != NULL; i++) {
    const guint at = add_element (file, labels, i, 4);
    char       *locale = strchr (names[i], ':');

    if (locale != NULL)
      *locale++ = '\0';
    set_number (file, at, FIELD (2, ""), 2);
    set_string (file, at, FIELD (0, ""), names[i]);
    if (locale != NULL)
      set_string (file, at, FIELD (3, ""), locale);
  }
  return g_byte_array_free_to_bytes (file);
}

static guint32
compute_crc (const char *text)
{
  guint32 crc = G_MAXUINT32;

  for (; *text != '\0'; text++) {
    crc ^= (guint8) *text;
    for (guint i = 0; i < 8; i++)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

/* What the local and the central header have in common: version, flags, method, time, date, … */
static void
put_zip_entry (GByteArray *file,
               const char *name,
               const char *text)
{
  put (file, 20, 2);
  put (file, 0, 2 + 2 + 2);
  put (file, 0x21, 2);
  put (file, compute_crc (text), 4);
  put (file, strlen (text), 4);
  put (file, strlen (text), 4);
  put (file, strlen (name), 2);
  put (file, 0, 2);
}

static void
put_central_entry (GByteArray *file,
                   const char *name,
                   const char *text,
                   guint       start)
{
  put (file, 0x02014b50, 4);
  put (file, 20, 2);
  put_zip_entry (file, name, text);
  put (file, 0, 2 + 2 + 2);
  put (file, 0, 4);
  put (file, start, 4);
  g_byte_array_append (file, (const guint8 *) name, strlen (name));
}

void
tflite_append_zip_of (GByteArray        *file,
                      const char *const *pairs)
{
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (guint));
  guint central = 0;
  guint size_bytes = 0;

  for (guint i = 0; pairs[i] != NULL; i += 2) {
    g_array_append_val (starts, file->len);
    put (file, 0x04034b50, 4);
    put_zip_entry (file, pairs[i], pairs[i + 1]);
    g_byte_array_append (file, (const guint8 *) pairs[i], strlen (pairs[i]));
    g_byte_array_append (file, (const guint8 *) pairs[i + 1], strlen (pairs[i + 1]));
  }
  central = file->len;
  for (guint i = 0; i < starts->len; i++)
    put_central_entry (file, pairs[2 * i], pairs[2 * i + 1], g_array_index (starts, guint, i));
  size_bytes = file->len - central;
  put (file, 0x06054b50, 4);
  put (file, 0, 2 + 2);
  put (file, starts->len, 2);
  put (file, starts->len, 2);
  put (file, size_bytes, 4);
  put (file, central, 4);
  put (file, 0, 2);
}

void
tflite_append_zip (GByteArray *file,
                   const char *name,
                   const char *text)
{
  tflite_append_zip_of (file, (const char *const[]){ name, text, NULL });
}
