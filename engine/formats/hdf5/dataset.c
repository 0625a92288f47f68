/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Datasets whose numbers lie in one piece. */

#include "dataset.h"

#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/formats/tensorflow/tf-tensor.h"
#include "engine/koma/koma-error.h"

#define IS_INTEGER      0
#define IS_FLOAT        1
#define IS_BIG_ENDIAN   1
#define IS_SIGNED       8
#define LAYOUT_COMPACT  0
#define LAYOUT_IN_PIECE 1

/* Where sign, exponent and mantissa of floats of 2, 4 and 8 bytes are: position and size of the
 * exponent, of the mantissa, and the bias. */
static const guint8 ieee_2[] = { 10, 5, 0, 10, 15, 0, 0, 0 };
static const guint8 ieee_4[] = { 23, 8, 0, 23, 127, 0, 0, 0 };
static const guint8 ieee_8[] = { 52, 11, 0, 52, 0xff, 0x03, 0, 0 };

static gboolean
is_ieee (const KomaHdf5Part *properties,
         gsize               size_bytes)
{
  const guint8 *expected = size_bytes == 2 ? ieee_2 : size_bytes == 4 ? ieee_4
                                                                      : ieee_8;

  return properties->size_bytes >= 12 && memcmp (properties->data + 4, expected, 8) == 0;
}

/**
 * koma_hdf5_read_dtype:
 * @part: a message of a datatype
 *
 * Returns: whether it is one. Thread: any.
 */
gboolean
koma_hdf5_read_dtype (KomaHdf5Part   part,
                      KomaHdf5DType *ret_dtype)
{
  guint64 first = 0;
  guint64 bits = 0;
  guint64 size = 0;

  if (!koma_hdf5_take_number (&part, 1, &first) || !koma_hdf5_take_number (&part, 3, &bits) ||
      !koma_hdf5_take_number (&part, 4, &size) || size == 0)
    return FALSE;
  *ret_dtype = (KomaHdf5DType){
    .class_number = first & 0xf,
    .bits = (guint) bits,
    .size_bytes = (gsize) size,
  };
  ret_dtype->is_plain = (bits & IS_BIG_ENDIAN) == 0 &&
                        (ret_dtype->class_number != IS_FLOAT || is_ieee (&part, (gsize) size));
  return TRUE;
}

/* TensorFlow's number of the type, so that its tensors can be made of it; 0: none. */
static guint
find_number (const KomaHdf5DType *dtype)
{
  const gboolean is_signed = (dtype->bits & IS_SIGNED) != 0;
  static const struct
  {
    guint    class_number;
    gsize    size_bytes;
    gboolean is_signed;
    guint    number;
  } rows[] = {
    { IS_FLOAT, 2, FALSE, 19 },
    { IS_FLOAT, 4, FALSE, 1 },
    { IS_FLOAT, 8, FALSE, 2 },
    { IS_INTEGER, 1, FALSE, 4 },
    { IS_INTEGER, 1, TRUE, 6 },
    { IS_INTEGER, 2, FALSE, 17 },
    { IS_INTEGER, 2, TRUE, 5 },
    { IS_INTEGER, 4, TRUE, 3 },
    { IS_INTEGER, 8, TRUE, 9 },
  };

  for (guint i = 0; dtype->is_plain && i < G_N_ELEMENTS (rows); i++)
    if (rows[i].class_number == dtype->class_number && rows[i].size_bytes == dtype->size_bytes &&
        (dtype->class_number == IS_FLOAT || rows[i].is_signed == is_signed))
      return rows[i].number;
  return 0;
}

/* Version 1 has more bytes before the sizes than version 2. */
static gboolean
read_shape (KomaHdf5Part part,
            KomaShape   *ret_shape,
            GError     **error)
{
  guint64 version = 0;
  guint64 rank = 0;
  gint64  sizes[KOMA_MAX_RANK + 1] = { 0 };

  if (!koma_hdf5_take_number (&part, 1, &version) || !koma_hdf5_take_number (&part, 1, &rank) ||
      !koma_hdf5_take (&part, version == 1 ? 6 : 2, NULL) || version < 1 || version > 2)
    return koma_fail (error, KOMA_ERROR_MODEL, "its shape is damaged");
  for (guint i = 0; i < MIN (rank, G_N_ELEMENTS (sizes)); i++) {
    guint64 size = 0;

    if (!koma_hdf5_take_number (&part, 8, &size) || size > G_MAXINT32)
      return koma_fail (error, KOMA_ERROR_SHAPE, "its shape is damaged or too large");
    sizes[i] = (gint64) size;
  }
  return koma_tf_shape_make (sizes, MIN (rank, G_N_ELEMENTS (sizes)), ret_shape, error);
}

