/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaSide:
 * @KOMA_SIDE_LEFT: before equal numbers
 * @KOMA_SIDE_RIGHT: behind equal numbers
 *
 * Where koma_tensor_search_sorted() puts a number that is there already.
 */
typedef enum {
  KOMA_SIDE_LEFT,
  KOMA_SIDE_RIGHT,
} KomaSide;

/* Where numbers are, or belong, among others; these are read at once. */
KomaTensor *
koma_tensor_in_top_k (KomaTensor *self, KomaTensor *targets, int k, GError **error);
KomaTensor             *
koma_tensor_search_sorted (KomaTensor *self, KomaTensor *values, KomaSide side, GError **error);
KomaTensor *koma_tensor_lower_bound (KomaTensor *self, KomaTensor *values, GError **error);
KomaTensor *koma_tensor_upper_bound (KomaTensor *self, KomaTensor *values, GError **error);

G_END_DECLS
