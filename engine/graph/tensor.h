/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dtype.h"
#include "shape.h"

G_BEGIN_DECLS

/* A dense array with an atomic reference count. Its maker fills it; once it
 * is shared, nobody writes to it any more. */
typedef struct _KomaTensor KomaTensor;

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

KomaDType        koma_tensor_get_dtype (const KomaTensor *tensor);
const KomaShape *koma_tensor_get_shape (const KomaTensor *tensor);
gsize            koma_tensor_get_count (const KomaTensor *tensor);
gsize            koma_tensor_get_size_bytes (const KomaTensor *tensor);
gconstpointer    koma_tensor_get_data (const KomaTensor *tensor);
gpointer         koma_tensor_get_mutable_data (KomaTensor *tensor); /* maker only */
gint64           koma_tensor_get_int (const KomaTensor *tensor,
                                      gsize             index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTensor, koma_tensor_unref)

G_END_DECLS
