/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "dtype.h"

static const struct
{
  const char *name;
  const char *tensorflow_name;
  gsize       size_bytes;
} dtypes[KOMA_N_DTYPES] = {
  [KOMA_DTYPE_FLOAT32] = { "float32", "DT_FLOAT", 4 },
  [KOMA_DTYPE_INT32] = { "int32", "DT_INT32", 4 },
  [KOMA_DTYPE_BOOL] = { "bool", "DT_BOOL", 1 },
  [KOMA_DTYPE_UINT8] = { "uint8", "DT_UINT8", 1 },
  [KOMA_DTYPE_INT8] = { "int8", "DT_INT8", 1 },
  [KOMA_DTYPE_FLOAT16] = { "float16", "DT_HALF", 2 },
};

/**
 * koma_dtype_size:
 * @dtype: an element type
 *
 * Thread: any.
 *
 * Returns: bytes of one element
 */
gsize
koma_dtype_size (KomaDType dtype)
{
  if (dtype == KOMA_DTYPE_COMPLEX64)
    return 2 * sizeof (float);
  g_return_val_if_fail (dtype < KOMA_N_DTYPES, 0);

  return dtypes[dtype].size_bytes;
}

/**
 * koma_dtype_is_8_bit:
 * @dtype: an element type
 *
 * Thread: any.
 *
 * Returns: whether it is uint8 or int8
 */
gboolean
koma_dtype_is_8_bit (KomaDType dtype)
{
  return dtype == KOMA_DTYPE_UINT8 || dtype == KOMA_DTYPE_INT8;
}

/**
 * koma_dtype_name:
 * @dtype: an element type
 *
 * Thread: any.
 *
 * Returns: (transfer none): the name TensorFlow.js uses, "float32"
 */
const char *
koma_dtype_name (KomaDType dtype)
{
  if (dtype == KOMA_DTYPE_COMPLEX64)
    return "complex64";
  g_return_val_if_fail (dtype < KOMA_N_DTYPES, NULL);

  return dtypes[dtype].name;
}

/**
 * koma_dtype_from_name:
 * @name: TensorFlow.js' name ("float32") or TensorFlow's ("DT_FLOAT")
 * @ret_dtype: (out): the element type
 *
 * Thread: any.
 *
 * Returns: whether it is one that arrays and graphs have
 */
gboolean
koma_dtype_from_name (const char *name,
                      KomaDType  *ret_dtype)
{
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < KOMA_N_DTYPES; i++)
    if (g_str_equal (name, dtypes[i].name) || g_str_equal (name, dtypes[i].tensorflow_name)) {
      *ret_dtype = i;
      return TRUE;
    }
  return FALSE;
}
