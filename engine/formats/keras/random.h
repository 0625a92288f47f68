/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* What layers draw that change numbers by chance, while a model is trained. */

/* In [0, 1); other numbers in each run. @shape: broadcast where it is 1 */
KomaValueId koma_keras_add_uniform (KomaBuilder *b, const KomaKerasCall *call, KomaShape shape);
/* A number of each picture, [n, 1, 1, 1], between both; or between the ends of a setting. */
KomaValueId koma_keras_add_between (KomaBuilder         *b,
                                    const KomaKerasCall *call,
                                    double               lower,
                                    double               upper);
KomaValueId koma_keras_add_drawn (KomaBuilder *b, const KomaKerasCall *call, const char *setting);
/* Two numbers, or @lower and @upper; of one number f: [-f, f]. */
void koma_keras_config_range (const KomaKerasCall *call,
                              const char          *name,
                              double              *lower,
                              double              *upper);

G_END_DECLS
