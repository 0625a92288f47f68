/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* For the operators that convolve or multiply quantised numbers, too. */
KomaValueId koma_onnx_conv (KomaOnnxCall *call, KomaValueId x, KomaValueId w, KomaValueId b);
KomaValueId koma_onnx_mat_mul (KomaOnnxCall *call, KomaValueId a, KomaValueId b);

G_END_DECLS
