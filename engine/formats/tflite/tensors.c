/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tensors that have a buffer are constants. Tensors of one buffer share a copy of it, and all
 * copies together are at most a few times as large as the file. A sparse tensor is made dense as
 * it is copied. */
#include "tensors.h"

#include <string.h>

#include "densify.h"
#include "engine/graph/half.h"
#include "engine/koma-limits.h"

#define MAX_NAME_BYTES 1024
/* Copies are larger than the file: half floats become floats, filters are put in another order. */
#define MAX_COPIES 8
#define MIN_COPIES (1u << 16)
/* Sparse tensors made dense, likewise: pruning leaves a twentieth of a model, or more. */
#define MAX_DENSE 128

static const struct
{
  KomaTfliteType type;
  KomaDType      dtype;
  gsize          size_bytes; /* of an element in the file */
} types[] = {
  { KOMA_TFLITE_FLOAT32, KOMA_DTYPE_FLOAT32, 4 },
  { KOMA_TFLITE_FLOAT16, KOMA_DTYPE_FLOAT32, 2 },
  { KOMA_TFLITE_INT32, KOMA_DTYPE_INT32, 4 },
  { KOMA_TFLITE_UINT8, KOMA_DTYPE_UINT8, 1 },
  { KOMA_TFLITE_INT64, KOMA_DTYPE_INT32, 8 },
  { KOMA_TFLITE_BOOL, KOMA_DTYPE_BOOL, 1 },
  { KOMA_TFLITE_INT8, KOMA_DTYPE_INT8, 1 },
};

/**
 * koma_tflite_charge:
 * @n_bytes: about to be copied from the file
 *
 * Parts of a file may overlap, so that copies of all parts could be much larger than the file.
 *
 * Errors: %KOMA_ERROR_MODEL if all copies together are many times as large as the file.
 */
gboolean
koma_tflite_charge (KomaTflite *tflite,
                    gsize       n_bytes,
                    GError    **error)
{
  const gsize max_bytes = MAX_COPIES * tflite->model.buffer->size_bytes + MIN_COPIES;

  if (n_bytes > max_bytes - tflite->copied_bytes)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "its parts overlap: more than %" G_GSIZE_FORMAT
                      " bytes in a file of %" G_GSIZE_FORMAT,
                      max_bytes, tflite->model.buffer->size_bytes);
  tflite->copied_bytes += n_bytes;
  return TRUE;
}

/**
 * koma_tflite_find_dtype:
 *
 * Returns: whether Koma can hold numbers of that type
 */
gboolean
koma_tflite_find_dtype (KomaTfliteType type,
                        KomaDType     *ret_dtype)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type) {
      *ret_dtype = types[i].dtype;
      return TRUE;
    }
  return FALSE;
}

/**
 * koma_tflite_get_type_name:
 *
 * Returns: (transfer full): what the schema calls that type
 */
char *
koma_tflite_get_type_name (KomaTfliteType type)
{
  static const char *const names[] = {
    "FLOAT32",
    "FLOAT16",
    "INT32",
    "UINT8",
    "INT64",
    "STRING",
    "BOOL",
    "INT16",
    "COMPLEX64",
    "INT8",
    "FLOAT64",
    "COMPLEX128",
    "UINT64",
    "RESOURCE",
    "VARIANT",
    "UINT32",
    "UINT16",
    "INT4",
    "BFLOAT16",
  };

  return (guint) type < G_N_ELEMENTS (names) ? g_strdup (names[type])
                                             : g_strdup_printf ("unknown type %d", type);
}

static gsize
get_element_size (KomaTfliteType type)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      return types[i].size_bytes;
  return 0;
}

static KomaShape
read_shape (const KomaFlatTable *table,
            KomaFlatField        field)
{
  const KomaFlatVector dims = koma_flat_get_vector (table, field, 4);
  KomaShape            shape = { .rank = dims.n };

  if (dims.n > KOMA_MAX_RANK)
    return (KomaShape){ .rank = KOMA_RANK_UNKNOWN };
  for (guint i = 0; i < shape.rank; i++)
    shape.dims[i] = MAX (koma_flat_vector_get_int32 (&dims, i), KOMA_DIM_UNKNOWN);
  return shape;
}

