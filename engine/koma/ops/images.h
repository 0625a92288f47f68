/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* The mirror image, and pictures in other channels. */
KomaTensor *koma_tensor_flip_left_right (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_grayscale_to_rgb (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_rgb_to_grayscale (KomaTensor *self, GError **error);

/* Pictures in another size. */
KomaTensor *koma_tensor_resize_bilinear (KomaTensor *self,
                                         int         height,
                                         int         width,
                                         gboolean    align_corners,
                                         gboolean    half_pixel_centers,
                                         GError    **error);
KomaTensor *koma_tensor_resize_nearest_neighbor (KomaTensor *self,
                                                 int         height,
                                                 int         width,
                                                 gboolean    align_corners,
                                                 gboolean    half_pixel_centers,
                                                 GError    **error);

G_END_DECLS
