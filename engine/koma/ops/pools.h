/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"
#include "window-options.h"

G_BEGIN_DECLS

/* The greatest or the mean of each window. */
KomaTensor *
koma_tensor_avg_pool (KomaTensor *self, const KomaWindowOptions *options, GError **error);
KomaTensor *
koma_tensor_max_pool (KomaTensor *self, const KomaWindowOptions *options, GError **error);

G_END_DECLS
