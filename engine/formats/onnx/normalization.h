/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* Dimensions from @first on, as bits. */
guint koma_onnx_axes_from (guint first, guint rank);
/* 1 / sqrt (x + epsilon), which is an attribute. */
KomaValueId koma_onnx_inverse_root (KomaOnnxCall *call, KomaValueId x, double fallback);

G_END_DECLS
