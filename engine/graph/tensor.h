/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dtype.h"
#include "shape.h"

G_BEGIN_DECLS

typedef struct _KomaTensor KomaTensor;

/* A dense array with an atomic reference count. Its maker fills it; once it
 * is shared, nobody writes to it any more. */
struct _KomaTensor
{
  gatomicrefcount ref_count;

  KomaDType   dtype;
  KomaShape   shape;  /* known in every dimension */
  gsize       count;  /* elements, 1 for a scalar */
  gpointer    data;   /* [count] row-major; aligned and padded as in memory.h */
  KomaTensor *origin; /* (nullable) (owned) private: whose data it is */
};

KomaTensor *koma_tensor_new (KomaDType        dtype, /* zeros */
                             const KomaShape *shape,
                             GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaTensor *koma_tensor_new_from_data (KomaDType        dtype, /* copies */
                                       const KomaShape *shape,
                                       gconstpointer    data,
                                       GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaTensor *koma_tensor_new_scalar (KomaDType dtype,
                                    double    value,
                                    GError  **error) G_GNUC_WARN_UNUSED_RESULT;
KomaTensor *koma_tensor_reshape (KomaTensor      *tensor, /* shares the data */
                                 const KomaShape *shape,
                                 GError         **error) G_GNUC_WARN_UNUSED_RESULT;
KomaTensor *koma_tensor_ref (KomaTensor *tensor);
void        koma_tensor_unref (KomaTensor *tensor);

gsize  koma_tensor_get_size_bytes (const KomaTensor *tensor);
gint64 koma_tensor_get_int (const KomaTensor *tensor,
                            gsize             index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTensor, koma_tensor_unref)

G_END_DECLS
