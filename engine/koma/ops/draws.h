/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* What draws numbers for a tensor. */
KomaTensor *koma_tensor_dropout (KomaTensor *self,
                                 double      rate,
                                 const int  *noise_shape,
                                 guint       noise_rank,
                                 guint64     seed,
                                 GError    **error);
KomaTensor *koma_tensor_multinomial (KomaTensor *self,
                                     int         n_samples,
                                     guint64     seed,
                                     gboolean    is_normalized,
                                     GError    **error);

G_END_DECLS