static gboolean
read_tensor (KomaTflite       *tflite,
             guint             index,
             KomaTfliteTensor *tensor,
             GError          **error)
{
  const KomaFlatTable table =
    koma_flat_get_element (&tflite->subgraph, SUBGRAPH_TENSORS, index, "Tensor");
  const KomaFlatTable quantization =
    koma_flat_get_table (&table, TENSOR_QUANTIZATION, "QuantizationParameters");

  tensor->type = koma_flat_get_int (&table, TENSOR_TYPE, 1, KOMA_TFLITE_FLOAT32);
  tensor->shape = read_shape (&table, TENSOR_SHAPE);
  tensor->signature = read_shape (&table, TENSOR_SIGNATURE);
  if (tensor->signature.rank != tensor->shape.rank)
    tensor->signature = tensor->shape;
  tensor->scales = koma_flat_get_vector (&quantization, QUANTIZATION_SCALE, 4);
  tensor->zero_points = koma_flat_get_vector (&quantization, QUANTIZATION_ZERO_POINT, 8);
  /* What files say of a bias means nothing. */
  if (tensor->shape.rank > 1)
    tensor->axis = koma_flat_get_int (&quantization, QUANTIZATION_DIMENSION, 4, 0);
  tensor->buffer = koma_flat_get_uint32 (&table, TENSOR_BUFFER);
  tensor->sparsity = koma_flat_get_table (&table, TENSOR_SPARSITY, "SparsityParameters");
  tensor->is_variable = koma_flat_get_int (&table, TENSOR_IS_VARIABLE, 1, FALSE);
  tensor->value = KOMA_VALUE_NONE;
  tensor->real = KOMA_VALUE_NONE;
  tensor->name = koma_flat_get_string (&table, TENSOR_NAME, MAX_NAME_BYTES);
  if (tensor->name == NULL)
    tensor->name = g_strdup_printf ("tensor %u", index);
  return koma_tflite_charge (tflite, strlen (tensor->name), error);
}

/**
 * koma_tflite_read_tensors:
 *
 * Reads what the subgraph says of its tensors.
 *
 * Errors: %KOMA_ERROR_MODEL.
 */
gboolean
koma_tflite_read_tensors (KomaTflite *tflite,
                          GError    **error)
{
  const guint n_tensors = koma_flat_count (&tflite->subgraph, SUBGRAPH_TENSORS);

  if (n_tensors > KOMA_MAX_NODES)
    return koma_fail (error, KOMA_ERROR_MODEL, "table SubGraph, tensors: %u, more than %d",
                      n_tensors, KOMA_MAX_NODES);
  tflite->tensors = g_new0 (KomaTfliteTensor, n_tensors + 1);
  tflite->n_tensors = n_tensors;
  for (guint i = 0; i < n_tensors; i++)
    if (!read_tensor (tflite, i, &tflite->tensors[i], error))
      return FALSE;
  return TRUE;
}

/**
 * koma_tflite_get_buffer:
 * @model: the root of the file
 *
 * Returns: the bytes of one of its buffers; none of buffer 0, which is always empty
 */
KomaFlatVector
koma_tflite_get_buffer (const KomaFlatTable *model,
                        guint                index)
{
  KomaFlatTable  buffer = { 0 };
  KomaFlatVector data = { 0 };

  if (index == 0)
    return data;
  buffer = koma_flat_get_element (model, MODEL_BUFFERS, index, "Buffer");
  data = koma_flat_get_vector (&buffer, BUFFER_DATA, 1);
  return data.n > 0 ? data : koma_flat_get_part (&buffer, BUFFER_OFFSET, BUFFER_SIZE);
}

/**
 * koma_tflite_has_data:
 * @index: of a tensor
 *
 * Returns: whether it is a constant
 */
gboolean
koma_tflite_has_data (KomaTflite *tflite,
                      guint       index)
{
  const KomaTfliteTensor *tensor = &tflite->tensors[index];

  return koma_tflite_get_buffer (&tflite->model, tensor->buffer).n > 0 ||
         (tensor->sparsity.buffer != NULL && tensor->buffer != 0);
}

static void
copy_elements (KomaTfliteType        type,
               const KomaFlatVector *data,
               KomaArray            *tensor)
{
  for (gsize i = 0; type == KOMA_TFLITE_INT64 && i < tensor->count; i++)
    ((gint32 *) tensor->data)[i] =
      CLAMP (koma_flat_vector_get_int64 (data, i), G_MININT32, G_MAXINT32);
  for (gsize i = 0; type == KOMA_TFLITE_FLOAT16 && i < tensor->count; i++)
    ((float *) tensor->data)[i] =
      koma_half_to_float (data->data[2 * i] | (guint16) data->data[2 * i + 1] << 8);
  if (type != KOMA_TFLITE_INT64 && type != KOMA_TFLITE_FLOAT16 && tensor->count > 0)
    memcpy (tensor->data, data->data, koma_array_get_size_bytes (tensor));
}

static gboolean
check_shape (const KomaTfliteTensor *tensor,
             gsize                  *ret_count,
             GError                **error)
{
  if (tensor->shape.rank == KOMA_RANK_UNKNOWN)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "constant “%s”: more than %d dimensions", tensor->name, KOMA_MAX_RANK);
  if (koma_shape_check (&tensor->shape, get_element_size (tensor->type), ret_count, error))
    return TRUE;
  g_prefix_error (error, "constant “%s”: ", tensor->name);
  return FALSE;
}

static gboolean
check_size (const KomaTfliteTensor *tensor,
            gsize                   n_bytes,
            gsize                   count,
            GError                **error)
{
  const gsize elem_bytes = get_element_size (tensor->type);

  if (count * elem_bytes != n_bytes)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "constant “%s”: its buffer has %" G_GSIZE_FORMAT
                      " bytes, expected %" G_GSIZE_FORMAT,
                      tensor->name, n_bytes, count * elem_bytes);
  return TRUE;
}

