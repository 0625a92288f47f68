/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "window-attrs.h"

G_BEGIN_DECLS

/* What convolutions of volumes and transposed ones share. @planes: of koma_window_get_planes () */
gboolean koma_volume_check_planes (KomaBuilder *builder, const KomaWindowOptions *planes);
/* How often a window of @size planes fits into @n_in; -1: it does not. Sets the padding. */
gint64 koma_volume_count_planes (KomaWindowOptions *planes, gint64 n_in, gint64 size);
/* Plane @index of a filter [kernel_d, kernel_h, kernel_w, a, b]. */
KomaValueId koma_volume_take_filter (KomaBuilder *builder, KomaValueId filter, gint32 index);

G_END_DECLS
