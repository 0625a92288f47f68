/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernel.h"

G_BEGIN_DECLS

/* Whether the loops over the window and @in_c channels are within the limit. */
gboolean koma_gles_window_supports (const KomaGraph *graph,
                                    const KomaNode  *node,
                                    gsize            in_c,
                                    gboolean         is_in_fours,
                                    GError         **error);

/* Params 1 to 4 of programs that move a window over [n,h,w,c]. */
void koma_gles_window_set (const KomaWindow2D *window,
                           const KomaShape    *in,
                           const KomaShape    *out,
                           KomaGlesDispatch   *dispatch);

G_END_DECLS
