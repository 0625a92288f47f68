/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-explanation.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* A map in colours: orange for the class, blue against it, and nothing where there is no evidence.
 * Orange and blue stay apart for people who see no red or no green. */
guint8      *koma_heat_map_new_pixels (const KomaExplanationMap *map,
                                       guint                     side); /* [side, side, 4] */
KomaPicture *koma_heat_map_lay_over (const KomaExplanation *explanation,
                                     guint                  class_index,
                                     const KomaPicture     *picture,
                                     double                 strength); /* 0 … 1 */

G_END_DECLS
