/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tf-dtype.h"

/* tensorflow/core/framework/types.proto */
static const KomaTfDType dtypes[] = {
  { 1, "DT_FLOAT", 4, KOMA_DTYPE_FLOAT32 },
  { 2, "DT_DOUBLE", 8, KOMA_DTYPE_FLOAT32 },
  { 3, "DT_INT32", 4, KOMA_DTYPE_INT32 },
  { 4, "DT_UINT8", 1, KOMA_DTYPE_INT32 },
  { 5, "DT_INT16", 2, KOMA_DTYPE_INT32 },
  { 6, "DT_INT8", 1, KOMA_DTYPE_INT32 },
  { 9, "DT_INT64", 8, KOMA_DTYPE_INT32 },
  { 10, "DT_BOOL", 1, KOMA_DTYPE_BOOL },
  { 11, "DT_QINT8", 1, KOMA_DTYPE_INT32 },
  { 12, "DT_QUINT8", 1, KOMA_DTYPE_INT32 },
  { 13, "DT_QINT32", 4, KOMA_DTYPE_INT32 },
  { 17, "DT_UINT16", 2, KOMA_DTYPE_INT32 },
  { 19, "DT_HALF", 2, KOMA_DTYPE_FLOAT32 },
};

/**
 * koma_tf_dtype_from_number:
 * @number: a DataType of protocol buffers
 *
 * Returns: (nullable): the type, or %NULL for one that Koma can not hold
 */
const KomaTfDType *
koma_tf_dtype_from_number (gint64 number)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++) {
    if (dtypes[i].number == number)
      return &dtypes[i];
  }

  return NULL;
}

/**
 * koma_tf_dtype_from_name:
 * @name: (nullable): a DataType of JSON
 *
 * Returns: (nullable): the type, or %NULL for one that Koma can not hold
 */
const KomaTfDType *
koma_tf_dtype_from_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++) {
    if (g_strcmp0 (dtypes[i].name, name) == 0)
      return &dtypes[i];
  }

  return NULL;
}
