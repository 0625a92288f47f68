/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Whether pictures are looked at upside down too, and both answers averaged. */
typedef enum {
  KOMA_HALF_TURN_AS_MODEL, /* UNSURE where koma.json has a "halfTurn", else OFF */
  KOMA_HALF_TURN_OFF,
  KOMA_HALF_TURN_UNSURE, /* where the first answer has too low a score */
  KOMA_HALF_TURN_ALWAYS,
} KomaHalfTurnMode;

/* Words of options. */
#define KOMA_HALF_TURN_WORDS "off unsure always"

gboolean koma_half_turn_mode_parse (const char *word, KomaHalfTurnMode *ret_mode);
gboolean koma_half_turn_mode_apply (KomaHalfTurnMode     mode,
                                    const KomaModel     *model,
                                    const KomaHalfTurn **ret_half_turn,
                                    GError             **error);

G_END_DECLS
