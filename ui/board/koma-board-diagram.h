/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "engine/koma-values.h"

G_BEGIN_DECLS

/* A position, drawn as a diagram; a click or Enter on a square offers all pieces for it.
 * Signal "chosen" (guint square, guint kind, guint side): the user says what is on a square. */
#define KOMA_TYPE_BOARD_DIAGRAM (koma_board_diagram_get_type ())
G_DECLARE_FINAL_TYPE (KomaBoardDiagram, koma_board_diagram, KOMA, BOARD_DIAGRAM, AdwBin)

/* @is_doubtful: [81] */
void koma_board_diagram_show (KomaBoardDiagram   *self,
                              const KomaPosition *position,
                              const gboolean     *is_doubtful);

G_END_DECLS
