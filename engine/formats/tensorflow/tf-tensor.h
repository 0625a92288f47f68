/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "tf-dtype.h"

G_BEGIN_DECLS

/* A TensorProto, whichever way it was written; all borrowed. */
typedef struct
{
  const KomaTfDType *dtype;
  KomaShape          shape;
  const guint8      *content; /* (nullable) [content_bytes] little-endian */
  gsize              content_bytes;
  const double      *values; /* (nullable) [n_values]; the last is repeated */
  gsize              n_values;
} KomaTfTensor;

/* From a file's list of sizes; -1 is an open size. */
gboolean koma_tf_shape_make (const gint64 *sizes,
                             gsize         n_sizes,
                             KomaShape    *ret_shape,
                             GError      **error) G_GNUC_WARN_UNUSED_RESULT;
/* @ret_tensor is NULL where @tensor has no contents. */
gboolean koma_tf_tensor_make (const KomaTfTensor *tensor,
                              KomaArray         **ret_tensor,
                              GError            **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
