/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaInterpolation:
 * @KOMA_INTERPOLATION_NEAREST: the nearest pixel
 * @KOMA_INTERPOLATION_BILINEAR: what lies between the four pixels around
 *
 * What the colour is between pixels.
 */
typedef enum {
  KOMA_INTERPOLATION_NEAREST,
  KOMA_INTERPOLATION_BILINEAR,
} KomaInterpolation;

/**
 * KomaFillMode:
 * @KOMA_FILL_MODE_CONSTANT: one number
 * @KOMA_FILL_MODE_REFLECT: the picture mirrored at its edge: d c b a | a b c d | d c b a
 * @KOMA_FILL_MODE_WRAP: the picture again: a b c d | a b c d | a b c d
 * @KOMA_FILL_MODE_NEAREST: the pixel at the edge: a a a a | a b c d | d d d d
 *
 * What is around a picture.
 */
typedef enum {
  KOMA_FILL_MODE_CONSTANT,
  KOMA_FILL_MODE_REFLECT,
  KOMA_FILL_MODE_WRAP,
  KOMA_FILL_MODE_NEAREST,
} KomaFillMode;

/* Pictures whose pixels are taken from other places; they are read at once. */
KomaTensor *koma_tensor_crop_and_resize (KomaTensor       *self,
                                         KomaTensor       *boxes,
                                         KomaTensor       *box_indices,
                                         int               height,
                                         int               width,
                                         KomaInterpolation interpolation,
                                         double            fill_value,
                                         GError          **error);
KomaTensor *koma_tensor_rotate_with_offset (KomaTensor  *self,
                                            double       radians,
                                            const float *fill,
                                            guint        n_fill,
                                            double       center_x,
                                            double       center_y,
                                            GError     **error);
KomaTensor *koma_tensor_transform (KomaTensor       *self,
                                   KomaTensor       *transforms,
                                   KomaInterpolation interpolation,
                                   KomaFillMode      fill_mode,
                                   double            fill_value,
                                   int               height,
                                   int               width,
                                   GError          **error);

G_END_DECLS
