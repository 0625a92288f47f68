/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Element types. BOOL is one byte, 0 or 1. UINT8 and INT8 hold quantised numbers: an op that
 * computes with them knows what they stand for from their KomaQuantization. */
typedef enum {
  KOMA_DTYPE_FLOAT32,
  KOMA_DTYPE_INT32,
  KOMA_DTYPE_BOOL,
  KOMA_DTYPE_UINT8,
  KOMA_DTYPE_INT8,
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