static gboolean
find_numbers (KomaHdf5     *self,
              KomaHdf5Part  layout,
              KomaHdf5Part *ret_numbers,
              GError      **error)
{
  guint64 version = 0;
  guint64 kind = 0;
  guint64 address = 0;
  guint64 size = 0;

  if (!koma_hdf5_take_number (&layout, 1, &version) || !koma_hdf5_take_number (&layout, 1, &kind))
    return koma_fail (error, KOMA_ERROR_MODEL, "its layout is damaged");
  if (version < 3 || version > 4 || kind > LAYOUT_IN_PIECE)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "its numbers are not in one piece, as Keras stores them. Load the file in "
                      "Keras and save it again");
  if (kind == LAYOUT_COMPACT)
    return (koma_hdf5_take_number (&layout, 2, &size) &&
            koma_hdf5_take (&layout, (gsize) size, ret_numbers)) ||
           koma_fail (error, KOMA_ERROR_MODEL, "its layout is damaged");
  if (!koma_hdf5_take_number (&layout, 8, &address) || !koma_hdf5_take_number (&layout, 8, &size))
    return koma_fail (error, KOMA_ERROR_MODEL, "its layout is damaged");
  return koma_hdf5_get_part (self, address, size, ret_numbers, error);
}

static gboolean
check_kind (const GArray *messages,
            GError      **error)
{
  static const KomaHdf5Type needed[] = { KOMA_HDF5_DATASPACE, KOMA_HDF5_DATATYPE,
                                         KOMA_HDF5_LAYOUT };

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++) {
    const KomaHdf5Message *message = koma_hdf5_find_message (messages, needed[i]);

    if (message == NULL || message->is_shared)
      return koma_fail (error, message == NULL ? KOMA_ERROR_MODEL : KOMA_ERROR_UNSUPPORTED,
                        "expected an array of numbers, found something else");
  }
  if (koma_hdf5_find_message (messages, KOMA_HDF5_FILTERS) != NULL ||
      koma_hdf5_find_message (messages, KOMA_HDF5_EXTERNAL_FILES) != NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "its numbers are compressed or in another file. Load the file in Keras and "
                      "save it again");
  return TRUE;
}

/**
 * koma_hdf5_read_dataset:
 * @messages: (element-type KomaHdf5Message): of a dataset
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is damaged; %KOMA_ERROR_UNSUPPORTED where it
 * holds no numbers that Koma knows, or not in one piece; %KOMA_ERROR_SHAPE where its size is not
 * that of its shape; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable): its numbers; %NULL where it has none, or with an error
 */
KomaArray *
koma_hdf5_read_dataset (KomaHdf5     *self,
                        const GArray *messages,
                        GError      **error)
{
  KomaHdf5DType dtype = { 0 };
  KomaHdf5Part  numbers = { 0 };
  KomaTfTensor  from = { 0 };
  KomaArray    *tensor = NULL;

  if (!check_kind (messages, error) ||
      !read_shape (koma_hdf5_find_message (messages, KOMA_HDF5_DATASPACE)->part, &from.shape,
                   error))
    return NULL;
  if (koma_shape_count (&from.shape) == 0)
    return NULL;
  if (!koma_hdf5_read_dtype (koma_hdf5_find_message (messages, KOMA_HDF5_DATATYPE)->part, &dtype) ||
      find_number (&dtype) == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "expected floats or integers, found another type");
    return NULL;
  }
  if (!find_numbers (self, koma_hdf5_find_message (messages, KOMA_HDF5_LAYOUT)->part, &numbers,
                     error))
    return NULL;
  if (numbers.size_bytes == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE, "there are no numbers for its shape");
    return NULL;
  }
  from.dtype = koma_tf_dtype_from_number (find_number (&dtype));
  from.content = numbers.data;
  from.content_bytes = numbers.size_bytes;
  return koma_tf_tensor_make (&from, &tensor, error) ? tensor : NULL;
}
