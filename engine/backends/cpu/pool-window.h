/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* The pixels under the window of one pixel of the result, without padding. */
typedef struct
{
  const KomaCpuStep *step;
  gconstpointer      first; /* [n_rows][n_columns][c], strides below */
  gsize              n_rows;
  gsize              n_columns;
  gsize              row_stride; /* elements */
  gsize              column_stride;
  gsize              n_channels;
  gsize              n_counted; /* pixels that a mean is over, those of padding included */
} KomaCpuPoolWindow;

/* Computes the pixel @out, [n_channels], from the pixels under a window. */
typedef void (*KomaCpuPoolFunc) (const KomaCpuPoolWindow *window,
                                 KomaClamp                clamp,
                                 gpointer                 out);

/* Of quantised values. */
void koma_cpu_avg_pool_8_pixel (const KomaCpuPoolWindow *window, KomaClamp clamp, gpointer out);
void koma_cpu_max_pool_8_pixel (const KomaCpuPoolWindow *window, KomaClamp clamp, gpointer out);

gboolean koma_cpu_pool_prepare (KomaCpuStep    *step,
                                KomaCpuPoolFunc pool_pixel,
                                GError        **error);

G_END_DECLS
