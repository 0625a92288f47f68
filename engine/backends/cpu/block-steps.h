/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Parts of prepared steps of float32 that a block computes. */
#pragma once

#include "kernels/kernels.h"
#include "step.h"

G_BEGIN_DECLS

void koma_cpu_conv_2d_run_rows (const KomaCpuStep *step,
                                const float       *rows, /* (nullable) */
                                gsize              first_row,
                                gsize              n_rows,
                                float             *ret_out);

/* A line with all but what differs from line to line: lines, taps and out. */
KomaCpuDepthwiseLine koma_cpu_depthwise_conv_2d_get_line (const KomaCpuStep *step);

G_END_DECLS
