/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* What the decomposition of matrices by singular values is, in numbers. */
typedef struct
{
  KomaArray *s; /* (owned) [.., min (m, n)] */
  KomaArray *u; /* (owned) (nullable) [.., m, m or min (m, n)] */
  KomaArray *v; /* (owned) (nullable) [.., n, n or min (m, n)] */
} KomaSvdNumbers;

/* Reads the matrices at once. @function: the name for errors */
gboolean koma_svd_numbers_compute (KomaTensor     *matrix,
                                   gboolean        is_full,
                                   gboolean        has_vectors,
                                   const char     *function,
                                   KomaSvdNumbers *ret_numbers,
                                   GError        **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_svd_numbers_clear (KomaSvdNumbers *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaSvdNumbers, koma_svd_numbers_clear)

G_END_DECLS
