/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"

G_BEGIN_DECLS

/* (transfer full) (nullable): float16 as float32, which is exact; and back, to the nearest. */
KomaArray *koma_half_array_widen (const KomaArray *halves, GError **error);
KomaArray *koma_half_array_narrow (const KomaArray *floats, GError **error);

G_END_DECLS
