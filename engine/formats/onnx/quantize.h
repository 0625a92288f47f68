/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

KomaValueId koma_onnx_zero_point (KomaOnnxCall *call, KomaValueId scale, KomaDType dtype);
KomaValueId koma_onnx_to_integers (KomaOnnxCall *call, KomaValueId x, KomaDType dtype);
KomaValueId koma_onnx_dequantize (KomaOnnxCall *call,
                                  KomaValueId   x,
                                  KomaValueId   scale,
                                  KomaValueId   zero_point,
                                  gint64        axis);
KomaValueId koma_onnx_quantize (KomaOnnxCall *call,
                                KomaValueId   x,
                                KomaValueId   scale,
                                KomaValueId   zero_point,
                                gint64        axis);

G_END_DECLS
