/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/tensor/dtype.h"
#include "shape.h"

G_BEGIN_DECLS

typedef struct _KomaArray KomaArray;

/* A dense array with an atomic reference count. Its maker fills it; once it
 * is shared, nobody writes to it any more. */
struct _KomaArray
{
  gatomicrefcount ref_count;

  KomaDType  dtype;
  KomaShape  shape;  /* known in every dimension */
  gsize      count;  /* elements, 1 for a scalar */
  gpointer   data;   /* [count] row-major; aligned and padded as in memory.h */
  KomaArray *origin; /* (nullable) (owned) private: the array whose data @data is … */
  GBytes    *bytes;  /* (nullable) (owned) private: … or the bytes that @data is a part of */
};

KomaArray *koma_array_new (KomaDType        dtype, /* zeros */
                           const KomaShape *shape,
                           GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaArray *koma_array_new_from_data (KomaDType        dtype, /* copies */
                                     const KomaShape *shape,
                                     gconstpointer    data,
                                     GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaArray *koma_array_new_from_bytes (KomaDType        dtype, /* shares the data */
                                      const KomaShape *shape,
                                      GBytes          *bytes,
                                      guint64          offset,
                                      GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaArray *koma_array_new_from_file_bytes (KomaDType        dtype, /* likewise, for readers */
                                           const KomaShape *shape,
                                           GBytes          *bytes,
                                           guint64          offset,
                                           GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaArray *koma_array_new_scalar (KomaDType dtype,
                                  double    value,
                                  GError  **error) G_GNUC_WARN_UNUSED_RESULT;
KomaArray *koma_array_reshape (KomaArray       *array, /* shares the data */
                               const KomaShape *shape,
                               GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaArray *koma_array_ref (KomaArray *array);
void       koma_array_unref (KomaArray *array);

gsize  koma_array_get_size_bytes (const KomaArray *array);
gint64 koma_array_get_int (const KomaArray *array,
                           gsize            index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaArray, koma_array_unref)

G_END_DECLS
