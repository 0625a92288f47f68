/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

/* Of one value, of the shape and the dtype of another tensor. */
KomaTensor *koma_tensor_ones_like (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_zeros_like (KomaTensor *self, GError **error);

G_END_DECLS
