/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* The pixels under the window of one pixel of the result, without padding. Places and strides
 * are in elements of the picture [n,h,w,c] or of the result. */
typedef struct
{
  const KomaCpuStep *step;
  gsize              in; /* the first pixel: [n_rows][n_columns][n_channels] */
  gsize              out;
  gsize              n_rows;
  gsize              n_columns;
  gsize              row_stride;
  gsize              column_stride;
  gsize              n_channels;
  gsize              n_counted; /* pixels that a mean is over, those of padding included */
} KomaCpuPoolWindow;

/* Computes one pixel of the result, or what it gives to the pixels under its window. */
typedef void (*KomaCpuPoolFunc) (const KomaCpuPoolWindow *window);

/* Of quantised values. */
void koma_cpu_avg_pool_8_pixel (const KomaCpuPoolWindow *window);
void koma_cpu_max_pool_8_pixel (const KomaCpuPoolWindow *window);

gboolean koma_cpu_pool_prepare (KomaCpuStep    *step,
                                KomaCpuPoolFunc pool_pixel,
                                GError        **error);
gboolean koma_cpu_pool_grad_prepare (KomaCpuStep    *step,
                                     guint           gradient,
                                     KomaCpuPoolFunc pool_pixel,
                                     GError        **error);

G_END_DECLS
