/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorProto: numbers as raw little-endian bytes, here or in a file beside the model, or in a
 * list for some types of them. */

#include "tensor.h"

#include <math.h>
#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/formats/tensorflow/tf-tensor.h"
#include "engine/graph/half.h"
#include "engine/koma/koma-error.h"

typedef Koma__Onnx__TensorProto TensorProto;

enum {
  TYPE_FLOAT = 1,
  TYPE_UINT8,
  TYPE_INT8,
  TYPE_UINT16,
  TYPE_INT16,
  TYPE_INT32,
  TYPE_INT64,
  TYPE_BOOL = 9,
  TYPE_FLOAT16,
  TYPE_DOUBLE,
  TYPE_UINT32,
  TYPE_UINT64,
  TYPE_BFLOAT16 = 16,
};

#define LOCATION_EXTERNAL 1
/* Slices mean "to the end" by the largest int64 or one near it. */
#define NO_END (G_GINT64_CONSTANT (1) << 60)

static const KomaOnnxType types[] = {
  { "UNDEFINED", 0, 0 },
  { "FLOAT", 4, KOMA_DTYPE_FLOAT32 },
  { "UINT8", 1, KOMA_DTYPE_UINT8 },
  { "INT8", 1, KOMA_DTYPE_INT8 },
  { "UINT16", 2, KOMA_DTYPE_INT32 },
  { "INT16", 2, KOMA_DTYPE_INT32 },
  { "INT32", 4, KOMA_DTYPE_INT32 },
  { "INT64", 8, KOMA_DTYPE_INT32 },
  { "STRING", 0, 0 },
  { "BOOL", 1, KOMA_DTYPE_BOOL },
  { "FLOAT16", 2, KOMA_DTYPE_FLOAT32 },
  { "DOUBLE", 8, KOMA_DTYPE_FLOAT32 },
  { "UINT32", 4, KOMA_DTYPE_INT32 },
  { "UINT64", 8, KOMA_DTYPE_INT32 },
  { "COMPLEX64", 0, 0 },
  { "COMPLEX128", 0, 0 },
  { "BFLOAT16", 2, KOMA_DTYPE_FLOAT32 },
  { "FLOAT8E4M3FN", 0, 0 },
  { "FLOAT8E4M3FNUZ", 0, 0 },
  { "FLOAT8E5M2", 0, 0 },
  { "FLOAT8E5M2FNUZ", 0, 0 },
  { "UINT4", 0, 0 },
  { "INT4", 0, 0 },
  { "FLOAT4E2M1", 0, 0 },
};

/**
 * koma_onnx_type_get:
 * @number: a TensorProto.DataType
 *
 * Returns: its name, and the type that Koma holds its numbers in. Thread: any.
 */
KomaOnnxType
koma_onnx_type_get (int number)
{
  static const KomaOnnxType unknown = { "an unknown type", 0, 0 };

  return number >= 0 && number < (int) G_N_ELEMENTS (types) ? types[number] : unknown;
}

static float
bfloat_to_float (guint16 bits)
{
  const guint32 wide = (guint32) bits << 16;
  float         number = 0;

  memcpy (&number, &wide, sizeof number);
  return number;
}

static gboolean
set_int (KomaArray *tensor,
         gsize      index,
         gint64     number,
         GError   **error)
{
  if ((number < G_MININT32 || number > G_MAXINT32) && number > -NO_END && number < NO_END)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "number %zu is %" G_GINT64_FORMAT ", which int32 can not hold",
                      index, number);
  ((gint32 *) tensor->data)[index] = (gint32) CLAMP (number, G_MININT32, G_MAXINT32);
  return TRUE;
}

/* One number: bits as they lie in a file, in the low bytes. */
static gboolean
set_bits (KomaArray *tensor,
          gsize      index,
          int        type,
          guint64    bits,
          GError   **error)
{
  const guint32 low = (guint32) bits;
  double        number = 0;

  switch (type) {
  case TYPE_FLOAT:
    memcpy ((float *) tensor->data + index, &low, sizeof low);
    return TRUE;
  case TYPE_FLOAT16:
    ((float *) tensor->data)[index] = koma_half_to_float ((guint16) low);
    return TRUE;
  case TYPE_BFLOAT16:
    ((float *) tensor->data)[index] = bfloat_to_float ((guint16) low);
    return TRUE;
  case TYPE_DOUBLE:
    memcpy (&number, &bits, sizeof number);
    ((float *) tensor->data)[index] = (float) number;
    return TRUE;
  case TYPE_BOOL:
    ((guint8 *) tensor->data)[index] = low != 0;
    return TRUE;
  case TYPE_INT8:
  case TYPE_UINT8:
    ((guint8 *) tensor->data)[index] = (guint8) low;
    return TRUE;
  case TYPE_INT16:
    return set_int (tensor, index, (gint16) low, error);
  case TYPE_INT32:
    return set_int (tensor, index, (gint32) low, error);
  case TYPE_UINT64:
    return set_int (tensor, index, (gint64) MIN (bits, G_MAXINT64), error);
  default: /* unsigned, int64 */
    return set_int (tensor, index, (gint64) bits, error);
  }
}

