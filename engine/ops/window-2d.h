/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How a window slides over the rows and columns of NHWC pictures; shared by
 * convolutions and pools. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

gboolean koma_window_2d_infer (const KomaNode *node,
                               const gint64   *in_hw,
                               const gint64   *kernel_hw,
                               KomaWindow2D   *ret_window,
                               gint64         *ret_out_hw,
                               GError        **error);
gboolean koma_window_2d_check_bias (const KomaGraph *graph,
                                    const KomaNode  *node,
                                    guint            bias,
                                    gint64           out_c,
                                    GError         **error);
gboolean koma_window_2d_find_groups (const KomaShape *image,
                                     const KomaShape *filter,
                                     guint           *ret_groups,
                                     GError         **error);
gboolean koma_window_2d_check_channels (const KomaShape *image,
                                        const KomaShape *filter,
                                        gint64          *ret_out_c,
                                        GError         **error);
gboolean koma_window_2d_check_operand (const KomaValue *value,
                                       const char      *what,
                                       GError         **error);

G_END_DECLS
