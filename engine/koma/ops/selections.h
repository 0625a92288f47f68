/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* What is chosen by its numbers: they decide the shape of the result, and are read at once. */
KomaTensor             *
koma_tensor_boolean_mask (KomaTensor *self, KomaTensor *mask, int axis, GError **error);
gboolean    koma_tensor_setdiff1d (KomaTensor  *self,
                                   KomaTensor  *y,
                                   KomaTensor **ret_values,
                                   KomaTensor **ret_indices,
                                   GError     **error);
KomaTensor *koma_tensor_where_indices (KomaTensor *self, GError **error);

G_END_DECLS