/* The numbers of a buffer, in one dimension. */
static KomaArray *
copy_buffer (KomaTflite             *tflite,
             const KomaTfliteTensor *tensor,
             const KomaFlatVector   *data,
             gsize                   count,
             GError                **error)
{
  const KomaShape shape = KOMA_SHAPE (count);
  KomaDType       dtype = KOMA_DTYPE_FLOAT32;
  KomaArray      *copy = NULL;

  if (!koma_tflite_find_dtype (tensor->type, &dtype) ||
      (tensor->sparsity.buffer == NULL &&
       !koma_tflite_charge (tflite, count * koma_dtype_size (dtype), error)))
    return NULL;
  copy = koma_array_new (dtype, &shape, error);
  if (tensor->type == KOMA_TFLITE_FLOAT16)
    tflite->raw->n_float16 += count;
  if (copy != NULL)
    copy_elements (tensor->type, &(KomaFlatVector){ data->data, count }, copy);
  return copy;
}

/* The same, where zeros are left out of the buffer. */
static KomaArray *
copy_sparse (KomaTflite             *tflite,
             const KomaTfliteTensor *tensor,
             const KomaFlatVector   *data,
             gsize                   count,
             GError                **error)
{
  const gsize        elem_bytes = get_element_size (tensor->type);
  const gsize        max_bytes = MAX_DENSE * tflite->model.buffer->size_bytes + MIN_COPIES;
  g_autofree guint8 *dense = NULL;

  if (count * elem_bytes > max_bytes - tflite->dense_bytes) {
    koma_fail (error, KOMA_ERROR_MODEL, "sparse constant “%s” is much larger than the file",
               tensor->name);
    return NULL;
  }
  tflite->dense_bytes += count * elem_bytes;
  dense = koma_tflite_densify (&tensor->sparsity, tensor->name, &tensor->shape, elem_bytes, data,
                               error);
  return dense != NULL
           ? copy_buffer (tflite, tensor, &(KomaFlatVector){ dense, 0 }, count, error)
           : NULL;
}

/**
 * koma_tflite_get_constant:
 * @index: of a tensor with data, of a type that Koma can hold
 *
 * Errors: %KOMA_ERROR_MODEL if the data does not fit its shape; %KOMA_ERROR_SHAPE;
 * %KOMA_ERROR_UNSUPPORTED if it has too many dimensions; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): its numbers; half floats are floats, int64 is int32
 */
KomaArray *
koma_tflite_get_constant (KomaTflite *tflite,
                          guint       index,
                          GError    **error)
{
  const KomaTfliteTensor *tensor = &tflite->tensors[index];
  const KomaFlatVector    data = koma_tflite_get_buffer (&tflite->model, tensor->buffer);
  const gboolean          is_sparse = tensor->sparsity.buffer != NULL;
  /* Tensors of the same bytes may say of different numbers that they are left out. */
  const gsize    place = is_sparse ? index + (gsize) G_MAXUINT32 : tensor->buffer;
  const gpointer key = GSIZE_TO_POINTER (place << 8 | tensor->type);
  KomaArray     *numbers = NULL;
  gsize          count = 0;

  if (!check_shape (tensor, &count, error) ||
      (!is_sparse && !check_size (tensor, data.n, count, error)))
    return NULL;
  numbers = g_hash_table_lookup (tflite->constants, key);
  if (numbers == NULL) {
    numbers = is_sparse ? copy_sparse (tflite, tensor, &data, count, error)
                        : copy_buffer (tflite, tensor, &data, count, error);
    if (numbers == NULL)
      return NULL;
    g_hash_table_insert (tflite->constants, key, numbers);
  }
  return koma_array_reshape (numbers, &tensor->shape, error);
}

/**
 * koma_tflite_get_value:
 * @index: of a tensor
 *
 * Errors: %KOMA_ERROR_MODEL if nothing makes it; those of koma_tflite_get_constant().
 *
 * Returns: its value in the graph, of the file's type; a constant is added when it is first asked
 *   for
 */
KomaValueId
koma_tflite_get_value (KomaTflite *tflite,
                       guint       index)
{
  KomaBuilder      *b = &tflite->nodes;
  KomaTfliteTensor *tensor = &tflite->tensors[index];
  g_autoptr (KomaArray) constant = NULL;

  if (b->error != NULL)
    return KOMA_VALUE_NONE;
  if (tensor->value != KOMA_VALUE_NONE)
    return tensor->value;
  if (!koma_tflite_has_data (tflite, index))
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "nothing computes tensor “%s”", tensor->name);
  constant = koma_tflite_get_constant (tflite, index, &b->error);
  if (constant != NULL)
    tensor->value = koma_builder_constant (b, tensor->name, constant);
  return tensor->value;
}
