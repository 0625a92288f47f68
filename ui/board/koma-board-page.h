/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/results/koma-result-item.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* Reads the shogi board in a picture, and lets the user correct corners, pieces and hands.
 * Signal "message" (const char *): something to tell. Signal "changed": whether there is something
 * to undo may have changed. */
#define KOMA_TYPE_BOARD_PAGE (koma_board_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaBoardPage, koma_board_page, KOMA, BOARD_PAGE, AdwBin)

void koma_board_page_open (KomaBoardPage *self, KomaWorker *worker, KomaResultItem *item);
void koma_board_page_close (KomaBoardPage *self);   /* ends what is being read */
void koma_board_page_restart (KomaBoardPage *self); /* with another model */
void koma_board_page_set_model (KomaBoardPage *self,
                                gboolean       knows_pieces,
                                const char    *other); /* (nullable) */
void koma_board_page_wait_for_model (KomaBoardPage *self);
void koma_board_page_stop_waiting (KomaBoardPage *self); /* it could not be loaded */
void koma_board_page_focus_corner (KomaBoardPage *self);
void koma_board_page_set_wide (KomaBoardPage *self, gboolean is_wide); /* side by side */

gboolean koma_board_page_can_undo (KomaBoardPage *self);
void     koma_board_page_undo (KomaBoardPage *self);

G_END_DECLS
