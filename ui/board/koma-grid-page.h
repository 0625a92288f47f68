/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/preferences/koma-preferences.h"
#include "ui/results/koma-result-item.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* Cuts a picture into rows and columns, and shows an answer for each cell. Signals:
 *   "message" (const char *)  something to tell
 *   "changed"                 whether there is something to undo, or to stop, may have changed
 *   "export", "keep"          the user wants the answers in a file, the cells in the list */
#define KOMA_TYPE_GRID_PAGE (koma_grid_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaGridPage, koma_grid_page, KOMA, GRID_PAGE, AdwBin)

/* @side: rows, and columns, until the user chooses others */
void koma_grid_page_open (KomaGridPage    *self,
                          KomaWorker      *worker,
                          KomaPreferences *preferences,
                          KomaResultItem  *item, /* a picture, not a cell of one */
                          guint            side);
void koma_grid_page_close (KomaGridPage *self);                      /* ends its requests */
void koma_grid_page_restart (KomaGridPage *self);                    /* another model answers */
void koma_grid_page_set_wide (KomaGridPage *self, gboolean is_wide); /* side by side */

GListModel *koma_grid_page_get_cells (KomaGridPage *self);    /* (nullable) KomaResultItems */
GPtrArray  *koma_grid_page_create_cells (KomaGridPage *self); /* new ones, without answers */

gboolean koma_grid_page_can_undo (KomaGridPage *self);
void     koma_grid_page_focus_rows (KomaGridPage *self);
void     koma_grid_page_undo (KomaGridPage *self);

G_END_DECLS
