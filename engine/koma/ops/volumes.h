/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"
#include "window-options.h"

G_BEGIN_DECLS

/* Convolutions and pools of volumes, which are pictures one behind the other. */
KomaTensor             *
koma_tensor_avg_pool3d (KomaTensor *self, const KomaWindowOptions *options, GError **error);
KomaTensor *koma_tensor_conv3d (KomaTensor              *self,
                                KomaTensor              *filter,
                                const KomaWindowOptions *options,
                                GError                 **error);
KomaTensor *
koma_tensor_max_pool3d (KomaTensor *self, const KomaWindowOptions *options, GError **error);

G_END_DECLS
