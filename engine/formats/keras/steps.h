/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* Steps as a batch: [n, steps, ..] → [n · steps, ..] … */
KomaValueId koma_keras_add_merged_steps (KomaBuilder *b, KomaValueId input);
/* … and back, n and steps being those of @like. */
KomaValueId koma_keras_add_parted_steps (KomaBuilder *b, KomaValueId input, KomaValueId like);
/* [n, steps, ..] ↔ [steps, n, ..] */
KomaValueId koma_keras_add_swapped_steps (KomaBuilder *b, KomaValueId input);

G_END_DECLS
