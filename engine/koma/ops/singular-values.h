/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* The decomposition by singular values. */
gboolean    koma_tensor_svd (KomaTensor  *self,
                             gboolean     is_full,
                             KomaTensor **ret_s,
                             KomaTensor **ret_u,
                             KomaTensor **ret_v,
                             GError     **error);
KomaTensor *koma_tensor_singular_values (KomaTensor *self, GError **error);

G_END_DECLS
