/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/explain/koma-explanation-map.h"

G_BEGIN_DECLS

/* [3, 3]: how much of something lies in each ninth of a picture; their sum is 1, or nothing is
 * anywhere. */
char *koma_place_words_for_shares (const double *shares);
char *koma_place_words_for_cell (const KomaExplanationMap *map, double x, double y);

G_END_DECLS
