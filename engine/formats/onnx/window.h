/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* Windows of convolutions and pools over rows and columns; of one spatial dimension, which is
 * columns, rows are 1. */
typedef struct
{
  gint64   kernel[2];
  gint64   stride[2];
  gint64   dilation[2];
  gint64   before[2];
  gint64   after[2];
  gboolean is_auto;       /* auto_pad is one of SAME */
  gboolean is_same_upper; /* TensorFlow's SAME */
} KomaOnnxWindow;

gboolean   koma_onnx_window_read (KomaOnnxCall   *call,
                                  KomaShape       shape, /* [n,c,h,w] */
                                  const gint64   *kernel,
                                  KomaOnnxWindow *ret_window);
KomaAttrs *koma_onnx_window_attrs (const KomaOnnxWindow *window);
/* Pictures of one dimension as ones of one row, and back. */
KomaValueId koma_onnx_to_rows (KomaOnnxCall *call, KomaValueId x);
KomaValueId koma_onnx_from_rows (KomaOnnxCall *call, KomaValueId x, guint rank);

G_END_DECLS
