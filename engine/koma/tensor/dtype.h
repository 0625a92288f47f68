/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * KomaDType:
 * @KOMA_DTYPE_FLOAT32: numbers; nearly all ops take them
 * @KOMA_DTYPE_INT32: whole numbers
 * @KOMA_DTYPE_BOOL: true and false: one byte, 1 or 0
 * @KOMA_DTYPE_UINT8: whole numbers from 0 to 255, or quantised ones
 * @KOMA_DTYPE_INT8: whole numbers from −128 to 127, or quantised ones
 * @KOMA_DTYPE_FLOAT16: IEEE 754 binary16, for storage alone: no graph has values of it
 *
 * Element types. An op that computes with quantised numbers knows from the model's file, for each
 * tensor, which real numbers they stand for.
 */
typedef enum {
  KOMA_DTYPE_FLOAT32,
  KOMA_DTYPE_INT32,
  KOMA_DTYPE_BOOL,
  KOMA_DTYPE_UINT8,
  KOMA_DTYPE_INT8,
  KOMA_DTYPE_FLOAT16,
#ifndef __GI_SCANNER__ /* no dtype: in Python the others are Koma.DType.FLOAT32 and so on */
  KOMA_N_DTYPES,
#endif
} KomaDType;

gsize       koma_dtype_size (KomaDType dtype);      /* bytes of one element */
gboolean    koma_dtype_is_8_bit (KomaDType dtype);  /* uint8 or int8 */
const char *koma_dtype_name (KomaDType dtype);      /* "float32", "int8" */
gboolean    koma_dtype_from_name (const char *name, /* also "DT_FLOAT" … */
                                  KomaDType  *ret_dtype);

G_END_DECLS
