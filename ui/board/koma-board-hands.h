/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "engine/koma-values.h"

G_BEGIN_DECLS

/* Captured pieces of both sides, each kind with a number to set.
 * Signal "changed" (guint side, guint kind, guint number): by the user. */
#define KOMA_TYPE_BOARD_HANDS (koma_board_hands_get_type ())
G_DECLARE_FINAL_TYPE (KomaBoardHands, koma_board_hands, KOMA, BOARD_HANDS, AdwBin)

void koma_board_hands_show (KomaBoardHands *self, const KomaPosition *position);

G_END_DECLS
