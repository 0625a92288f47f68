/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Bits of whole numbers, which are read at once. */
KomaTensor *koma_tensor_bitwise_and (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_bitwise_or (KomaTensor *self, KomaTensor *b, GError **error);
KomaTensor *koma_tensor_bitwise_xor (KomaTensor *self, KomaTensor *b, GError **error);

G_END_DECLS
