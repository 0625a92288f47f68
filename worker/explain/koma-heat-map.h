/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-explanation.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Shares of red, green and blue in the grey below colours: the luma of ITU-R BT.709. */
#define KOMA_HEAT_MAP_RED   0.2126
#define KOMA_HEAT_MAP_GREEN 0.7152
#define KOMA_HEAT_MAP_BLUE  0.0722

/* A map as it is seen. Orange and blue stay apart for people who see no red or no green. */
typedef enum {
  KOMA_HEAT_MAP_SPOTLIGHT, /* dark but where something speaks for the class */
  KOMA_HEAT_MAP_COLOURS,   /* orange for the class, blue against it, nothing between them */
} KomaHeatMapLook;

/* [side, side, 4]. */
guint8 *koma_heat_map_new_pixels (const KomaExplanationMap *map,
                                  KomaHeatMapLook           look,
                                  guint                     side);
/* In colours; @strength: 0 … 1. */
KomaPicture *koma_heat_map_lay_over (const KomaExplanation *explanation,
                                     guint                  class_index,
                                     const KomaPicture     *picture,
                                     double                 strength);

G_END_DECLS
