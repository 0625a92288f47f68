/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"

G_BEGIN_DECLS

/* Learned positions [1,n_first + side * side,c] as those of a grid of another size, as timm makes
 * them; resize-table.h does as DINOv2. */
KomaArray *koma_hub_resample_table (const KomaArray *table,
                                    gint64           n_first, /* rows that stay as they are */
                                    gint64           side,
                                    gint64           height,
                                    gint64           width,
                                    GError         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
