/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Element types. BOOL is one byte, 0 or 1. */
typedef enum {
  KOMA_DTYPE_FLOAT32,
  KOMA_DTYPE_INT32,
  KOMA_DTYPE_BOOL,
  KOMA_N_DTYPES,
} KomaDType;

gsize       koma_dtype_size (KomaDType dtype);      /* bytes of one element */
const char *koma_dtype_name (KomaDType dtype);      /* "float32", "int32", "bool" */
gboolean    koma_dtype_from_name (const char *name, /* also "DT_FLOAT" … */
                                  KomaDType  *ret_dtype);

G_END_DECLS
