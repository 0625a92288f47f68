/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* How the smaller of two inputs is repeated, where that is not NumPy's rule. */
KomaValueId koma_onnx_align_at (KomaOnnxCall *call, KomaValueId a, KomaValueId b, guint axis);
KomaValueId koma_onnx_align_second (KomaOnnxCall *call);

G_END_DECLS
