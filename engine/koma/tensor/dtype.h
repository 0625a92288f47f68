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
 * @KOMA_DTYPE_COMPLEX64: complex numbers, real and imaginary part as float32. Only tensors have it:
 *   koma_tensor_complex(), koma_tensor_fft() and the like make it, koma_tensor_real(),
 *   koma_tensor_imag(), koma_tensor_abs() and the transforms take it, and all other ops refuse it
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
  KOMA_N_DTYPES,       /* that arrays and graphs have; a complex tensor is an array of pairs */
#endif
  KOMA_DTYPE_COMPLEX64 = 6,
} KomaDType;

gsize       koma_dtype_size (KomaDType dtype);      /* bytes of one element */
gboolean    koma_dtype_is_8_bit (KomaDType dtype);  /* uint8 or int8 */
const char *koma_dtype_name (KomaDType dtype);      /* "float32", "int8" */
gboolean    koma_dtype_from_name (const char *name, /* also "DT_FLOAT" … */
                                  KomaDType  *ret_dtype);

G_END_DECLS
