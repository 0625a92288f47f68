/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensors.h"

G_BEGIN_DECLS

/* Between a tensor's integers and the numbers that they stand for. The builder keeps errors. */
gboolean    koma_tflite_is_quantized (const KomaTfliteTensor *tensor);
KomaValueId koma_tflite_convert (KomaTflite             *tflite,
                                 const KomaTfliteTensor *tensor,
                                 KomaOp                  op,
                                 KomaValueId             value,
                                 gint64                  axis);
KomaValueId koma_tflite_get_real (KomaTflite *tflite, guint index);

G_END_DECLS
