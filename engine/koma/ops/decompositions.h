/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Matrices taken apart, and what is solved by it. */
KomaTensor             *
koma_tensor_band_part (KomaTensor *self, int n_lower, int n_upper, GError **error);
KomaTensor *koma_tensor_gram_schmidt (KomaTensor *self, GError **error);
gboolean    koma_tensor_qr (KomaTensor  *self,
                            gboolean     is_full,
                            KomaTensor **ret_q,
                            KomaTensor **ret_r,
                            GError     **error);
KomaTensor *koma_tensor_solve (KomaTensor *self, KomaTensor *b, GError **error);

G_END_DECLS