static gboolean
set_raw (KomaArray    *tensor,
         int           type,
         const guint8 *bytes,
         GError      **error)
{
  const gsize size = koma_onnx_type_get (type).size;

  /* Nearly all weights, and a hundred times as fast. */
  if (type == TYPE_FLOAT && G_BYTE_ORDER == G_LITTLE_ENDIAN) {
    memcpy (tensor->data, bytes, tensor->count * size);
    return TRUE;
  }
  for (gsize i = 0; i < tensor->count; i++)
    if (!set_bits (tensor, i, type, koma_little_endian_read (bytes + i * size, size), error))
      return FALSE;
  return TRUE;
}

/* The list that a type's numbers stand in. */
static gsize
count_listed (const TensorProto *proto)
{
  switch (proto->data_type) {
  case TYPE_FLOAT:
    return proto->n_float_data;
  case TYPE_DOUBLE:
    return proto->n_double_data;
  case TYPE_INT64:
    return proto->n_int64_data;
  case TYPE_UINT32:
  case TYPE_UINT64:
    return proto->n_uint64_data;
  default:
    return proto->n_int32_data;
  }
}

static guint64
get_listed (const TensorProto *proto,
            gsize              index)
{
  guint32 single = 0;
  guint64 bits = 0;

  switch (proto->data_type) {
  case TYPE_FLOAT:
    memcpy (&single, &proto->float_data[index], sizeof single);
    return single;
  case TYPE_DOUBLE:
    memcpy (&bits, &proto->double_data[index], sizeof bits);
    return bits;
  case TYPE_INT64:
    return (guint64) proto->int64_data[index];
  case TYPE_UINT32:
  case TYPE_UINT64:
    return proto->uint64_data[index];
  case TYPE_UINT8:
    return (guint8) proto->int32_data[index];
  case TYPE_UINT16:
    return (guint16) proto->int32_data[index];
  default:
    return (guint32) proto->int32_data[index];
  }
}

static gboolean
set_listed (KomaArray         *tensor,
            const TensorProto *proto,
            GError           **error)
{
  if (count_listed (proto) != tensor->count)
    return koma_fail (error, KOMA_ERROR_SHAPE, "expected %zu numbers, found %zu",
                      tensor->count, count_listed (proto));
  for (gsize i = 0; i < tensor->count; i++)
    if (!set_bits (tensor, i, proto->data_type, get_listed (proto, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
set_numbers (KomaArray         *tensor,
             const TensorProto *proto,
             KomaOnnxSource    *source,
             GError           **error)
{
  const gsize        size_bytes = tensor->count * koma_onnx_type_get (proto->data_type).size;
  g_autofree guint8 *bytes = NULL;

  if (proto->data_location == LOCATION_EXTERNAL) {
    bytes = koma_onnx_external_read (proto, size_bytes, source, error);
    return bytes != NULL && set_raw (tensor, proto->data_type, bytes, error);
  }
  if (proto->raw_data.len == 0)
    return set_listed (tensor, proto, error);
  if (proto->raw_data.len != size_bytes)
    return koma_fail (error, KOMA_ERROR_SHAPE, "expected %zu bytes, found %zu", size_bytes,
                      proto->raw_data.len);
  return set_raw (tensor, proto->data_type, proto->raw_data.data, error);
}

static KomaArray *
read_tensor (const TensorProto *proto,
             KomaOnnxSource    *source,
             GError           **error)
{
  const KomaOnnxType type = koma_onnx_type_get (proto->data_type);
  g_autoptr (KomaArray) tensor = NULL;
  KomaShape shape = { 0 };
  gsize     count = 0;

  if (type.size == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "its numbers are %s", type.name);
    return NULL;
  }
  if (!koma_tf_shape_make (proto->dims, proto->n_dims, &shape, error) ||
      !koma_shape_check (&shape, sizeof (double), &count, error))
    return NULL;
  if (count * type.size > source->bytes_left) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "the constants have more than %" G_GUINT64_FORMAT " bytes",
                 KOMA_MAX_WEIGHT_BYTES);
    return NULL;
  }
  source->bytes_left -= count * type.size;
  tensor = koma_array_new (type.dtype, &shape, error);
  if (tensor == NULL || !set_numbers (tensor, proto, source, error))
    return NULL;
  return g_steal_pointer (&tensor);
}

/**
 * koma_onnx_tensor_read:
 * @source: where its bytes may lie; `bytes_left` becomes less
 *
 * Makes a tensor of a TensorProto, in the type that Koma holds its numbers in: float16, bfloat16
 * and double become float32, integers of more than 8 bits int32.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the type is none that Koma reads, or a number is too large;
 * %KOMA_ERROR_SHAPE if shape and numbers do not fit; %KOMA_ERROR_MODEL if a file name leads out
 * of the folder; %KOMA_ERROR_MEMORY; #GFileError. They name the tensor. Thread: any.
 *
 * Returns: (transfer full): the tensor
 */
KomaArray *
koma_onnx_tensor_read (const TensorProto *proto,
                       KomaOnnxSource    *source,
                       GError           **error)
{
  KomaArray *tensor = read_tensor (proto, source, error);

  if (tensor == NULL && *proto->name != '\0' && g_utf8_validate (proto->name, -1, NULL))
    g_prefix_error (error, "tensor “%s”: ", proto->name);
  return tensor;
}
