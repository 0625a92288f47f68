/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/tensor/dtype.h"

G_BEGIN_DECLS

/* TensorFlow's element types, as far as Koma can hold their numbers. */
typedef struct
{
  guint       number; /* in protocol buffers */
  const char *name;   /* in JSON: "DT_INT64" */
  gsize       size;   /* bytes of one element in a file */
  KomaDType   dtype;  /* what Koma holds it as; the numbers may be cut */
} KomaTfDType;

const KomaTfDType *koma_tf_dtype_from_number (gint64 number);  /* (nullable) */
const KomaTfDType *koma_tf_dtype_from_name (const char *name); /* (nullable) */

G_END_DECLS
