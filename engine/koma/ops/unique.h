/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Slices without those that are there twice. */
gboolean koma_tensor_unique (
  KomaTensor *self, int axis, KomaTensor **ret_values, KomaTensor **ret_indices, GError **error);

G_END_DECLS
