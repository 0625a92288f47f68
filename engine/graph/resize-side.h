/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "op-params.h"

G_BEGIN_DECLS

double koma_resize_side_get_position (const KomaResizeSide *side,
                                      gint64                i);
gint64 koma_resize_side_get_nearest (const KomaResizeSide *side,
                                     KomaResizeRounding    rounding,
                                     gint64                i);

G_END_DECLS
