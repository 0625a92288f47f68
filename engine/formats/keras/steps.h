/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* Steps as a batch: [n, steps, ..] → [n · steps, ..] … */
gboolean koma_keras_add_merged_steps (KomaKerasBuilder *builder,
                                      const char       *name,
                                      KomaValueId       input,
                                      KomaValueId      *ret_output,
                                      GError          **error);
/* … and back, n and steps being those of @like. */
gboolean koma_keras_add_parted_steps (KomaKerasBuilder *builder,
                                      const char       *name,
                                      KomaValueId       input,
                                      KomaValueId       like,
                                      KomaValueId      *ret_output,
                                      GError          **error);
gboolean koma_keras_add_reversed_steps (KomaKerasBuilder *builder,
                                        const char       *name,
                                        KomaValueId       input,
                                        KomaValueId      *ret_output,
                                        GError          **error);
/* [n, steps, ..] ↔ [steps, n, ..] */
gboolean koma_keras_add_swapped_steps (KomaKerasBuilder *builder,
                                       const char       *name,
                                       KomaValueId       input,
                                       KomaValueId      *ret_output,
                                       GError          **error);

G_END_DECLS
