/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* Resize with coordinate_transformation_mode tf_crop_and_resize, of [n,c,h,w]. */
KomaValueId koma_onnx_resize_crop (KomaOnnxCall *call,
                                   KomaValueId   x,
                                   const gint64 *out,   /* [2] rows and columns of the result */
                                   const float  *start, /* [2] of the region, 0 … 1 */
                                   const float  *end);   /* [2] */

G_END_DECLS
