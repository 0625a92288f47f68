/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"
#include "window-options.h"

G_BEGIN_DECLS

/* The greatest of each window, whose elements are raised before, or told where they are. */
KomaTensor *koma_tensor_dilation2d (KomaTensor              *self,
                                    KomaTensor              *filter,
                                    const KomaWindowOptions *options,
                                    GError                 **error);
gboolean    koma_tensor_max_pool_with_argmax (KomaTensor              *self,
                                              const KomaWindowOptions *options,
                                              gboolean                 includes_batch,
                                              KomaTensor             **ret_result,
                                              KomaTensor             **ret_indices,
                                              GError                 **error);

G_END_DECLS
